import { decode, encode } from "fast-png";
import jpeg from "jpeg-js";
import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { imageKind, imageSize } from "@/lib/base/image_format.ts";
import { ENCODED_MAX_BYTES, encodedImage } from "@/lib/files/image_encoding.ts";
import { reencodedImage } from "@/lib/files/image_reencoding.ts";
import { exifOrientation, oriented, type Pixels, scaled } from "@/lib/files/image_transforms.ts";
import { pngChunk } from "./png_chunk.ts";

function pixels(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly number[],
): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    data.set(colour(at % width, Math.floor(at / width)), at * 4);
  }
  return { width, height, data };
}

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
/** Red on the left, blue on the right. */
const flag = (width: number, height: number) =>
  pixels(width, height, (x) => x < width / 2 ? RED : BLUE);

function jpegOf(image: Pixels): Uint8Array<ArrayBuffer> {
  return new Uint8Array(jpeg.encode(image, 90).data);
}

function pngOf(image: Pixels): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encode(image));
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A PNG of 8 bits of grey with any compressed data and other chunks. */
function rawPng(
  { width, height }: { width: number; height: number },
  packed: Uint8Array,
  others: readonly Uint8Array[] = [],
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header[8] = 8;
  const parts = [
    pngChunk("IHDR", header),
    ...others,
    pngChunk("IDAT", packed),
    pngChunk("IEND", new Uint8Array()),
  ];
  return Uint8Array.from([...SIGNATURE, ...parts.flatMap((part) => [...part])]);
}

/** Noise that does not compress. */
function noise(width: number, height: number): Pixels {
  let state = 1;
  const next = () => (state = state * 48_271 % 2_147_483_647) % 256;
  return pixels(width, height, () => [next(), next(), next(), 255]);
}

// @spec reports.image
Deno.test("encodedImage() scales an image to 600 pixels and drops all metadata", async () => {
  const png = await encodedImage(pngOf(flag(1_200, 300)));
  strictEqual(png.mimeType, "image/png");
  deepStrictEqual(imageSize(png.bytes), { width: 600, height: 150 });
  const { data, channels } = decode(png.bytes);
  strictEqual(channels, 3);
  deepStrictEqual([...data.subarray(0, 3), ...data.subarray(-3)], [255, 0, 0, 0, 0, 255]);
  const photo = await encodedImage(jpegOf(flag(900, 1_800)));
  strictEqual(photo.mimeType, "image/jpeg");
  deepStrictEqual(imageSize(photo.bytes), { width: 300, height: 600 });
  const text = pngChunk("tEXt", new TextEncoder().encode("Comment\0<script>"));
  const gray = await encodedImage(
    rawPng({ width: 1, height: 1 }, deflateSync(Uint8Array.of(0, 128)), [text]),
  );
  ok(!new TextDecoder("latin1").decode(gray.bytes).includes("script"));
  deepStrictEqual([...decode(gray.bytes).data], [128, 128, 128]);
});

// @spec reports.image
Deno.test("encodedImage() keeps transparency, and never returns more than 48 KiB", async () => {
  const clear = pixels(20, 20, (x) => x < 10 ? RED : [0, 0, 0, 0]);
  strictEqual(decode((await encodedImage(pngOf(clear))).bytes).channels, 4);
  const heavy = await encodedImage(pngOf(noise(600, 600)));
  strictEqual(heavy.mimeType, "image/jpeg");
  ok(heavy.bytes.length <= ENCODED_MAX_BYTES);
  ok((await encodedImage(jpegOf(noise(600, 600)))).bytes.length <= ENCODED_MAX_BYTES);
});

Deno.test("encodedImage() reads every depth, grey, palette and opacity of a PNG", async () => {
  for (const depth of [8, 16] as const) {
    for (const channels of [1, 2, 3, 4] as const) {
      const most = 2 ** depth - 1;
      const data = new (depth === 8 ? Uint8Array : Uint16Array)(4 * channels).fill(most);
      const bytes = new Uint8Array(encode({ width: 2, height: 2, data, channels, depth }));
      deepStrictEqual([...decode((await encodedImage(bytes)).bytes).data], Array(12).fill(255));
    }
  }
});

// @spec reports.image
Deno.test("encodedImage() refuses a file that is no image, is truncated, or unpacks to too much", async () => {
  const png = pngOf(flag(50, 50));
  const photo = jpegOf(flag(50, 50));
  const hostile: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
    "nothing": new Uint8Array(),
    "another format": new TextEncoder().encode("GIF89a"),
    "a signature alone": Uint8Array.from(SIGNATURE),
    "a cut PNG": png.slice(0, -30),
    "a cut JPEG": photo.slice(0, 300),
    "a damaged PNG": png.map((byte, at) => at === 60 ? byte ^ 0xff : byte),
    "a huge header": rawPng({ width: 60_000, height: 60_000 }, deflateSync(new Uint8Array(10))),
    "too many pixels": rawPng({ width: 9_000, height: 9_000 }, deflateSync(new Uint8Array(10))),
    "too few pixels": rawPng({ width: 900, height: 900 }, deflateSync(new Uint8Array(10))),
    "a bomb": rawPng({ width: 10, height: 10 }, deflateSync(new Uint8Array(200_000_000))),
  };
  for (const [what, bytes] of Object.entries(hostile)) {
    await rejects(encodedImage(bytes), Error, what);
  }
});

