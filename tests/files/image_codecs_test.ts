import { decode, encode } from "fast-png";
import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { imageKind, imageSize } from "@/lib/base/image_format.ts";
import { decodedJpeg, encodedJpeg } from "@/lib/files/image_codecs.ts";
import { ENCODED_MAX_BYTES, encodedImage as encodedBuffer } from "@/lib/files/image_encoding.ts";
import { reencodedImage } from "@/lib/files/image_reencoding.ts";
import { aPhoto, TURNED } from "@/tests/helpers/file_bytes.ts";
import { pngChunk, SAMPLE_JPEGS } from "./sample_images.ts";

const { inks: _, ...readable } = SAMPLE_JPEGS;
const SAMPLES = Object.entries(readable)
  .map(([name, text]) => [name, Uint8Array.fromBase64(text)] as const);

// @spec reports.image
Deno.test("decodedJpeg() reads progressive, grey and subsampled images", async () => {
  for (const [name, bytes] of SAMPLES) {
    const { width, height } = await decodedJpeg(bytes.buffer);
    deepStrictEqual([width, height], [90, 70], name);
  }
});

Deno.test("decodedJpeg() ignores data after the picture", async () => {
  const photo = aPhoto({ width: 32, height: 16 });
  strictEqual((await decodedJpeg(Uint8Array.from([...photo, 0xff, 0xc0, 1, 2]).buffer)).width, 32);
});

// @spec reports.image
Deno.test("decodedJpeg() refuses a file truncated anywhere", async () => {
  for (const [name, bytes] of SAMPLES) {
    for (let length = 0; length < bytes.length; length += 7) {
      await rejects(decodedJpeg(bytes.slice(0, length).buffer), `${name} ${length}`);
    }
  }
});

// @spec reports.image
Deno.test("decodedJpeg() refuses endless scans", async () => {
  const photo = [...aPhoto({ width: 16, height: 16 })];
  const scan = photo.slice(photo.lastIndexOf(0xda) - 1, -2);
  const scans = Uint8Array.from(photo.toSpliced(-2, 0, ...Array(300).fill(scan).flat()));
  await rejects(decodedJpeg(scans.buffer), /Too many/);
});

/** The first bytes of a PNG. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A PNG of 8 bits of grey, of rows that each begin with their filter, with other chunks before them. */
function aPng(
  { width, height }: { width: number; height: number },
  rows: Uint8Array,
  others: Readonly<Record<string, ArrayLike<number>>> = {},
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = 8;
  const parts = [
    pngChunk("IHDR", header),
    ...Object.entries(others).map(([name, data]) => pngChunk(name, Uint8Array.from(data))),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", new Uint8Array()),
  ];
  return Uint8Array.from([...SIGNATURE, ...parts.flatMap((part) => [...part])]);
}

const encodedImage = (bytes: Uint8Array<ArrayBuffer>) => encodedBuffer(bytes.slice().buffer);

function pixels(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly number[],
): ImageData {
  const image = new ImageData(width, height);
  for (let at = 0; at < width * height; at++) {
    image.data.set(colour(at % width, Math.floor(at / width)), at * 4);
  }
  return image;
}

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
/** Red on the left, blue on the right. */
const flag = (width: number, height: number) =>
  pixels(width, height, (x) => x < width / 2 ? RED : BLUE);

function jpegOf(image: ImageData): Promise<Uint8Array<ArrayBuffer>> {
  return encodedJpeg(image, 90);
}

function pngOf({ width, height, data }: ImageData): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encode({ width, height, data }));
}

/** Noise that does not compress. */
function noise(width: number, height: number): ImageData {
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
  const photo = await encodedImage(await jpegOf(flag(900, 1_800)));
  strictEqual(photo.mimeType, "image/jpeg");
  deepStrictEqual(imageSize(photo.bytes), { width: 300, height: 600 });
  const tEXt = new TextEncoder().encode("Comment\0<script>");
  const gray = await encodedImage(aPng({ width: 1, height: 1 }, Uint8Array.of(0, 128), { tEXt }));
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
  ok((await encodedImage(await jpegOf(noise(600, 600)))).bytes.length <= ENCODED_MAX_BYTES);
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
Deno.test("encodedImage() refuses a file that is no image, is truncated, or has too many pixels", async () => {
  const png = pngOf(flag(50, 50));
  const photo = await jpegOf(flag(50, 50));
  const hostile: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
    "nothing": new Uint8Array(),
    "another format": new TextEncoder().encode("GIF89a"),
    "a signature alone": Uint8Array.from(SIGNATURE),
    "a cut PNG": png.slice(0, -30),
    "a cut JPEG": photo.slice(0, 300),
    "a damaged PNG": png.map((byte, at) => at === 60 ? byte ^ 0xff : byte),
    "a huge header": aPng({ width: 60_000, height: 60_000 }, new Uint8Array(10)),
    "too many pixels": aPng({ width: 9_000, height: 9_000 }, new Uint8Array(10)),
    "too few pixels": aPng({ width: 900, height: 900 }, new Uint8Array(10)),
  };
  for (const [what, bytes] of Object.entries(hostile)) {
    await rejects(encodedImage(bytes), Error, what);
  }
});

Deno.test("encodedImage() returns the first frame of an animation", async () => {
  // Two frames; the first is of one pixel, and is the image itself.
  const acTL = [0, 0, 0, 2, 0, 0, 0, 0];
  const fcTL = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, ...Array(14).fill(0)];
  const still = Uint8Array.of(0, 200);
  const { bytes } = await encodedImage(aPng({ width: 1, height: 1 }, still, { acTL, fcTL }));
  deepStrictEqual([...decode(bytes).data], [200, 200, 200]);
});

// @spec reports.image
Deno.test("encodedImage() rotates a photograph of 12 million pixels, and drops its EXIF", async () => {
  const { bytes } = await encodedImage(aPhoto({ width: 4_000, height: 3_000, others: TURNED }));
  deepStrictEqual(imageSize(bytes), { width: 450, height: 600 });
  ok(!new TextDecoder("latin1").decode(bytes).includes("Exif"));
  const { data } = await decodedJpeg(bytes.slice().buffer);
  deepStrictEqual([...data.subarray(0, 4)], [128, 128, 128, 255]);
});

// @spec reports.image
Deno.test("reencodedImage() answers from a Worker, and null for what it refuses", async () => {
  const image = await reencodedImage(pngOf(flag(50, 50)));
  strictEqual(image && imageKind(image.bytes), "png");
  strictEqual(await reencodedImage((await jpegOf(flag(50, 50))).slice(0, 300)), null);
  strictEqual(await reencodedImage(new TextEncoder().encode("GIF89a")), null);
});
