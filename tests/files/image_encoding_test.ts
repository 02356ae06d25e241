import { decode, encode } from "fast-png";
import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { imageKind, imageSize } from "@/lib/base/image_format.ts";
import { decodedJpeg, encodedJpeg } from "@/lib/files/image_codecs.ts";
import {
  ENCODED_MAX_BYTES,
  encodedImage as encodedBuffer,
  scaled,
} from "@/lib/files/image_encoding.ts";
import { reencodedImage } from "@/lib/files/image_reencoding.ts";
import { aPhoto, TURNED } from "@/tests/helpers/file_bytes.ts";
import { pngChunk } from "./png_chunk.ts";

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
Deno.test("encodedImage() refuses a file that is no image, is truncated, or unpacks to too much", async () => {
  const png = pngOf(flag(50, 50));
  const photo = await jpegOf(flag(50, 50));
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
  // Two frames; the first is of one pixel, and is the image itself.
  const counts = Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 0);
  const frame = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, ...Array(14).fill(0));
  const animation = [pngChunk("acTL", counts), pngChunk("fcTL", frame)];
  const { bytes } = await encodedImage(rawPng({ width: 1, height: 1 }, still, animation));
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
  strictEqual(await reencodedImage((await jpegOf(flag(50, 50))).slice(0, 300)), null);
  strictEqual(await reencodedImage(new TextEncoder().encode("GIF89a")), null);
});
