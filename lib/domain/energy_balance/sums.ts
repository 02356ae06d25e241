/** Significant digits guaranteed in the largest term of a sum. */
const SURE_DIGITS = 15;

/**
 * Sum of terms of both signs without the binary residue left when they cancel out: 1001.1 − 1000.6 is 0.5.
 *
 * @param terms finite
 */
export function cleanSum(terms: readonly number[]): number {
  const sum = terms.reduce((total, term) => total + term, 0);
  const largest = Math.max(...terms.map(Math.abs));
  const decimals = SURE_DIGITS - 1 - Math.floor(Math.log10(largest));
  // Plus 0 turns -0 into 0.
  return decimals >= 0 && decimals <= MOST_DECIMALS ? Number(sum.toFixed(decimals)) + 0 : sum;
}

/** Most decimals that `toFixed` accepts. */
const MOST_DECIMALS = 100;

/**
 * Sum that is known only when all its parts are known.
 *
 * @spec balance.hot-water
 * @returns 0 without parts; null when a part is null
 */
export function completeSum(parts: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const part of parts) {
    if (part === null) return null;
    sum += part;
  }
  return sum;
}

/** Sum of the known parts. @spec balance.cumulative @returns null when no part is known */
export function knownSum(parts: readonly (number | null)[]): number | null {
  let sum: number | null = null;
  for (const part of parts) {
    if (part !== null) sum = (sum ?? 0) + part;
  }
  return sum;
}

/** Quotient of two terms. @returns null when a term is null or the divisor is 0 */
export function quotient(dividend: number | null, divisor: number | null): number | null {
  if (dividend === null || divisor === null || divisor === 0) return null;
  return dividend / divisor;
}
