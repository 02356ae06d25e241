/** The sum of some numbers, added in their order. */
export function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** The sum of one figure of each thing, added in their order. */
export function sumBy<Thing>(things: Iterable<Thing>, figure: (thing: Thing) => number): number {
  let sum = 0;
  for (const thing of things) sum += figure(thing);
  return sum;
}

/** @param values at least one */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}
