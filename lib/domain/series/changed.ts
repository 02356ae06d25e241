import { registerIntervals } from "./register.ts";
import type { Readings, Span } from "./rollup.ts";

/**
 * The span of time whose figures differ between two states of a series.
 *
 * @returns null when every figure is the same; `toS` is just after the last second concerned
 */
export function changedSpan(before: Readings, after: Readings): Span | null {
  let [fromS, toS] = [Infinity, -Infinity];
  const widen = (from: number, to: number) => {
    fromS = Math.min(fromS, from);
    toS = Math.max(toS, to);
  };
  for (const { epochS } of differing(before.points, after.points, samePoint)) {
    widen(epochS, epochS + 1);
  }
  if (before.kind === "index") {
    const intervals = differing(
      registerIntervals(before.points, before.events),
      registerIntervals(after.points, after.events),
      (a, b) => a.fromS === b.fromS && a.toS === b.toS && a.millionths === b.millionths,
    );
    for (const interval of intervals) widen(interval.fromS, interval.toS);
  }
  return toS === -Infinity ? null : { fromS, toS };
}

/** What remains of two lists once their common beginning and end are taken away. */
function differing<T>(
  before: readonly T[],
  after: readonly T[],
  same: (a: T, b: T) => boolean,
): readonly T[] {
  const shorter = Math.min(before.length, after.length);
  const isSame = (a: T | undefined, b: T | undefined) =>
    a !== undefined && b !== undefined && (a === b || same(a, b));
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  return [...before.slice(start, before.length - end), ...after.slice(start, after.length - end)];
}

function samePoint(
  a: { epochS: number; value: number; text?: string },
  b: { epochS: number; value: number; text?: string },
): boolean {
  return a.epochS === b.epochS && a.value === b.value && a.text === b.text;
}
