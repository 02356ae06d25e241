/** The samples of each colour of a JPEG, at a reduced scale (ITU-T T.81, annex A). @module */
import { sumOf } from "@/lib/domain/numbers/sums.ts";
import type { Component, Frame } from "./segments.ts";

/** Samples of a block, and of a row of a block. */
export const BLOCK = 64;
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
