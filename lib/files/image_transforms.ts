/** Reduces images while they are decoded, and turns them upright. @module */

/** Pixels of an image, four bytes each: red, green, blue, opacity. */
export interface Pixels extends Size {
  readonly data: Uint8Array<ArrayBuffer>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Position of the pixels of a row in the image: every `step` columns from `left`. */
interface RowPlace {
  readonly y: number;
  readonly left?: number;
  readonly step?: number;
}

/** Sums for a pixel of the result: red, green, blue, opacity, and the number of source pixels. */
const SUMS = 5;

/**
 * Reduces an image while its rows are read, in any order: each pixel is the mean of the pixels it covers, weighted by
 * opacity, since a transparent pixel has no colour.
 */
export class Reduction {
  readonly #size: Size;
  readonly #sums: Float64Array;
  /** Sums of one row, before it is divided between the rows of the result. */
  readonly #rowSums: Float64Array;
  readonly #columns: Spans;
  readonly #rows: Spans;

  /** @param side longest side of the result, pixels; a smaller image is not enlarged */
  constructor(private readonly image: Size, side: number) {
    const ratio = Math.max(1, Math.max(image.width, image.height) / side);
    const width = Math.max(1, Math.round(image.width / ratio));
    const height = Math.max(1, Math.round(image.height / ratio));
    this.#size = { width, height };
    this.#sums = new Float64Array(width * height * SUMS);
    this.#rowSums = new Float64Array(width * SUMS);
    this.#columns = spansOf(image.width, width);
    this.#rows = spansOf(image.height, height);
  }

  /** @param row four bytes a pixel */
  addRow(row: Uint8Array | Uint8ClampedArray, { y, left = 0, step = 1 }: RowPlace): void {
    const { firsts, shares } = this.#columns;
    this.#rowSums.fill(0);
    for (let x = left, at = 0; x < this.image.width; x += step, at += 4) {
      const [first, share] = [firsts[x] ?? 0, shares[x] ?? 1];
      this.#addPixel(row, at, first, share);
      if (share < 1) this.#addPixel(row, at, first + 1, 1 - share);
    }
    const [first, share] = [this.#rows.firsts[y] ?? 0, this.#rows.shares[y] ?? 1];
    this.#addRowSums(first, share);
    if (share < 1) this.#addRowSums(first + 1, 1 - share);
  }

  #addPixel(row: Uint8Array | Uint8ClampedArray, at: number, column: number, share: number): void {
    const sums = this.#rowSums;
    const to = column * SUMS;
    const weight = (row[at + 3] ?? 0) * share;
    sums[to] = (sums[to] ?? 0) + (row[at] ?? 0) * weight;
    sums[to + 1] = (sums[to + 1] ?? 0) + (row[at + 1] ?? 0) * weight;
    sums[to + 2] = (sums[to + 2] ?? 0) + (row[at + 2] ?? 0) * weight;
    sums[to + 3] = (sums[to + 3] ?? 0) + weight;
    sums[to + 4] = (sums[to + 4] ?? 0) + share;
  }

  #addRowSums(row: number, share: number): void {
    const [sums, added] = [this.#sums, this.#rowSums];
    const start = row * added.length;
    for (let at = 0; at < added.length; at++) {
      sums[start + at] = (sums[start + at] ?? 0) + (added[at] ?? 0) * share;
    }
  }

