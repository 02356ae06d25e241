import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { decodedPng } from "@/lib/files/png_decoder.ts";
import { pngChunk } from "./png_chunk.ts";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

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
): Uint8Array<ArrayBuffer> {
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
  return Uint8Array.from([...SIGNATURE, ...parts.flatMap((part) => [...part])]);
}

async function colours(bytes: Uint8Array<ArrayBuffer>): Promise<number[]> {
  return [...(await decodedPng(bytes, 600)).data];
}

// @spec reports.image
Deno.test("decodedPng() unfilters rows by each of the five filters", async () => {
  const rows = Uint8Array.of(
    ...[0, 10, 20, 30],
    ...[1, 5, 5, 5],
    ...[2, 1, 1, 1],
    ...[3, 10, 10, 10],
    ...[4, 1, 1, 1],
  );
  const greys = (await colours(aPng({ width: 3, height: 5 }, rows))).filter((_, at) =>
    at % 4 === 0
  );
  deepStrictEqual(greys, [
    ...[10, 20, 30],
    // Each with the previous one: 5, 10, 15.
    ...[5, 10, 15],
    // Each with the one above it.
    ...[6, 11, 16],
    // With half of both: 10 + 3, 10 + (13 + 11) / 2, 10 + (22 + 16) / 2.
    ...[13, 22, 29],
    // With the nearest to left + above - corner: above; then 14 + 22 - 13 = 23, 22; 23 + 29 - 22 = 30, 29.
    ...[14, 23, 30],
  ]);
});

// @spec reports.image
Deno.test("decodedPng() unfilters each byte with the same one of the previous pixel", async () => {
  const rgb = Uint8Array.of(1, 10, 20, 30, 1, 2, 3);
  const shown = await colours(aPng({ width: 2, height: 1, colour: 2 }, rgb));
  deepStrictEqual(shown, [10, 20, 30, 255, 11, 22, 33, 255]);
  // Four pixels to a byte, with the previous byte: 0x8f + 0x55 = 0b11_10_01_00.
  const bytes = Uint8Array.of(1, 0x55, 0x8f);
  const packed = await colours(aPng({ width: 8, height: 1, depth: 2 }, bytes));
  const greys = packed.filter((_, at) => at % 4 === 0);
  deepStrictEqual(greys, [85, 85, 85, 85, 255, 170, 85, 0]);
});

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
  deepStrictEqual(await colours(clear), [255, 255, 255, 0, 9, 9, 8, 255]);
  const deep = Uint8Array.of(0, 0xff, 0xff, 0x80, 0, 0, 0, 0xff, 0xff);
  deepStrictEqual(await colours(aPng({ width: 1, height: 1, depth: 16, colour: 6 }, deep)), [
    255,
    128,
    0,
    255,
  ]);
});

/** First column and row of each pass, and their steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

// @spec reports.image
Deno.test("decodedPng() combines the passes of an interlaced image of any size", async () => {
  for (const [width, height] of [[13, 11], [1, 1], [2, 5], [8, 8]] as const) {
    const grey = (x: number, y: number) => (y * width + x) % 256;
    const rows: number[] = [];
    for (const [left, top, across, down] of PASSES) {
      for (let y = top; y < height && left < width; y += down) {
        rows.push(0);
        for (let x = left; x < width; x += across) rows.push(grey(x, y));
      }
    }
    const png = aPng({ width, height, isInterlaced: true }, Uint8Array.from(rows));
    const expected = Array.from({ length: width * height }, (_, at) => at % 256);
    deepStrictEqual((await colours(png)).filter((_, at) => at % 4 === 0), expected, `${width}`);
  }
});

// @spec reports.image
Deno.test("decodedPng() scales an image of 20 million pixels to the size of a report", async () => {
  const [width, height] = [5_000, 4_000];
  const rows = new Uint8Array(height * (1 + width / 8)).fill(0xaa);
  for (let at = 0; at < rows.length; at += 1 + width / 8) rows[at] = 0;
  const { data, ...size } = await decodedPng(aPng({ width, height, depth: 1 }, rows), 600);
  deepStrictEqual(size, { width: 600, height: 480 });
  // Stripes of white and black: each pixel keeps about half of the light.
  strictEqual(
    data.every((value, at) => at % 4 === 3 ? value === 255 : value > 100 && value < 155),
    true,
  );
});

// @spec reports.image
Deno.test("decodedPng() refuses values that no PNG has", async () => {
  const one = (header: Partial<Header>, rows = [0, 1]) =>
    aPng({ width: 1, height: 1, ...header }, Uint8Array.from(rows));
  await rejects(decodedPng(one({ depth: 3 }), 600), /No such picture/);
  await rejects(decodedPng(one({ colour: 5 }), 600), /No such picture/);
  await rejects(decodedPng(one({ colour: 3 }), 600), /No palette/);
  await rejects(decodedPng(one({}, [9, 1]), 600), /No such filter/);
  await rejects(decodedPng(one({}, [0]), 600), /Fewer/);
  await rejects(decodedPng(one({}, [0, 1, 2]), 600), /More/);
});
