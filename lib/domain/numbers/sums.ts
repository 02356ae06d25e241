/** The sum of numbers, added in order. */
export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The sum of a figure of each element, added in order. */
export function sumBy<Thing>(things: readonly Thing[], figure: (thing: Thing) => number): number {
  return things.reduce((sum, thing) => sum + figure(thing), 0);
}

/** @param values at least one */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}
