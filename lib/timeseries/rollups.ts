/** Figures of an hour, a day or a month of a series (sums, means, coverage, doubts), computed from readings. @module */

import { finiteOrNull, sumBy } from "@/lib/base/sums.ts";
import type { MeterEvent } from "./meter_event.ts";
import type { Point } from "./readings.ts";
import {
  countedBetween,
  type Interval,
  isLatestOfSlot,
  type JudgedRegister,
  judgeRegister,
  type MarkedSeconds,
} from "./register_judgement.ts";
import { NO_LIMITS } from "./register_rules.ts";
import type { DataKind } from "./units.ts";

/** A figure that an index error, a suspended reading or a jump of the register may touch. @spec series.doubtful */
export interface MaybeDoubtful {
  readonly doubtful?: true | undefined;
}

/** The mark of a figure computed from others: doubtful as soon as one of them is. */
export function doubtfulOf(parts: readonly MaybeDoubtful[]): { doubtful?: true } {
  return parts.some(({ doubtful }) => doubtful) ? { doubtful: true } : {};
}

/**
 * Figures of a series over one hour, day or month.
 *
 * Values are in the series' unit. A period without any reading has count 0, coveredS 0 and nulls.
 */
export interface RollupSlot {
  /** "2024-07" for a month, "2024-07-15" for a day, "2024-07-15T13:00:00Z" for an hour. */
  readonly at: string;
  /** Consumption of the period; null for instants and states, or when unknown. */
  readonly sum: number | null;
  /** Mean, lowest and highest of the five-minute values; null for an index or a state. */
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** The last reading of the period (the register, for an index). */
  readonly last: number | null;
  /** Five-minute slots with a reading; for a consumption, its readings. */
  readonly count: number;
  /** Seconds of the period covered by readings. */
  readonly coveredS: number;
  /** Seconds of the period, including for days of 23 and 25 hours. */
  readonly lengthS: number;
  /** The register at one end was interpolated across a long gap rather than read. */
  readonly estimated: boolean;
  /** An index that is not counted, or a jump of the register, touches it; absent otherwise. */
  readonly doubtful?: true;
}

/**
 * Stored figures of a series for one hour, day or month; sums are integers.
 *
 * Sums are in millionths of the unit, so that days always add up to their month in any order of readings.
 */
export interface Aggregates {
  /** Consumption of an index or a consumption, sum of the values of an instant, in millionths. */
  readonly millionths: number;
  /** Lowest and highest value; 0 for an index or a state. */
  readonly min: number;
  readonly max: number;
  /** Last reading; null when the period only lies within an interval of a register. */
  readonly last: number | null;
  readonly count: number;
  readonly coveredS: number;
  /** Whether the register at the start, at the end, was interpolated across a long gap. */
  readonly drawnAtStart: boolean;
  readonly drawnAtEnd: boolean;
  /** An index that is not counted, or a jump of the register, touches it; absent otherwise. */
  readonly isDoubtful?: true;
}

/**
 * Sums the figures of the days of a month, or of the months of a year.
 *
 * @param parts figures in time order; null where unknown
 * @returns null when all parts are unknown
 */
export function combinedAggregates(parts: readonly (Aggregates | null)[]): Aggregates | null {
  const known = parts.filter((part) => part !== null);
  if (known.length === 0) return null;
  const read = known.filter(({ count }) => count > 0);
  return {
    millionths: sumBy(known, (part) => part.millionths),
    min: read.reduce((min, part) => Math.min(min, part.min), read[0]?.min ?? 0),
    max: read.reduce((max, part) => Math.max(max, part.max), read[0]?.max ?? 0),
    last: read.at(-1)?.last ?? null,
    count: sumBy(known, (part) => part.count),
    coveredS: sumBy(known, (part) => part.coveredS),
    drawnAtStart: parts[0]?.drawnAtStart ?? false,
    drawnAtEnd: parts.at(-1)?.drawnAtEnd ?? false,
    ...known.some(({ isDoubtful }) => isDoubtful) && { isDoubtful: true },
  };
}

