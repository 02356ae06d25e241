import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { HOUR_MS } from "@/lib/base/durations.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";

/** Hours between the bounds of a civil day. */
export function hoursInDay(date: IsoDate, timeZone?: string): number {
  const { from, to } = dayBounds(date, timeZone);
  return (to - from) / HOUR_MS;
}