Deno.test("encodedImage() returns the first frame of an animation", async () => {
  const still = deflateSync(Uint8Array.of(0, 200));
  const animation = [pngChunk("acTL", new Uint8Array(8)), pngChunk("fcTL", new Uint8Array(26))];
  const { bytes } = await encodedImage(rawPng({ width: 1, height: 1 }, still, animation));
  deepStrictEqual([...decode(bytes).data], [200, 200, 200]);
});

/** A CMYK JPEG, 8 by 8 pixels, each ink at half: one code a table, all samples 128. */
function fourInks(): Uint8Array<ArrayBuffer> {
  const inks = [1, 2, 3, 4];
  const segment = (marker: number, data: readonly number[]) => [
    ...[0xff, marker, 0, data.length + 2],
    ...data,
  ];
  const oneCode = (table: number) => segment(0xc4, [table, 1, ...Array(15).fill(0), 0]);
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xee, [...new TextEncoder().encode("Adobe"), 0, 100, 0, 0, 0, 0, 0]),
    ...segment(0xdb, [0, ...Array(64).fill(1)]),
    ...segment(0xc0, [8, 0, 8, 0, 8, 4, ...inks.flatMap((ink) => [ink, 0x11, 0])]),
    ...oneCode(0x00),
    ...oneCode(0x10),
    ...segment(0xda, [4, ...inks.flatMap((ink) => [ink, 0]), 0, 63, 0]),
    ...[0x00, 0xff, 0xd9],
  ]);
}

Deno.test("encodedImage() converts a CMYK JPEG to RGB", async () => {
  const { bytes, mimeType } = await encodedImage(fourInks());
  strictEqual(mimeType, "image/jpeg");
  const [red = 0, green = 0, blue = 0] = jpeg.decode(bytes, { useTArray: true }).data;
  // Half of each colour, and half of black: a quarter of the light is left.
  deepStrictEqual([red, green, blue].map((part) => Math.round(part / 64)), [1, 1, 1]);
});

/** An EXIF block with one tag, in either byte order. */
function exif(orientation: number, isLittle = false): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(32);
  bytes.set(new TextEncoder().encode("Exif"));
  const view = new DataView(bytes.buffer, 6);
  view.setUint16(0, isLittle ? 0x4949 : 0x4d4d);
  view.setUint32(4, 8, isLittle);
  view.setUint16(8, 1, isLittle);
  view.setUint16(10, 0x0112, isLittle);
  view.setUint16(18, orientation, isLittle);
  return bytes;
}

// @spec reports.image
Deno.test("encodedImage() rotates a photograph by its EXIF orientation", async () => {
  const photo = jpegOf(flag(64, 32));
  const segment = Uint8Array.of(0xff, 0xe1, 0, 34, ...exif(6));
  const turned = Uint8Array.from([...photo.subarray(0, 2), ...segment, ...photo.subarray(2)]);
  const { bytes } = await encodedImage(turned);
  deepStrictEqual(imageSize(bytes), { width: 32, height: 64 });
  const { data } = jpeg.decode(bytes, { useTArray: true });
  // Rotated to the right: the left side is on top.
  ok((data[0] ?? 0) > 200 && (data.at(-2) ?? 0) > 200);
});

Deno.test("exifOrientation() is 1 for an EXIF block that it cannot read", () => {
  for (const isLittle of [true, false]) strictEqual(exifOrientation(exif(8, isLittle)), 8);
  strictEqual(exifOrientation(exif(9)), 1);
  strictEqual(exifOrientation(null), 1);
  strictEqual(exifOrientation(new Uint8Array(3)), 1);
  strictEqual(exifOrientation(exif(6).slice(0, 20)), 1);
});

Deno.test("oriented() applies each of the eight orientations", () => {
  // A B C / D E F, by their red.
  const image = pixels(3, 2, (x, y) => [10 * (y * 3 + x), 0, 0, 255]);
  const reds = (orientation: number) =>
    [...oriented(image, orientation).data].filter((_, at) => at % 4 === 0).map((red) => red / 10);
  deepStrictEqual([1, 2, 3, 4, 5, 6, 7, 8].map((one) => reds(one).join("")), [
    "012345",
    "210543",
    "543210",
    "345012",
    "031425",
    "304152",
    "524130",
    "251403",
  ]);
});

Deno.test("scaled() is the mean of the source pixels, ignoring the colour of transparent ones", () => {
  const image = pixels(4, 2, (x) => x < 2 ? [100, 0, 0, 255] : x === 2 ? RED : [0, 255, 0, 0]);
  const { width, height, data } = scaled(image, 2);
  deepStrictEqual([width, height], [2, 1]);
  deepStrictEqual([...data], [100, 0, 0, 255, 255, 0, 0, 128]);
});

// @spec reports.image
Deno.test("reencodedImage() answers from a Worker, and null for what it refuses", async () => {
  const image = await reencodedImage(pngOf(flag(50, 50)));
  strictEqual(image && imageKind(image.bytes), "png");
  strictEqual(await reencodedImage(jpegOf(flag(50, 50)).slice(0, 300)), null);
  strictEqual(await reencodedImage(new TextEncoder().encode("GIF89a")), null);
});
