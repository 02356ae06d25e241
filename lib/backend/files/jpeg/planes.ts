/** The samples of each colour of a JPEG, at a reduced scale (ITU-T T.81, annex A). @module */
import { sumOf } from "@/lib/domain/numbers/sums.ts";
import type { Component, Frame } from "./segments.ts";

/** Samples of a block, and of each of its rows. */
export const BLOCK = 64;
const BLOCK_SIDE = 8;

/** Samples of a block's row that are made: an eighth of the picture, a quarter, a half, or all of it. */
export type Scale = 1 | 2 | 4 | 8;

/** Coefficients of a progressive picture that are held at most: 64 MiB. */
const COEFFICIENTS_MAX = 32 * 1_024 * 1_024;

/**
 * The smallest scale that leaves so many pixels along the longest side. A progressive picture, of which all coefficients
 * would be held to its last scan, is made from the means of its blocks where they would be too many.
 */
export function scaleFor({ isProgressive, width, height, components }: Frame, side: number): Scale {
  const longest = Math.max(width, height);
  const scale = ([1, 2, 4] as const).find((one) => longest * one / BLOCK_SIDE >= side) ?? 8;
  const samples = components.map(({ across, down }) => across * down);
  const perPixel = sumOf(samples) / Math.max(...samples);
  return isProgressive && width * height * perPixel > COEFFICIENTS_MAX ? 1 : scale;
}

/** The samples of one colour, and the coefficients that they are made from. */
export class Plane {
  /** Blocks that are stored, in whole units, and blocks of the picture. */
  readonly blocksAcross: number;
  readonly blocksDown: number;
  readonly ownAcross: number;
  readonly ownDown: number;
  readonly samples: Uint8ClampedArray<ArrayBuffer>;
  /** Samples of a row. */
  readonly stride: number;
  /** Of every block until the last scan of a progressive picture, else of one. */
  readonly coefficients: Int16Array<ArrayBuffer>;
  /** Coefficients of a block that are held. */
  readonly perBlock: number;
  /** Those that its first scan was read with. */
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

  /** Makes the samples of a block. @param from its first coefficient */
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

  /** Makes the samples of all blocks, once their coefficients are whole. */
  drawAll(): void {
    for (let row = 0; row < this.blocksDown; row++) {
      for (let column = 0; column < this.blocksAcross; column++) {
        this.draw(row, column, (row * this.blocksAcross + column) * this.perBlock);
      }
    }
  }
}

/** The cosines of the inverse transform of so many samples, by sample and frequency. */
function basisOf(scale: Scale): Float32Array {
  return Float32Array.from({ length: scale * scale }, (_, at) => {
    const [x, u] = [Math.floor(at / scale), at % scale];
    const weight = u === 0 ? Math.SQRT1_2 : 1;
    return weight / 2 * Math.cos((2 * x + 1) * u * Math.PI / (2 * scale));
  });
}
