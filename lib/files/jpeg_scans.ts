/** Decodes the scans of a JPEG image into planes of samples. @module */

import { sumOf } from "@/lib/base/sums.ts";
import { BitReader, type HuffmanTable } from "./jpeg_huffman.ts";
import { byteAt, type Component, type Frame, type Tables } from "./jpeg_segments.ts";

/** Samples of a block, and of a row of a block. */
const BLOCK = 64;
const BLOCK_SIDE = 8;

/** Samples computed for a block's row: an eighth of the picture's resolution, a quarter, a half, or all of it. */
export type Scale = 1 | 2 | 4 | 8;

/** Maximum number of stored coefficients of a progressive picture: 64 MiB. */
const COEFFICIENTS_MAX = 32 * 1_024 * 1_024;

/**
 * The smallest scale with at least `side` pixels along the longest side. For a progressive picture, whose coefficients
 * are stored until the last scan, only the block means are used when they would be too many.
 */
export function scaleFor({ isProgressive, width, height, components }: Frame, side: number): Scale {
  const longest = Math.max(width, height);
  const scale = ([1, 2, 4] as const).find((one) => longest * one / BLOCK_SIDE >= side) ?? 8;
  const samples = components.map(({ across, down }) => across * down);
  const perPixel = sumOf(samples) / Math.max(...samples);
  return isProgressive && width * height * perPixel > COEFFICIENTS_MAX ? 1 : scale;
}

/** The samples of one colour, and the coefficients they are computed from. */
export class Plane {
  /** Blocks stored, in whole units, and blocks of the picture. */
  readonly blocksAcross: number;
  readonly blocksDown: number;
  readonly ownAcross: number;
  readonly ownDown: number;
  readonly samples: Uint8ClampedArray<ArrayBuffer>;
  /** Samples of a row. */
  readonly stride: number;
  /** Of every block until the last scan of a progressive picture, else of one block. */
  readonly coefficients: Int16Array<ArrayBuffer>;
  /** Number of stored coefficients of a block. */
  readonly perBlock: number;
  /** Table in use at the first scan of the plane. */
  quantisation: Uint16Array | null = null;
  readonly #basis: Float32Array;
  readonly #half = new Float32Array(BLOCK);

  constructor(
    readonly component: Component,
    { isProgressive, width, height, components }: Frame,
    readonly scale: Scale,
  ) {
    const most = (name: "across" | "down") => Math.max(...components.map((one) => one[name]));
    const [across, down] = [most("across"), most("down")];
    const blocks = (size: number, own: number, all: number) =>
      Math.ceil(Math.ceil(size * own / all) / BLOCK_SIDE);
    const units = (size: number, all: number) => Math.ceil(size / (BLOCK_SIDE * all));
    this.ownAcross = blocks(width, component.across, across);
    this.ownDown = blocks(height, component.down, down);
    this.blocksAcross = units(width, across) * component.across;
    this.blocksDown = units(height, down) * component.down;
    this.stride = this.blocksAcross * scale;
    this.samples = new Uint8ClampedArray(this.stride * this.blocksDown * scale);
    this.perBlock = isProgressive && scale === 1 ? 1 : BLOCK;
    const held = isProgressive ? this.blocksAcross * this.blocksDown : 1;
    this.coefficients = new Int16Array(held * this.perBlock);
    this.#basis = basisOf(scale);
  }

