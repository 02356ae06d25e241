/** Decimals as whole numbers of their last place. @module */

/** Whole numbers from this value on are stored as floats. */
export const LARGEST_WHOLE: number = 2 ** 51;
/** Powers of ten by decimal places. */
export const POWERS: readonly number[] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];

/** Most decimal places stored as a whole number. */
export const MOST_PLACES = 6;

/** Decimal places with which the value is exactly a whole number, starting at `from`; null for none. */
export function decimalPlaces(value: number, from: number): number | null {
  for (let places = from; places <= MOST_PLACES; places++) {
    const whole = scaled(value, places);
    if (Math.abs(whole) >= LARGEST_WHOLE) return null;
    if (Object.is(unscaled(whole, places), value)) return places;
  }
  return null;
}

/** The value in units of its last decimal place. */
export function scaled(value: number, places: number): number {
  return Math.round(value * (POWERS[places] ?? 1));
}

/** The value from its units of the last decimal place: the nearest double. */
export function unscaled(whole: number, places: number): number {
  return whole / (POWERS[places] ?? 1);
}
