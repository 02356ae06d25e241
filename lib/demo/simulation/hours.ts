/** Hours of simulated series: missing ones, those of a fault, parts, and the value at an instant. @module */

import { HOUR_S } from "@/lib/base/durations.ts";
import { sumOf } from "@/lib/base/sums.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import type { DemoFault } from "@/lib/demo/seed/faults.ts";
import type { Aggregates, RollupSlot, Span } from "@/lib/timeseries/rollups.ts";
import { countedBetween } from "@/lib/timeseries/register_judgement.ts";
import { slotsOfSpans } from "@/lib/timeseries/store/rollup_slots.ts";
import { FIRST_YEAR, hourAmounts, registerAtStart, ZonedCalendar } from "./calendar.ts";
import { isIndex, type MissingHours, type SimulatedSeries } from "./simulation.ts";

/** Hours of the local clock since 1 January 1970, `to` excluded; Infinity while a fault lasts. */
export interface FaultHours {
  readonly from: number;
  readonly to: number;
}

const calendar = new ZonedCalendar(DEFAULT_TIME_ZONE);

/** The hours of a fault of a demo that was filled at an instant, epoch ms. */
export function faultHours(
  { daysAgo, hour, hours }: Pick<DemoFault, "daysAgo" | "hour" | "hours">,
  filledMs: number,
): FaultHours {
  const today = calendar.dayAt(Math.floor(filledMs / 1_000));
  const from = (today - daysAgo) * 24 + hour;
  return { from, to: hours === null ? Infinity : from + hours };
}

/** When an hour of the local clock begins, seconds since 1970; in spring the one after that which is missing. */
export function secondOfHour(localHour: number): number {
  const { fromS, hours } = calendar.day(Math.floor(localHour / 24));
  const position = hours.findIndex((hour) => hour >= localHour % 24);
  return fromS + position * 3_600;
}

/** Seconds between two readings. */
export const STEP_S = 300;

export function isMissing(missing: MissingHours | null, hour: number): boolean {
  return missing !== null && hour >= missing.from && hour < missing.to;
}

/** Whether a register was read neither just before nor just after the midnight that begins a day. */
export function isSpread(
  series: SimulatedSeries | undefined,
  calendar: ZonedCalendar,
  day: number,
): boolean {
  if (series === undefined || !isIndex(series)) return false;
  const midnight = calendar.midnight(day);
  return [midnight, midnight - STEP_S].every((epochS) =>
    missingFromS(series, calendar, epochS) !== null
  );
}

/** Time of the last reading, epoch s: the last five minutes begun, unless the series is silent. */
export function readUntilS(
  series: SimulatedSeries | undefined,
  calendar: ZonedCalendar,
  nowMs: number,
): number {
  const begunS = Math.floor(nowMs / 1_000 / STEP_S) * STEP_S;
  let untilS = Math.min(begunS, series?.silentFromS ?? Infinity);
  for (;;) {
    const fromS = series === undefined ? null : missingFromS(series, calendar, untilS);
    if (fromS === null) return untilS;
    untilS = fromS - STEP_S;
  }
}

/** When the hours without readings around an instant begin on its day, epoch s; null when it has readings. */
function missingFromS(
  { missingOn }: SimulatedSeries,
  calendar: ZonedCalendar,
  epochS: number,
): number | null {
  if (missingOn === undefined) return null;
  const dayNumber = calendar.dayAt(epochS);
  const missing = missingOn(dayNumber);
  if (missing === null) return null;
  const { fromS, hours } = calendar.day(dayNumber);
  const hour = hours[Math.floor((epochS - fromS) / HOUR_S)] ?? 0;
  if (!isMissing(missing, hour)) return null;
  return fromS + hours.findIndex((one) => one >= missing.from) * HOUR_S;
}

/**
 * Slots within the hours of a day of a simulated meter, which counts evenly during each hour.
 *
 * @param hours of the day, the first of which starts at `dayS`, epoch s
 */
export function partsOfHours(
  hours: readonly RollupSlot[],
  dayS: number,
  spans: readonly Span[],
): readonly RollupSlot[] {
  const figures = spans.map(({ fromS, toS }): Aggregates | null => {
    const position = Math.floor((fromS - dayS) / HOUR_S);
    const hour = hours[position];
    if (hour === undefined || hour.sum === null) return null;
    const startS = dayS + position * HOUR_S;
    const endS = startS + hour.coveredS;
    const coveredS = Math.max(0, Math.min(toS, endS) - fromS);
    if (coveredS === 0) return null;
    const interval = { fromS: startS, toS: endS, millionths: Math.round(hour.sum * 1e6) };
    return {
      millionths: countedBetween(interval, fromS, toS),
      min: 0,
      max: 0,
      last: null,
      count: hour.count === 0 ? 0 : Math.floor(coveredS / STEP_S),
      coveredS,
      drawnAtStart: hour.estimated,
      drawnAtEnd: false,
    };
  });
  return slotsOfSpans(spans, "index", figures);
}

/** The value that a series reads at an instant, epoch s; null where it has no reading. */
export function valueAt(
  series: SimulatedSeries,
  calendar: ZonedCalendar,
  epochS: number,
): number | null {
  const day = calendar.day(calendar.dayAt(epochS));
  if (day.year < FIRST_YEAR) return null;
  const { simulation } = series;
  if (missingFromS(series, calendar, epochS) !== null) return null;
  const index = Math.floor((epochS - day.fromS) / HOUR_S);
  if (simulation.flagged === "instant") {
    return simulation.valueAt(day.year, day.dayOfYear, day.hours[index] ?? 0);
  }
  const amounts = hourAmounts(simulation, day);
  if (amounts === null) return null;
  if (!isIndex(series)) return (amounts[index] ?? 0) * STEP_S / HOUR_S;
  const before = sumOf(amounts.slice(0, index));
  const share = (epochS - day.fromS) / HOUR_S - index;
  return registerAtStart(simulation, day.year, day.dayOfYear) + before +
    (amounts[index] ?? 0) * share;
}
