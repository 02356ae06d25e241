import { round } from "./round.ts";

/** Decimals that remove binary noise from a percentage: 100 × 10.6 / 10 is 106, and 100 × 1.16 / 1.45 is 80. */
const PERCENT_DECIMALS = 6;

/** A percentage without binary noise, so that its status and its text are on the same side of a bound. */
export function cleanPercent(percent: number): number {
  return round(percent, PERCENT_DECIMALS);
}

/**
 * Rounds down, after removing binary noise: 99.6 % must not be displayed as 100 %, nor 58 % as 57 % because 100 × 0.58
 * is 57.99999999999999.
 *
 * @param percent any number, %
 * @returns whole percent
 */
export function wholePercent(percent: number): number {
  return Math.floor(cleanPercent(percent));
}

/** A share in whole percent, as {@link wholePercent} rounds it. @param share 0 to 1 */
export function wholePercentOf(share: number): number {
  return wholePercent(100 * share);
}