  /** Computes the samples of a block. @param from index of its first coefficient */
  draw(row: number, column: number, from: number): void {
    const { scale, stride, quantisation } = this;
    const [basis, half] = [this.#basis, this.#half];
    if (quantisation === null) throw new TypeError("No quantisation");
    for (let v = 0; v < scale; v++) {
      for (let x = 0; x < scale; x++) {
        let sum = 0;
        for (let u = 0; u < scale; u++) {
          const at = v * BLOCK_SIDE + u;
          const value = (this.coefficients[from + at] ?? 0) * (quantisation[at] ?? 0);
          sum += value * (basis[x * scale + u] ?? 0);
        }
        half[v * scale + x] = sum;
      }
    }
    const corner = row * scale * stride + column * scale;
    for (let y = 0; y < scale; y++) {
      for (let x = 0; x < scale; x++) {
        let sum = 128;
        for (let v = 0; v < scale; v++) {
          sum += (half[v * scale + x] ?? 0) * (basis[y * scale + v] ?? 0);
        }
        this.samples[corner + y * stride + x] = sum;
      }
    }
  }

  /** Computes the samples of all blocks, once their coefficients are complete. */
  drawAll(): void {
    for (let row = 0; row < this.blocksDown; row++) {
      for (let column = 0; column < this.blocksAcross; column++) {
        this.draw(row, column, (row * this.blocksAcross + column) * this.perBlock);
      }
    }
  }
}

/** The cosines of the inverse transform for a scale, by sample and frequency. */
function basisOf(scale: Scale): Float32Array {
  return Float32Array.from({ length: scale * scale }, (_, at) => {
    const [x, u] = [Math.floor(at / scale), at % scale];
    const weight = u === 0 ? Math.SQRT1_2 : 1;
    return weight / 2 * Math.cos((2 * x + 1) * u * Math.PI / (2 * scale));
  });
}

/** Position in its block of each coefficient, in stream order. */
const ZIGZAG = Uint8Array.from(
  `0 1 8 16 9 2 3 10 17 24 32 25 18 11 4 5 12 19 26 33 40 48 41 34 27 20 13 6 7 14 21 28
  35 42 49 56 57 50 43 36 29 22 15 23 30 37 44 51 58 59 52 45 38 31 39 46 53 60 61 54 47 55 62 63`
    .split(/\s+/),
  Number,
);

interface ScannedPlane {
  readonly plane: Plane;
  readonly means: HuffmanTable | undefined;
  readonly others: HuffmanTable | undefined;
  /** Mean of the previous block. */
  mean: number;
}

/** One scan: its range of coefficients, and their bits. */
export class Scan {
  readonly #reader: BitReader;
  readonly #first: number;
  readonly #last: number;
  /** Position of the bit that the scan adds to coefficients; 0 in the last scan of each. */
  readonly #shift: number;
  readonly #isRefinement: boolean;
  readonly #scanned: ScannedPlane[];
  /** Number of following blocks without coefficients. */
  #emptyBlocks = 0;

  /** @param head content of the scan's segment @param at first byte of its bits */
  constructor(
    head: Uint8Array,
    bytes: Uint8Array,
    at: number,
    private readonly frame: Frame,
    private readonly tables: Tables,
    planes: readonly Plane[],
  ) {
    const count = byteAt(head, 0);
    this.#scanned = Array.from({ length: count }, (_, rank) => {
      const id = byteAt(head, 1 + rank * 2);
      const ranks = byteAt(head, 2 + rank * 2);
      const plane = planes.find(({ component }) => component.id === id);
      if (plane === undefined) throw new TypeError("A scan of another colour");
      const { quantisation } = tables;
      plane.quantisation ??= natural(quantisation.get(plane.component.quantisation));
      const means = tables.huffman.get(ranks >> 4);
      return { plane, means, others: tables.huffman.get(0x10 | ranks & 15), mean: 0 };
    });
    const tail = 1 + count * 2;
    const { isProgressive } = frame;
    this.#first = isProgressive ? byteAt(head, tail) : 0;
    this.#last = isProgressive ? byteAt(head, tail + 1) : BLOCK - 1;
    const bits = isProgressive ? byteAt(head, tail + 2) : 0;
    this.#isRefinement = bits >> 4 > 0;
    this.#shift = bits & 15;
    const isMean = this.#first === 0;
    const isSplit = !isProgressive || (isMean ? this.#last === 0 : count === 1);
    const isInBlock = this.#first <= this.#last && this.#last < BLOCK && this.#shift < 14;
    if (count === 0 || !isSplit || !isInBlock) throw new TypeError("A scan that is not read");
    this.#reader = new BitReader(bytes, at);
  }

  /** True when the scan has only coefficients that the scale omits. */
  get isLeftOut(): boolean {
    const [only] = this.#scanned;
    return this.#first > 0 && only?.plane.perBlock === 1;
  }

  /** Reads all blocks. @returns the first byte after the scan */
  read(): number {
    const [only] = this.#scanned;
    if (this.#scanned.length === 1 && only !== undefined) this.#readAlone(only);
    else this.#readUnits();
    this.#reader.end();
    return this.#reader.at;
  }

  /** A scan of a single colour has no blocks beyond the picture. */
  #readAlone(scanned: ScannedPlane): void {
    const { ownAcross, ownDown } = scanned.plane;
    for (let row = 0, rank = 0; row < ownDown; row++) {
      for (let column = 0; column < ownAcross; column++, rank++) {
        this.#beginUnit(rank);
        this.#readBlock(scanned, row, column);
      }
    }
  }

