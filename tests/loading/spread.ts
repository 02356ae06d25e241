/**
 * The median of some values with their range, "0.42 (0.40 to 0.47)": the noise of a busy machine.
 */
export function spread(values: readonly number[], decimals: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  const text = (at: number) => (sorted[at] ?? NaN).toFixed(decimals);
  return `${text(sorted.length >> 1)} (${text(0)} to ${text(sorted.length - 1)})`;
}
