import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { decodedJpeg, decodedPng } from "@/lib/files/image_codecs.ts";
import { aPhoto, segment } from "@/tests/helpers/file_bytes.ts";
import { pngChunk } from "./png_chunk.ts";
import { SAMPLE_JPEGS } from "./sample_jpegs.ts";

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