/**
 * Converts the figures of a period to the series' unit.
 *
 * @param at "2024-07", "2024-07-15" or the instant of an hour
 * @param lengthS seconds of the period
 * @param aggregates null when unknown
 */
export function slotOf(
  kind: DataKind,
  at: string,
  lengthS: number,
  aggregates: Aggregates | null,
): RollupSlot {
  const estimated = aggregates !== null && (aggregates.drawnAtStart || aggregates.drawnAtEnd);
  const [last, count, coveredS] = aggregates === null
    ? [null, 0, 0]
    : [aggregates.last, aggregates.count, aggregates.coveredS];
  const isAveraged = count > 0 && (kind === "instant" || kind === "consumption");
  return {
    at,
    sum: aggregates === null ? null : sumOf(kind, aggregates),
    mean: isAveraged && aggregates !== null
      ? finiteOrNull(aggregates.millionths / 1e6 / count)
      : null,
    min: isAveraged && aggregates !== null ? aggregates.min : null,
    max: isAveraged && aggregates !== null ? aggregates.max : null,
    last,
    count,
    coveredS,
    lengthS,
    estimated,
    ...aggregates?.isDoubtful && { doubtful: true },
  };
}

/**
 * Share of a period covered by readings.
 *
 * @spec series.completeness
 * @param elapsedS elapsed seconds of the period; the whole period unless it is current
 * @returns 0 to 1
 */
export function completeness(
  slot: Pick<RollupSlot, "coveredS" | "lengthS">,
  elapsedS: number = slot.lengthS,
): number {
  return elapsedS <= 0 ? 0 : Math.min(1, slot.coveredS / elapsedS);
}

function sumOf(kind: DataKind, { millionths, count, coveredS }: Aggregates): number | null {
  if (kind === "index") return coveredS > 0 ? finiteOrNull(millionths / 1e6) : null;
  return kind === "consumption" && count > 0 ? finiteOrNull(millionths / 1e6) : null;
}

/** A period to compute figures for: seconds since 1970, `toS` excluded. */
export interface Span {
  readonly fromS: number;
  readonly toS: number;
}

/** Input of figures: the kind of the series and its points. */
export interface Readings {
  readonly kind: DataKind;
  /** In time order; for an index without its judgement, all of them. */
  readonly points: readonly Point[];
  readonly events?: readonly MeterEvent[];
  /** Judgement of the points of an index; without limits by default. */
  readonly register?: JudgedRegister | undefined;
}

/** The judgement of the points of an index. */
export function registerOf({ points, events = [], register }: Readings): JudgedRegister {
  return register ?? judgeRegister(points, { ...NO_LIMITS, events, verdicts: [] });
}

/**
 * Longest gap between two registers that still counts as a daily reading: a day of 25 hours and an hour of delay.
 *
 * @spec series.rollups
 */
const DAILY_GAP_S = 26 * 3600;

/** Longest gap between two registers for hourly figures. */
export const HOURLY_GAP_S = 2 * 3600;

/**
 * Longest gap between two registers for figures of slots shorter than an hour: half a slot of delay.
 *
 * @spec series.short-slots
 * @param slotS seconds of a slot
 */
export function shortGapS(slotS: number): number {
  return slotS * 1.5;
}

/** How long an instant covers when the completeness of a period is computed. */
const INSTANT_COVERS_S = 3 * 3600;

/**
 * Figures of consecutive periods.
 *
 * Instants are averaged over their five-minute values, consumptions are summed, a state takes its last value. The
 * difference of two registers is spread over the periods it spans, proportionally to time: adjoining periods always
 * add up to the difference.
 *
 * @spec series.rollups
 * @param spans periods in time order, without overlap
 * @param gapS longest gap between registers for which a figure is not an estimate
 * @returns one per period; null when unknown
 */
export function aggregatesOf(
  readings: Readings,
  spans: readonly Span[],
  gapS: number = DAILY_GAP_S,
): readonly (Aggregates | null)[] {
  if (readings.kind === "index") return indexAggregates(readings, spans, gapS);
  const { kind, points } = readings;
  let next = firstFrom(points, spans[0]?.fromS ?? 0);
  return spans.map((span) => {
    const start = next = skipTo(points, next, span.fromS);
    next = skipTo(points, next, span.toS);
    return start === next ? null : valueAggregates(kind, points, start, next, span);
  });
}

