/**
 * Numbers of lines in order, as ranges.
 *
 * @example
 * ```ts
 * lineRanges([12, 13, 14, 20]); // "12 à 14, 20"
 * ```
 */
export function lineRanges(lines: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line === last.to + 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges.map(({ from, to }) => from === to ? `${from}` : `${from} à ${to}`).join(", ");
}
