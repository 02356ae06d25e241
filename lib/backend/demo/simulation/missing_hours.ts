import { HOUR_S } from "@/lib/domain/periods/durations.ts";
import { isIndex, type MissingHours, type SimulatedSeries } from "./simulation.ts";
import type { ZonedCalendar } from "./zoned_calendar.ts";

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
export function missingFromS(
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
