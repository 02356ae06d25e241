import { decode, encode } from "fast-png";
import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { imageKind, imageSize } from "@/lib/base/image_format.ts";
import { decodedJpeg, decodedPng, encodedJpeg } from "@/lib/files/image_codecs.ts";
import { ENCODED_MAX_BYTES, encodedImage as encodedBuffer } from "@/lib/files/image_encoding.ts";
import { reencodedImage } from "@/lib/files/image_reencoding.ts";
import { aPhoto, segment, TURNED } from "@/tests/helpers/file_bytes.ts";
import { pngChunk, SAMPLE_JPEGS } from "./sample_images.ts";

const { inks, ...readable } = SAMPLE_JPEGS;
const SAMPLES = Object.entries(readable)
  .map(([name, text]) => [name, Uint8Array.fromBase64(text)] as const);

// @spec reports.image
Deno.test("decodedJpeg() reads progressive, grey and subsampled images", async () => {
  for (const [name, bytes] of SAMPLES) {
    const { width, height } = await decodedJpeg(bytes.buffer);
    deepStrictEqual([width, height], [90, 70], name);
  }
});

/** A photograph of 3 by 2 blocks of 8 pixels, each with its own grey, with an EXIF orientation. */
function turned(orientation: number): ArrayBuffer {
  const exif = segment(0xe1, [
    ...new TextEncoder().encode("Exif\0\0MM"),
    ...[0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
  ]);
  // The mean of each block is 16 above the previous one: a code, 10000 for +16, and the code of the block's end.
  const table = segment(0xc4, [0, 1, ...Array(15).fill(0), 5]);
  const bits = "0100000".repeat(6).padEnd(48, "1").match(/.{8}/g) ?? [];
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...exif,
    ...segment(0xdb, [0, 8, ...Array(63).fill(1)]),
    ...segment(0xc0, [8, 0, 16, 0, 24, 1, 1, 0x11, 0]),
    ...table,
    ...segment(0xc4, [0x10, 1, ...Array(15).fill(0), 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...bits.map((byte) => Number.parseInt(byte, 2)),
    ...[0xff, 0xd9],
  ]).buffer;
}

// @spec reports.image
Deno.test("decodedJpeg() applies each of the eight orientations", async () => {
  const blocks = async (orientation: number) => {
    const { width, height, data } = await decodedJpeg(turned(orientation));
    const ranks: number[] = [];
    for (let y = 4; y < height; y += 8) {
      for (let x = 4; x < width; x += 8) ranks.push(((data[(y * width + x) * 4] ?? 0) - 144) / 16);
    }
    return ranks.join("");
  };
  // 0 1 2 / 3 4 5 as stored.
  deepStrictEqual(await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(blocks)), [
    "012345",
    "210543",
    "543210",
    "345012",
    "031425",
    "304152",
    "524130",
    "251403",
  ]);
  strictEqual(await blocks(9), "012345");
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
Deno.test("decodedJpeg() ends on any damage, with a picture or an error", async () => {
  for (const [, bytes] of SAMPLES) {
    for (let at = 2; at < bytes.length; at += 9) {
      const damaged = bytes.slice();
      damaged[at] = 0xff ^ (damaged[at] ?? 0);
      const picture = await decodedJpeg(damaged.buffer).catch(() => null);
      ok(picture === null || picture.data.length > 0);
    }
  }
});

// @spec reports.image
Deno.test("decodedJpeg() refuses inks, frames that few programs read, a second frame and endless scans", async () => {
  await rejects(decodedJpeg(Uint8Array.fromBase64(inks).buffer));
  const photo = [...aPhoto({ width: 16, height: 16 })];
  const frame = photo.indexOf(0xc0, 70) - 1;
  for (const marker of [0xc3, 0xc9]) {
    const other = Uint8Array.from(photo, (byte, at) => at === frame + 1 ? marker : byte);
    await rejects(decodedJpeg(other.buffer), /process|arithmetic/);
  }
  const whole = photo.slice(frame, frame + 19);
  const twice = Uint8Array.from(photo.toSpliced(frame, 0, ...whole));
  await rejects(decodedJpeg(twice.buffer), /two SOF/);
  const scan = photo.slice(photo.lastIndexOf(0xda) - 1, -2);
  const scans = Uint8Array.from(photo.toSpliced(-2, 0, ...Array(300).fill(scan).flat()));
  await rejects(decodedJpeg(scans.buffer), /Too many/);
});

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  /** 0 grey, 2 RGB, 3 palette, 4 and 6 with alpha. */
  readonly colour?: number;
  readonly isInterlaced?: boolean;
}

/** A PNG of rows that each begin with their filter. */
function aPng(
  { width, height, depth = 8, colour = 0, isInterlaced = false }: Header,
  rows: Uint8Array,
  others: Readonly<Record<string, readonly number[]>> = {},
): ArrayBuffer {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  const parts = [
    pngChunk("IHDR", header),
    ...Object.entries(others).map(([name, data]) => pngChunk(name, Uint8Array.from(data))),
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", new Uint8Array()),
  ];
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return Uint8Array.from([...signature, ...parts.flatMap((part) => [...part])]).buffer;
}

async function colours(png: ArrayBuffer): Promise<number[]> {
  return [...(await decodedPng(png)).data];
}

// @spec reports.image
Deno.test("decodedPng() reads small depths, palettes, their opacity, and a transparent colour", async () => {
  const packed = aPng(
    { width: 5, height: 2, depth: 2 },
    Uint8Array.of(0, 0b00011011, 0b01000000, 0, 0xff, 0xff),
  );
  const greys = (await colours(packed)).filter((_, at) => at % 4 === 0);
  deepStrictEqual(greys, [0, 85, 170, 255, 85, 255, 255, 255, 255, 255]);
  const palette = aPng({ width: 3, height: 1, depth: 4, colour: 3 }, Uint8Array.of(0, 0x10, 0x20), {
    PLTE: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    tRNS: [255, 128],
  });
  deepStrictEqual(await colours(palette), [4, 5, 6, 128, 1, 2, 3, 255, 7, 8, 9, 255]);
  const clear = aPng({ width: 2, height: 1, colour: 2 }, Uint8Array.of(0, 9, 9, 9, 9, 9, 8), {
    tRNS: [0, 9, 0, 9, 0, 9],
  });
  deepStrictEqual(await colours(clear), [9, 9, 9, 0, 9, 9, 8, 255]);
  const deep = Uint8Array.of(0, 0xff, 0xff, 0x80, 0, 0, 0, 0xff, 0xff);
  const sixteen = aPng({ width: 1, height: 1, depth: 16, colour: 6 }, deep);
  deepStrictEqual(await colours(sixteen), [255, 128, 0, 255]);
});

// @spec reports.image
Deno.test("decodedPng() takes exactly the bytes of an interlaced image of any size", async () => {
  // Rows of the seven passes, each with its filter: 1, 2, 5 and 8 pixels, worked out by hand.
  const sizes = [[1, 1, 2], [2, 5, 10 + 8], [8, 8, 64 + 15]] as const;
  for (const [width, height, length] of sizes) {
    const png = (more: number) =>
      aPng({ width, height, isInterlaced: true }, new Uint8Array(length + more));
    strictEqual((await decodedPng(png(0))).width, width);
    await rejects(decodedPng(png(1)), /More/);
    await rejects(decodedPng(png(-1)));
  }
});

// @spec reports.image
Deno.test("decodedPng() refuses values that no PNG has", async () => {
  const one = (header: Partial<Header>, rows = [0, 1]) =>
    decodedPng(aPng({ width: 1, height: 1, ...header }, Uint8Array.from(rows)));
  await rejects(one({ depth: 3 }));
  await rejects(one({ colour: 5 }));
  await rejects(one({ colour: 3 }));
  await rejects(one({}, [9, 1]));
  await rejects(one({}, [0]));
  await rejects(one({}, [0, 1, 2]), /More/);
});

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

// @spec reports.image
Deno.test("reencodedImage() answers from a Worker, and null for what it refuses", async () => {
  const image = await reencodedImage(pngOf(flag(50, 50)));
  strictEqual(image && imageKind(image.bytes), "png");
  strictEqual(await reencodedImage((await jpegOf(flag(50, 50))).slice(0, 300)), null);
  strictEqual(await reencodedImage(new TextEncoder().encode("GIF89a")), null);
});
