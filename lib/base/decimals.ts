/** Exact decimals, and the rounding of prices, amounts and energies. @module */

// @ts-types="./big_types.ts"
import Big, { type Decimal, type DecimalSource } from "big.js";
import { sumOf } from "./sums.ts";

export type { Decimal, DecimalSource };

const Exact = Big();
// No quotient of figures of this program lies nearer to a half without being one.
Exact.DP = 40;

/** The decimal of a text or a number: 0.1 is one tenth. @throws Error when it is none */
export function exact(value: DecimalSource): Decimal {
  return new Exact(value);
}

/** The exact sum of some decimals; 0 without any. */
export function exactSum(values: readonly DecimalSource[]): Decimal {
  return values.reduce<Decimal>((sum, value) => sum.plus(value), exact(0));
}

/** The exact sum of figures that are all known; null without any, or when one is unknown. */
export function completeExactSum(values: readonly (DecimalSource | null)[]): Decimal | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : exactSum(known);
}

/** A quotient that is not divided yet: thirds stay exact. */
export interface Fraction {
  readonly of: Decimal;
  readonly by: Decimal;
}

/** The exact sum of some quotients, not divided: three times 1/6 is a half. */
export function fractionSum(parts: readonly Fraction[]): Fraction {
  return parts.reduce(
    (sum, { of, by }) =>
      sum.by.eq(by)
        ? { of: sum.of.plus(of), by }
        : { of: sum.of.times(by).plus(of.times(sum.by)), by: sum.by.times(by) },
    { of: exact(0), by: exact(1) },
  );
}

/** Distance from a half, in units of the last decimal, under which binary arithmetic may round the wrong way. */
const NEAR_A_HALF = 1e-6;

/**
 * R(Σof/Σby, decimals), exact: divided in binary unless that is near a half. For a figure of each residence of a list: the
 * exact divisions of 22 took 8 % of the processor time of their page.
 *
 * @param by numbers whose sum is above 0
 */
export function roundedQuotient(
  of: readonly number[],
  by: readonly number[],
  decimals: number,
): number {
  const unit = 10 ** decimals;
  const scaled = unit * sumOf(of) / sumOf(by);
  const isNear = Math.abs(Math.abs(scaled % 1) - 0.5) < NEAR_A_HALF;
  return isNear || Math.abs(scaled) >= 1e9
    ? R(exactSum(of).div(exactSum(by)), decimals).toNumber()
    : Math.round(scaled) / unit || 0;
}

const HALF_AWAY_FROM_ZERO = 1;

/**
 * Rounds an exact value: R(x, d) of the specification. 1.005 to two decimals is 1.01, −2.5 to the unit is −3.
 *
 * A product or a quotient of binary numbers is rounded already: compute with {@link exact} before.
 *
 * @spec texts.exact-rounding
 * @param decimals 0 or more; fewer than 0 round to tens, hundreds…
 * @returns a half is away from zero; never −0
 */
export function R(value: DecimalSource, decimals: number): Decimal {
  const rounded = exact(value).round(decimals, HALF_AWAY_FROM_ZERO);
  return rounded.eq(0) ? exact(0) : rounded;
}
