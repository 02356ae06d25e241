/** What changed readings change: spans, jumps of registers, and figures of days. @module */

import type { RegisterJump } from "./meter_event.ts";
import type { Point } from "./readings.ts";
import { type Aggregates, type Readings, registerOf, type Span } from "./rollups.ts";
import type { DataKind } from "./units.ts";

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

/**
 * Corrects a day whose readings were purged, from late readings.
 *
 * Late readings count when there are at least as many as the readings of the stored day: they are then the whole day,
 * and the day takes their figures. A register takes their last value: its gain is subtracted from the next day.
 *
 * @spec issue 4 §1 "A correction older than the kept detail changes the roll-up by difference"
 * @param came figures of the late readings only
 * @returns null when they cannot represent the whole day
 */
export function correctedDay(
  kind: DataKind,
  known: Aggregates,
  came: Aggregates,
): { readonly aggregates: Aggregates; readonly nextDayMillionths: number } | null {
  if (came.count < known.count || came.last === null) return null;
  if (kind !== "index") {
    return { aggregates: { ...came, coveredS: known.coveredS }, nextDayMillionths: 0 };
  }
  if (known.last === null) return null;
  const gained = Math.round((came.last - known.last) * 1e6);
  const millionths = known.millionths + gained;
  if (millionths < 0) return null;
  const aggregates = { ...known, millionths, last: came.last, count: came.count };
  // Avoids -0.
  return { aggregates, nextDayMillionths: 0 - gained };
}

/** A day's figures plus a gain or loss, in millionths of the unit; null when the result would be negative. */
export function withGained(aggregates: Aggregates, millionths: number): Aggregates | null {
  const total = aggregates.millionths + millionths;
  return total < 0 ? null : { ...aggregates, millionths: total };
}

/**
 * Updates a day known only in part, after a change in that part: the day changes by the same amount.
 *
 * @spec series.late-readings
 * @param known the stored day; null when there is none
 * @param before figures of the part before the change
 * @param after figures of the part after the change
 */
export function movedDay(
  known: Aggregates | null,
  { before, after }: { readonly before: Aggregates | null; readonly after: Aggregates | null },
): Aggregates | null {
  if (known === null) return after;
  const millionths = known.millionths + (after?.millionths ?? 0) - (before?.millionths ?? 0);
  return { ...known, millionths: Math.max(0, millionths), last: after?.last ?? known.last };
}

/** Maximum number of jumps stored per meter, newest first kept. */
const JUMPS_KEPT = 20;

/**
 * The jumps of a meter after a part of its readings was judged again: the jumps in that part are replaced, the others
 * stay.
 *
 * @spec series.register-falls
 * @param known jumps before, in time order
 * @param found jumps of the part, in time order
 */
export function changedJumps(
  known: readonly RegisterJump[],
  found: readonly RegisterJump[],
  { fromS, toS }: Span,
): readonly RegisterJump[] {
  const isInPart = ({ epochS }: RegisterJump) => epochS >= fromS && epochS < toS;
  const others = known.filter((jump) => !isInPart(jump));
  const inPart = found.filter(isInPart);
  if (inPart.length === 0) return others.length === known.length ? known : others;
  return [...others, ...inPart].sort((a, b) => a.epochS - b.epochS).slice(-JUMPS_KEPT);
}