  pixels(): Pixels {
    const { width, height } = this.#size;
    const data = new Uint8Array(width * height * 4);
    for (let pixel = 0; pixel < width * height; pixel++) {
      data.set(meanColour(this.#sums.subarray(pixel * SUMS, (pixel + 1) * SUMS)), pixel * 4);
    }
    return { width, height, data };
  }
}

/** First pixel of the result for each pixel of the image, and the share in it; the rest is in the next pixel. */
interface Spans {
  readonly firsts: Uint32Array;
  readonly shares: Float64Array;
}

/** @param count pixels of the image @param kept pixels of the result, at most `count` */
function spansOf(count: number, kept: number): Spans {
  const spans = { firsts: new Uint32Array(count), shares: new Float64Array(count) };
  for (let at = 0; at < count; at++) {
    const first = Math.floor(at * kept / count);
    spans.firsts[at] = first;
    spans.shares[at] = Math.min(1, ((first + 1) * count - at * kept) / kept);
  }
  return spans;
}

function meanColour([red = 0, green = 0, blue = 0, opacity = 0, count = 0]: Float64Array) {
  if (opacity === 0) return [255, 255, 255, 0];
  return [red / opacity, green / opacity, blue / opacity, opacity / count].map(Math.round);
}

/** The image, reduced until its longest side is at most `side`. */
export function scaled(image: Pixels, side: number): Pixels {
  if (Math.max(image.width, image.height) <= side) return image;
  const reduction = new Reduction(image, side);
  for (let y = 0; y < image.height; y++) {
    const start = y * image.width * 4;
    reduction.addRow(image.data.subarray(start, start + image.width * 4), { y });
  }
  return reduction.pixels();
}

/** Tag of the orientation, in the first directory of a TIFF. */
const ORIENTATION_TAG = 0x0112;
/** Length of "Exif" and its zeros, of which a decoder may leave a part. */
const HEAD_MAX_BYTES = 6;
const ENTRY_BYTES = 12;

/**
 * EXIF orientation of a picture: 1 upright, 3 upside down, 6 turned left, 8 turned right; 2, 4, 5 and 7 are
 * mirrored.
 *
 * @param exif with its header, or a part of it; null for none
 * @returns 1 to 8; 1 when it is missing or invalid
 */
export function exifOrientation(exif: Uint8Array<ArrayBuffer> | null): number {
  if (exif === null) return 1;
  const order = exif.findIndex((byte, at) => isOrder(byte) && exif[at + 1] === byte);
  if (order < 0 || order > HEAD_MAX_BYTES) return 1;
  const view = new DataView(exif.buffer, exif.byteOffset + order, exif.length - order);
  try {
    const isLittle = view.getUint16(0) === 0x4949;
    const directory = view.getUint32(4, isLittle);
    const count = view.getUint16(directory, isLittle);
    for (let rank = 0; rank < count; rank++) {
      const at = directory + 2 + rank * ENTRY_BYTES;
      if (view.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
      const value = view.getUint16(at + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch {
    // An offset outside the data: no orientation.
  }
  return 1;
}

/** Byte order, written twice: "I" for little-endian, "M" for big-endian. */
function isOrder(byte: number): boolean {
  return byte === 0x49 || byte === 0x4d;
}

/** Position in the stored picture of each pixel of the upright picture, by orientation. */
const SOURCES: readonly ((x: number, y: number, w: number, h: number) => [number, number])[] = [
  (x, y) => [x, y],
  (x, y, w) => [w - 1 - x, y],
  (x, y, w, h) => [w - 1 - x, h - 1 - y],
  (x, y, _, h) => [x, h - 1 - y],
  (x, y) => [y, x],
  (x, y, _, h) => [y, h - 1 - x],
  (x, y, w, h) => [w - 1 - y, h - 1 - x],
  (x, y, w) => [w - 1 - y, x],
];

/** The upright picture. @param orientation 1 to 8 */
export function oriented(image: Pixels, orientation: number): Pixels {
  const sourceOf = SOURCES[orientation - 1];
  if (orientation === 1 || sourceOf === undefined) return image;
  const { width: w, height: h } = image;
  const [width, height] = orientation >= 5 ? [h, w] : [w, h];
  const data = new Uint8Array(w * h * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = sourceOf(x, y, w, h);
      const from = (fromY * w + fromX) * 4;
      data.set(image.data.subarray(from, from + 4), (y * width + x) * 4);
    }
  }
  return { width, height, data };
}
