/** Decodes a PNG image row by row to reduced pixels. @module */

import { Readable } from "node:stream";
import { crc32, createInflate } from "node:zlib";
import { type ImageSize, imageSize } from "@/lib/base/image_format.ts";
import { type Pixels, Reduction } from "./image_transforms.ts";

/** Encoding and meaning of the samples of a PNG. */
interface PngHeader extends ImageSize {
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
function pngHeader(size: ImageSize, chunks: readonly PngChunk[]): PngHeader {
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
function rowDrawer(header: PngHeader): (row: Uint8Array, count: number) => Uint8Array {
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

/** Position of the pixels of a row in the picture. */
interface PngRow {
  readonly y: number;
  readonly left: number;
  readonly step: number;
  /** Number of pixels in the row. */
  readonly count: number;
  readonly isFirst: boolean;
}

interface Pass {
  readonly left: number;
  readonly top: number;
  /** Step in columns and rows between two pixels. */
  readonly across: number;
  readonly down: number;
}

const WHOLE: readonly Pass[] = [{ left: 0, top: 0, across: 1, down: 1 }];
/** The passes of an interlaced picture (PNG §8.2). */
const INTERLACED: readonly Pass[] = [
  { left: 0, top: 0, across: 8, down: 8 },
  { left: 4, top: 0, across: 8, down: 8 },
  { left: 0, top: 4, across: 4, down: 8 },
  { left: 2, top: 0, across: 4, down: 4 },
  { left: 0, top: 2, across: 2, down: 4 },
  { left: 1, top: 0, across: 2, down: 2 },
  { left: 0, top: 1, across: 1, down: 2 },
];

/** Decodes the rows of a picture as they are inflated, and removes their filters (PNG §9). */
class PngRows {
  readonly #places: Iterator<PngRow, void>;
  /** Bits of a pixel, and distance in bytes to the previous pixel. */
  readonly #pixelBits: number;
  readonly #pixelBytes: number;
  #place: PngRow | null;
  /** The filter byte and the bytes of the row, of which `#filled` have arrived. */
  #row = new Uint8Array();
  #above = new Uint8Array();
  #filled = 0;

  constructor(header: PngHeader, private readonly draw: (row: Uint8Array, place: PngRow) => void) {
    this.#pixelBits = header.channels * header.depth;
    this.#pixelBytes = Math.max(1, this.#pixelBits / 8);
    this.#places = placesOf(header);
    this.#place = this.#next();
  }

  /** @throws Error when there are more bytes than rows */
  take(part: Uint8Array): void {
    for (let at = 0; at < part.length;) {
      if (this.#place === null) throw new TypeError("More than its pixels");
      const taken = part.subarray(at, at + this.#row.length - this.#filled);
      this.#row.set(taken, this.#filled);
      this.#filled += taken.length;
      at += taken.length;
      if (this.#filled === this.#row.length) this.#endRow(this.#place);
    }
  }

  /** @throws Error when rows are missing */
  end(): void {
    if (this.#place !== null) throw new TypeError("Fewer than its pixels");
  }

  #endRow(place: PngRow): void {
    unfilter(this.#row, this.#above, this.#pixelBytes);
    this.draw(this.#row.subarray(1), place);
    [this.#row, this.#above] = [this.#above, this.#row];
    this.#place = this.#next();
  }

  #next(): PngRow | null {
    const { value, done } = this.#places.next();
    this.#filled = 0;
    if (done) return null;
    const length = 1 + Math.ceil(value.count * this.#pixelBits / 8);
    // The first row of a pass has no row above.
    if (length !== this.#row.length || value.isFirst) {
      this.#row = new Uint8Array(length);
      this.#above = new Uint8Array(length);
    }
    return value;
  }
}

function* placesOf({ width, height, isInterlaced }: PngHeader): Generator<PngRow, void> {
  for (const { left, top, across, down } of isInterlaced ? INTERLACED : WHOLE) {
    const count = Math.ceil((width - left) / across);
    if (count <= 0) continue;
    for (let y = top; y < height; y += down) {
      yield { y, left, step: across, count, isFirst: y === top };
    }
  }
}

/** Reverses the filter of a row. @param row the filter type, then its bytes */
function unfilter(row: Uint8Array, above: Uint8Array, step: number): void {
  const predict = FILTERS[row[0] ?? 0];
  if (predict === undefined) throw new TypeError("No such filter");
  if (row[0] === 0) return;
  for (let at = 1; at < row.length; at++) {
    const isFirst = at <= step;
    const left = isFirst ? 0 : row[at - step] ?? 0;
    const corner = isFirst ? 0 : above[at - step] ?? 0;
    row[at] = (row[at] ?? 0) + predict(left, above[at] ?? 0, corner);
  }
}

const FILTERS: readonly ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => left + above >> 1,
  paeth,
];

function paeth(left: number, above: number, corner: number): number {
  const [byLeft, byAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const byCorner = Math.abs(left + above - 2 * corner);
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}

const SIGNATURE_BYTES = 8;
/** Length, name and CRC of a chunk. */
const CHUNK_FRAME_BYTES = 12;
/** The chunks needed for the picture; texts, profiles and animations are skipped. */
const PICTURE: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Size of the inflated pieces, bytes. */
const INFLATED_BYTES = 65_536;

/**
 * The colours of a PNG, reduced to the requested size: rows are read as they are inflated, and none is stored.
 *
 * @param side longest side of the result, pixels
 * @throws Error when it is truncated or damaged, or inflates to more than its pixels
 */
export async function decodedPng(bytes: Uint8Array<ArrayBuffer>, side: number): Promise<Pixels> {
  const size = imageSize(bytes);
  if (size === null) throw new TypeError("No size");
  const chunks = pictureChunks(bytes);
  const header = pngHeader(size, chunks);
  const reduction = new Reduction(size, side);
  const draw = rowDrawer(header);
  const rows = new PngRows(header, (row, place) => reduction.addRow(draw(row, place.count), place));
  await inflateInto(chunks, rows);
  return reduction.pixels();
}

/** @throws Error when the data are longer or shorter than the rows */
async function inflateInto(chunks: readonly PngChunk[], rows: PngRows): Promise<void> {
  const packed = chunks.filter(({ name }) => name === "IDAT").map(({ data }) => data);
  const reading = Readable.from(packed);
  const inflating = createInflate({ chunkSize: INFLATED_BYTES });
  try {
    for await (const part of reading.pipe(inflating)) {
      rows.take(part);
    }
  } finally {
    reading.destroy();
    inflating.destroy();
  }
  rows.end();
}

/** A chunk of a PNG, without its frame. */
interface PngChunk {
  readonly name: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

function pictureChunks(bytes: Uint8Array<ArrayBuffer>): PngChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  for (let at = SIGNATURE_BYTES; at + CHUNK_FRAME_BYTES <= bytes.length;) {
    const end = at + CHUNK_FRAME_BYTES + view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length) throw new TypeError("A chunk is cut");
    if (PICTURE.has(name)) {
      const isWhole = crc32(bytes.subarray(at + 4, end - 4)) === view.getUint32(end - 4);
      if (!isWhole) throw new TypeError("A chunk is damaged");
      chunks.push({ name, data: bytes.subarray(at + 8, end - 4) });
    }
    if (name === "IEND") return chunks;
    at = end;
  }
  throw new TypeError("No end");
}
