import type { ImageSize } from "@/lib/domain/forms/image_kind.ts";
import type { PngChunk } from "./image_png.ts";

/** Encoding and meaning of the samples of a PNG. */
export interface PngHeader extends ImageSize {
  /** Bits per sample. */
  readonly depth: number;
  /** Samples per pixel. */
  readonly channels: number;
  readonly isInterlaced: boolean;
  /** The colour of each sample, four bytes; null when samples are colours. */
  readonly palette: Uint8Array | null;
  /** The samples of transparent pixels. */
  readonly clear: readonly number[] | null;
}

/** Samples per pixel and allowed depths, by colour type (PNG §11.2.1). */
const COLOURS: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};
const PALETTE_COLOUR = 3;

/** @throws Error for an invalid header */
export function pngHeader(size: ImageSize, chunks: readonly PngChunk[]): PngHeader {
  const dataOf = (name: string) => chunks.find((chunk) => chunk.name === name)?.data ?? null;
  const [depth = 0, colour = 0, compression, filter, interlace = 2] =
    dataOf("IHDR")?.subarray(8, 13) ?? [];
  const kind = COLOURS[colour];
  const isKnown = kind?.depths.includes(depth) && compression === 0 && filter === 0;
  if (kind === undefined || !isKnown || interlace > 1) throw new TypeError("No such picture");
  const clear = dataOf("tRNS");
  const hasPalette = colour === PALETTE_COLOUR;
  return {
    ...size,
    depth,
    channels: kind.channels,
    isInterlaced: interlace === 1,
    palette: hasPalette ? paletteOf(dataOf("PLTE"), clear) : null,
    clear: hasPalette || clear === null || kind.channels % 2 === 0 ? null : wordsOf(clear),
  };
}

function paletteOf(colours: Uint8Array | null, clear: Uint8Array | null): Uint8Array {
  if (colours === null) throw new TypeError("No palette");
  const palette = new Uint8Array(256 * 4).fill(255);
  for (let rank = 0; rank * 3 < colours.length; rank++) {
    palette.set(colours.subarray(rank * 3, rank * 3 + 3), rank * 4);
    palette[rank * 4 + 3] = clear?.[rank] ?? 255;
  }
  return palette;
}

function wordsOf(data: Uint8Array): number[] {
  return Array.from(
    { length: data.length >> 1 },
    (_, rank) => (data[rank * 2] ?? 0) << 8 | (data[rank * 2 + 1] ?? 0),
  );
}

/** Converts rows of any depth, palette or channels to four bytes a pixel; each call reuses the same array. */
export function rowDrawer(header: PngHeader): (row: Uint8Array, count: number) => Uint8Array {
  const { width, depth, channels, palette, clear } = header;
  const drawn = new Uint8Array(width * 4);
  const most = 2 ** depth - 1;
  // Rank of the sample of red, green, blue and opacity; opacity is absent when all pixels are opaque.
  const ranks = channels < 3 ? [0, 0, 0] : [0, 1, 2];
  if (channels % 2 === 0) ranks.push(channels - 1);
  const isClear = (row: Uint8Array, first: number) =>
    clear?.every((sample, rank) => sampleAt(row, first + rank, depth) === sample) ?? false;
  return (row, count) => {
    for (let pixel = 0; pixel < count; pixel++) {
      const [first, at] = [pixel * channels, pixel * 4];
      if (palette !== null) {
        const entry = sampleAt(row, pixel, depth) * 4;
        for (let rank = 0; rank < 4; rank++) drawn[at + rank] = palette[entry + rank] ?? 0;
        continue;
      }
      drawn[at + 3] = isClear(row, first) ? 0 : 255;
      for (let rank = 0; rank < ranks.length; rank++) {
        const sample = sampleAt(row, first + (ranks[rank] ?? 0), depth);
        drawn[at + rank] = depth === 8 ? sample : Math.round(255 * sample / most);
      }
    }
    return drawn;
  };
}

/** The sample of a rank: samples smaller than a byte are packed, and each row starts on a new byte. */
function sampleAt(row: Uint8Array, rank: number, depth: number): number {
  if (depth === 8) return row[rank] ?? 0;
  if (depth === 16) return (row[rank * 2] ?? 0) << 8 | (row[rank * 2 + 1] ?? 0);
  const bit = rank * depth;
  return (row[bit >> 3] ?? 0) >> (8 - depth - bit % 8) & (2 ** depth - 1);
}
