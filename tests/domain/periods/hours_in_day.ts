import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { HOUR_MS } from "@/lib/domain/periods/durations.ts";
import { dayBounds } from "@/lib/domain/periods/zoned_days.ts";

/** Hours between the bounds of a civil day. */
export function hoursInDay(date: IsoDate, timeZone?: string): number {
  const { from, to } = dayBounds(date, timeZone);
  return (to - from) / HOUR_MS;
}
