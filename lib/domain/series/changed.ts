import { type Readings, registerOf, type Span } from "./rollup.ts";
import type { Point } from "./types.ts";

/**
 * The intervals whose figures differ between two states of a series.
 *
 * A change may reach far: a reading that becomes an error joins its neighbours, years apart. Only differing intervals
 * are returned, not the time between them.
 *
 * @returns in time order, without overlap, `toS` just after the last second concerned; empty when no figure differs
 */
export function changedSpans(
  { before, after }: { readonly before: Readings; readonly after: Readings },
): readonly Span[] {
  if (before.kind !== "index") return spansOf(differing(before.points, after.points, samePoint));
  const [was, is] = [registerOf(before), registerOf(after)];
  const counted = differing(was.counted, is.counted, samePoint);
  const intervals = differing(
    was.intervals,
    is.intervals,
    (a, b) => sameSpan(a, b) && a.millionths === b.millionths && a.hasError === b.hasError,
  );
  const marks = differing(was.marks, is.marks, sameSpan);
  return spansOf(counted, [...intervals, ...marks]);
}

function spansOf(points: readonly Point[], spans: readonly Span[] = []): readonly Span[] {
  const all = points.map(({ epochS }): Span => ({ fromS: epochS, toS: epochS + 1 }));
  for (const { fromS, toS } of spans) all.push({ fromS, toS });
  return joined(all.sort((a, b) => a.fromS - b.fromS));
}

function sameSpan(a: Span, b: Span): boolean {
  return a.fromS === b.fromS && a.toS === b.toS;
}

/** Spans in order, with touching or overlapping spans merged. */
function joined(spans: readonly Span[]): readonly Span[] {
  const found: { fromS: number; toS: number }[] = [];
  for (const { fromS, toS } of spans) {
    const last = found.at(-1);
    if (last === undefined || fromS > last.toS) found.push({ fromS, toS });
    else if (toS > last.toS) last.toS = toS;
  }
  return found;
}

/** The rest of two lists without their common beginning and end. */
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

function samePoint(a: Point, b: Point): boolean {
  return a.epochS === b.epochS && a.value === b.value && a.text === b.text;
}
