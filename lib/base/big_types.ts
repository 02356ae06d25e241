/**
 * The part of big.js used here; big.js has no types.
 *
 * @module
 */

/** A decimal of any length. Nothing changes it: every operation returns another. */
export interface Decimal {
  plus(other: DecimalSource): Decimal;
  minus(other: DecimalSource): Decimal;
  times(other: DecimalSource): Decimal;
  /** Exact to forty decimals. @throws Error when the divisor is 0 */
  div(other: DecimalSource): Decimal;
  abs(): Decimal;
  eq(other: DecimalSource): boolean;
  gt(other: DecimalSource): boolean;
  gte(other: DecimalSource): boolean;
  lt(other: DecimalSource): boolean;
  lte(other: DecimalSource): boolean;
  /** @param mode 0 towards zero, 1 half away from zero, 3 away from zero */
  round(decimals: number, mode: 0 | 1 | 3): Decimal;
  toNumber(): number;
  /** Without exponent, with this many decimals: "1.10". */
  toFixed(decimals: number): string;
  toString(): string;
}

/** A text such as "0.07850", or a number, which counts as its shortest decimal text. */
export type DecimalSource = Decimal | number | string;

interface DecimalConstructor {
  /** A constructor of its own, whose settings nobody else changes. */
  (): DecimalConstructor;
  /** @throws Error for a text that is no decimal, NaN and infinities */
  new (value: DecimalSource): Decimal;
  /** Decimals of a quotient. */
  DP: number;
}

declare const Big: DecimalConstructor;
export default Big;