function valueAggregates(
  kind: DataKind,
  points: readonly Point[],
  start: number,
  end: number,
  span: Span,
): Aggregates {
  let millionths = 0;
  let min = Infinity;
  let max = -Infinity;
  let coveredS = 0;
  let blockEndS = -Infinity;
  let last = 0;
  for (let at = start; at < end; at++) {
    const { epochS, value } = points[at]!; // between start and end, both inside the list
    millionths += Math.round(value * 1e6);
    if (value < min) min = value;
    if (value > max) max = value;
    last = value;
    if (epochS < blockEndS) continue;
    const block = Math.floor((epochS - span.fromS) / INSTANT_COVERS_S);
    const blockStartS = span.fromS + block * INSTANT_COVERS_S;
    blockEndS = Math.min(blockStartS + INSTANT_COVERS_S, span.toS);
    coveredS += blockEndS - blockStartS;
  }
  const values = kind === "state" ? { millionths: 0, min: 0, max: 0 } : { millionths, min, max };
  return {
    ...values,
    last,
    count: end - start,
    coveredS: kind === "consumption" ? span.toS - span.fromS : coveredS,
    drawnAtStart: false,
    drawnAtEnd: false,
  };
}

function indexAggregates(
  readings: Readings,
  spans: readonly Span[],
  gapS: number,
): readonly (Aggregates | null)[] {
  const { counted: stored, intervals, marks } = registerOf(readings);
  let nextPoint = 0;
  let nextInterval = 0;
  return spans.map((span) => {
    const start = skipTo(stored, nextPoint, span.fromS);
    nextPoint = skipTo(stored, start, span.toS);
    while ((intervals[nextInterval]?.toS ?? Infinity) <= span.fromS) nextInterval++;
    const counted = countedIn(intervals, nextInterval, span, gapS);
    const isDoubtful = isMarked(marks, span);
    if (start === nextPoint && counted.coveredS === 0 && !isDoubtful) return null;
    const last = start === nextPoint ? null : stored[nextPoint - 1]?.value ?? null;
    const count = slotCount(stored, start, nextPoint);
    return { ...counted, min: 0, max: 0, last, count, ...isDoubtful && { isDoubtful } };
  });
}

function isMarked(marks: readonly MarkedSeconds[], { fromS, toS }: Span): boolean {
  return marks.some((mark) => mark.fromS < toS && mark.toS > fromS);
}

function slotCount(points: readonly Point[], start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (isLatestOfSlot(points, at)) count++;
  return count;
}

function countedIn(
  intervals: readonly Interval[],
  first: number,
  { fromS, toS }: Span,
  gapS: number,
): Pick<Aggregates, "millionths" | "coveredS" | "drawnAtStart" | "drawnAtEnd"> {
  let millionths = 0;
  let coveredS = 0;
  let drawnAtStart = false;
  let drawnAtEnd = false;
  for (let at = first;; at++) {
    const interval = intervals[at];
    if (interval === undefined || interval.fromS >= toS) break;
    millionths += countedBetween(interval, fromS, toS);
    coveredS += Math.min(interval.toS, toS) - Math.max(interval.fromS, fromS);
    if (interval.toS - interval.fromS <= gapS && !interval.hasError) continue;
    drawnAtStart ||= interval.fromS < fromS;
    drawnAtEnd ||= interval.toS > toS;
  }
  return { millionths, coveredS, drawnAtStart, drawnAtEnd };
}

/** Index of the first point at or after a second, searching from an index. */
function skipTo(points: readonly Point[], from: number, atS: number): number {
  let at = from;
  while ((points[at]?.epochS ?? Infinity) < atS) at++;
  return at;
}

/**
 * Index of the first point at or after a second, by binary search.
 *
 * @returns the length of the list when every point is before
 */
export function firstFrom(points: readonly Point[], atS: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.epochS ?? Infinity) < atS) low = middle + 1;
    else high = middle;
  }
  return low;
}
