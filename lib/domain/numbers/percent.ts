import { round } from "./round.ts";

/** Decimals that remove binary noise from a percentage: 100 × 10.6 / 10 is 106, and 100 × 1.16 / 1.45 is 80. */
const PERCENT_DECIMALS = 6;

/** A percentage without binary noise, so that its status and its text are on the same side of a bound. */
export function cleanPercent(percent: number): number {
  return round(percent, PERCENT_DECIMALS);
}

/** Bounds of figures in percent: a progress bar is bad, a month is compared, a bar is very bad or all is known. */
export const PERCENT_BOUNDS = { bad: 80, compared: 95, full: 100 } as const;

/**
 * Rounds to the nearest whole percent, after removing binary noise, but never up to a bound: 90.95 % is displayed as
 * 91 %, and 99.6 % as 99 %.
 *
 * @spec reports.progress-bar
 * @param percent any number, %
 * @returns whole percent
 */
export function wholePercent(percent: number): number {
  const exact = cleanPercent(percent);
  const rounded = round(exact, 0);
  const isUpToBound = exact < rounded &&
    Object.values(PERCENT_BOUNDS).some((bound) => bound === rounded);
  return isUpToBound ? rounded - 1 : rounded;
}

/** A share in whole percent, as {@link wholePercent} rounds it. @param share 0 to 1 */
export function wholePercentOf(share: number): number {
  return wholePercent(100 * share);
}
