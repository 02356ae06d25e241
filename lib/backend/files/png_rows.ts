import type { PngHeader } from "./png_colours.ts";

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
export class PngRows {
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
