/**
 * A sum that is worth something only when all its parts are known.
 *
 * @spec domain §2 A9, A11
 * @returns 0 for no part at all; null when a part is null
 */
export function completeSum(parts: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const part of parts) {
    if (part === null) return null;
    sum += part;
  }
  return sum;
}

/**
 * The sum of the parts that are known.
 *
 * @spec B §9 "Cumulative sums"
 * @returns null when no part is known
 */
export function knownSum(parts: readonly (number | null)[]): number | null {
  let sum: number | null = null;
  for (const part of parts) {
    if (part !== null) sum = (sum ?? 0) + part;
  }
  return sum;
}

/**
 * A quotient that does not exist when it has nothing to be divided by.
 *
 * @returns null when a term is null or the divisor is 0
 */
export function quotient(dividend: number | null, divisor: number | null): number | null {
  if (dividend === null || divisor === null || divisor === 0) return null;
  return dividend / divisor;
}
