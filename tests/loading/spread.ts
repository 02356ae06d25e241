/** The middle of some values, and how far they go: "0.42 (0.40 to 0.47)". What a busy machine makes of a figure. */
export function spread(values: readonly number[], decimals: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const text = (at: number) => (sorted[at] ?? NaN).toFixed(decimals);
  return `${text(sorted.length >> 1)} (${text(0)} to ${text(sorted.length - 1)})`;
}
