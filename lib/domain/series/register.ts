import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { slotOf } from "./merge.ts";
import type { MeterEvent, Point } from "./types.ts";

/** Consumption of a meter between two readings. */
export interface Interval {
  readonly fromS: number;
  readonly toS: number;
  /** Millionths of the series' unit, an integer: sums of them never drift. */
  readonly millionths: number;
}

/** Longest gap between two readings whose difference is spread; a longer gap says nothing about the years it spans. */
export const LONGEST_SPREAD_S = 3 * 366 * 86_400;

/**
 * Consumption of a meter between its readings: one interval per pair, without gaps.
 *
 * A register that falls without a dated event counts nothing for that interval. A single reading below both its
 * neighbours is a transmission error and is ignored. An event splits its interval: up to the final index of the old
 * register, then from the first index of the new one. A reading at the second of an event may be of either register:
 * the indexes of the event are counted, not the reading, unless nobody read the old register (decision 218).
 *
 * @spec series.registers
 * @param points registers in time order
 * @param events dated events in time order
 * @returns intervals in time order; they never overlap
 */
export function registerIntervals(
  points: readonly Point[],
  events: readonly MeterEvent[] = [],
): readonly Interval[] {
  const intervals: Interval[] = [];
  let from: Point | undefined;
  for (const point of validRegisters(points, events)) {
    if (from !== undefined) pushIntervals(intervals, from, point, events);
    from = point;
  }
  return intervals;
}

/**
 * The readings from which a meter's consumption is computed.
 *
 * Among the latest readings of each slot, those below both their neighbours are left out: a single 0 read at boot would
 * otherwise count the whole register again. The first reading of a slot only shows how much of the difference precedes
 * it: it is left out unless it lies between its neighbours.
 *
 * @spec series.registers, decision 113
 */
export function validRegisters(
  points: readonly Point[],
  events: readonly MeterEvent[] = [],
): readonly Point[] {
  if (isRising(points)) return points;
  const isFall = (from: Point, to: Point) =>
    to.value < from.value && eventsBetween(events, from.epochS, to.epochS).length === 0;
  const latest = points.filter((_, at) => isLatestOfSlot(points, at));
  const counted = latest.filter((point, at) =>
    !isDip(latest[at - 1], point, latest[at + 1], events)
  );
  if (latest.length === points.length) return counted;
  const valid: Point[] = [];
  let rank = 0;
  for (const [at, point] of points.entries()) {
    const [before, next] = [valid.at(-1), counted[rank]];
    if (point === next) rank++;
    else if (next === undefined || isLatestOfSlot(points, at)) continue;
    else if (isFall(point, next) || before !== undefined && isFall(before, point)) continue;
    valid.push(point);
  }
  return valid;
}

/** Whether no register is below the previous one, which is nearly always the case. */
export function isRising(points: readonly Point[]): boolean {
  for (let at = 1; at < points.length; at++) {
    if ((points[at]?.value ?? 0) < (points[at - 1]?.value ?? 0)) return false;
  }
  return true;
}

/** Whether a reading is the last of its slot. */
export function isLatestOfSlot(points: readonly Point[], at: number): boolean {
  const [point, next] = [points[at], points[at + 1]];
  return point === undefined || next === undefined || slotOf(next.epochS) !== slotOf(point.epochS);
}

function isDip(
  before: Point | undefined,
  point: Point,
  after: Point | undefined,
  events: readonly MeterEvent[],
): boolean {
  return before !== undefined && after !== undefined && point.value < before.value &&
    after.value >= before.value && eventsBetween(events, before.epochS, after.epochS).length === 0;
}

/**
 * Part of an interval's count that falls between two seconds, proportional to time.
 *
 * The parts of adjoining spans add up exactly to the whole.
 *
 * @returns millionths of the series' unit
 */
export function countedBetween(interval: Interval, fromS: number, toS: number): number {
  return countedUntil(interval, toS) - countedUntil(interval, fromS);
}

/**
 * Consumption of a meter from one reading to a later one, across its events.
 *
 * @spec series.meter-events
 * @returns in the unit of the series; null when nothing is counted because the register fell without an event
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * // 1 004 − 1 000 on the old meter, 3 − 1 on the new one
 * strictEqual(countedFrom({ epochS: 0, value: 1000 }, { epochS: 9, value: 3 }, [
 *   { epochS: 5, what: "replacement", finalIndex: 1004, firstIndex: 1, comment: "" },
 * ]), 6);
 * ```
 */
export function countedFrom(from: Point, to: Point, events: readonly MeterEvent[]): number | null {
  const intervals: Interval[] = [];
  pushIntervals(intervals, from, to, events);
  if (intervals.length === 0) return null;
  return sumBy(intervals, ({ millionths }) => millionths) / 1e6;
}

function countedUntil({ fromS, toS, millionths }: Interval, atS: number): number {
  if (atS <= fromS) return 0;
  if (atS >= toS) return millionths;
  return Math.round(millionths * ((atS - fromS) / (toS - fromS)));
}

function pushIntervals(
  intervals: Interval[],
  from: Point,
  to: Point,
  events: readonly MeterEvent[],
): void {
  let atS = from.epochS;
  let register = from.value;
  for (const event of eventsBetween(events, from.epochS, to.epochS)) {
    const final = event.finalIndex ?? readAsFinal(event, register, to);
    if (final !== null) pushCount(intervals, atS, event.epochS, final - register);
    atS = event.epochS;
    register = event.firstIndex;
  }
  pushCount(intervals, atS, to.epochS, to.value - register);
}

function pushCount(intervals: Interval[], fromS: number, toS: number, counted: number): void {
  if (counted < 0 || toS <= fromS || toS - fromS > LONGEST_SPREAD_S) return;
  intervals.push({ fromS, toS, millionths: Math.round(counted * 1e6) });
}

/**
 * The reading at the second of an event whose final index is unknown, when it is of the old register: not below the
 * register before it, and nearer to that one than to the first index of the new register.
 */
function readAsFinal(event: MeterEvent, register: number, at: Point): number | null {
  if (at.epochS !== event.epochS || at.value < register) return null;
  return at.value - register < Math.abs(at.value - event.firstIndex) ? at.value : null;
}

/** The events that separate two readings, those at the second of either included. */
export function eventsBetween(
  events: readonly MeterEvent[],
  fromS: number,
  toS: number,
): readonly MeterEvent[] {
  if (events.length === 0) return events;
  return events.filter(({ epochS }) => epochS >= fromS && epochS <= toS);
}
