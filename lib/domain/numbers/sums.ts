/** The sum of some numbers, added in their order. */
export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The sum of one figure of each thing, added in their order. */
export function sumBy<Thing>(things: readonly Thing[], figure: (thing: Thing) => number): number {
  return things.reduce((sum, thing) => sum + figure(thing), 0);
}

/** @param values at least one */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}