  #readUnits(): void {
    const most = (name: "across" | "down") =>
      Math.max(...this.frame.components.map((one) => one[name]));
    const across = Math.ceil(this.frame.width / (8 * most("across")));
    const down = Math.ceil(this.frame.height / (8 * most("down")));
    for (let unit = 0; unit < across * down; unit++) {
      this.#beginUnit(unit);
      const [top, left] = [Math.floor(unit / across), unit % across];
      for (const scanned of this.#scanned) {
        const own = scanned.plane.component;
        for (let row = top * own.down; row < (top + 1) * own.down; row++) {
          for (let column = left * own.across; column < (left + 1) * own.across; column++) {
            this.#readBlock(scanned, row, column);
          }
        }
      }
    }
  }

  #beginUnit(rank: number): void {
    const { restartInterval } = this.tables;
    if (restartInterval === 0 || rank === 0 || rank % restartInterval !== 0) return;
    this.#reader.restart();
    this.#emptyBlocks = 0;
    for (const scanned of this.#scanned) scanned.mean = 0;
  }

  #readBlock(scanned: ScannedPlane, row: number, column: number): void {
    const { plane } = scanned;
    if (!this.frame.isProgressive) {
      plane.coefficients.fill(0);
      this.#readMean(scanned, 0);
      this.#readOthers(scanned, 0);
      plane.draw(row, column, 0);
      return;
    }
    const from = (row * plane.blocksAcross + column) * plane.perBlock;
    if (this.#first > 0) {
      return this.#isRefinement ? this.#refine(scanned, from) : this.#readOthers(scanned, from);
    }
    if (!this.#isRefinement) this.#readMean(scanned, from);
    else if (this.#reader.bit() === 1) this.#add(plane, from, 1 << this.#shift);
  }

  #readMean(scanned: ScannedPlane, from: number): void {
    scanned.mean += this.#reader.signed(this.#reader.code(present(scanned.means)) & 15);
    scanned.plane.coefficients[from] = scanned.mean << this.#shift;
  }

  /** Reads the coefficients of a block: sequential picture, or first scan of a progressive one. */
  #readOthers({ plane, others }: ScannedPlane, from: number): void {
    if (this.#emptyBlocks > 0) {
      this.#emptyBlocks--;
      return;
    }
    const [reader, table] = [this.#reader, present(others)];
    for (let rank = Math.max(1, this.#first); rank <= this.#last; rank++) {
      const code = reader.code(table);
      const [zeros, length] = [code >> 4, code & 15];
      if (length === 0) {
        if (zeros < 15) return this.#skipBlocks(zeros);
        rank += 15;
        continue;
      }
      rank += zeros;
      if (rank > this.#last) throw new TypeError("Coefficients past their block");
      plane.coefficients[from + (ZIGZAG[rank] ?? 0)] = reader.signed(length) << this.#shift;
    }
  }

  /** Ends this block, and some that follow. */
  #skipBlocks(length: number): void {
    this.#emptyBlocks = (1 << length) - 1 + this.#reader.bits(length);
  }

  /** Adds a bit to each nonzero coefficient, and new coefficients between them. */
  #refine({ plane, others }: ScannedPlane, from: number): void {
    const [reader, table] = [this.#reader, present(others)];
    let rank = this.#first;
    while (this.#emptyBlocks === 0 && rank <= this.#last) {
      const code = reader.code(table);
      const [zeros, length] = [code >> 4, code & 15];
      if (length === 0 && zeros < 15) {
        this.#emptyBlocks = (1 << zeros) + reader.bits(zeros);
        break;
      }
      const added = length === 0 ? 0 : (reader.bit() === 1 ? 1 : -1) << this.#shift;
      rank = this.#refineUpTo(plane, from, { rank, zeros });
      if (rank <= this.#last) plane.coefficients[from + (ZIGZAG[rank] ?? 0)] = added;
      else if (added !== 0) throw new TypeError("Coefficients past their block");
      rank++;
    }
    if (this.#emptyBlocks === 0) return;
    this.#refineUpTo(plane, from, { rank, zeros: BLOCK });
    this.#emptyBlocks--;
  }

  /** @returns the rank of the zero coefficient after `zeros` others */
  #refineUpTo(plane: Plane, from: number, { rank, zeros }: { rank: number; zeros: number }) {
    let left = zeros;
    for (; rank <= this.#last; rank++) {
      const at = from + (ZIGZAG[rank] ?? 0);
      if (plane.coefficients[at] === 0) {
        if (left-- === 0) return rank;
      } else if (this.#reader.bit() === 1) this.#add(plane, at, 1 << this.#shift);
    }
    return rank;
  }

  /** Adds a bit to a coefficient, away from zero; for the mean, whose bits include its sign, the bit is set. */
  #add({ coefficients }: Plane, at: number, bit: number): void {
    const value = coefficients[at] ?? 0;
    if ((value & bit) !== 0) return;
    coefficients[at] = this.#first > 0 && value < 0 ? value - bit : value | bit;
  }
}

function present(table: HuffmanTable | undefined): HuffmanTable {
  if (table === undefined) throw new TypeError("No such table");
  return table;
}

/** A table, reordered from stream order to block order. */
function natural(table: Uint16Array | undefined): Uint16Array {
  if (table === undefined) throw new TypeError("No such table");
  const ordered = new Uint16Array(BLOCK);
  for (const [rank, at] of ZIGZAG.entries()) ordered[at] = table[rank] ?? 0;
  return ordered;
}
