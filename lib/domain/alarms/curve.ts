import {
  addDays,
  dateParts,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  monthOf,
} from "@/lib/domain/periods/civil_dates.ts";
import { daysOfMonth } from "@/lib/domain/periods/period.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilDateOf, type InstantBounds } from "@/lib/domain/periods/zoned_days.ts";

const DAY_MS = 24 * 3_600_000;

/** What the curve of an alarm shows: a day before its start and a day after, as far as now. */
export function curveBounds(start: string, nowMs: number): InstantBounds {
  const startMs = Date.parse(start);
  return { from: startMs - DAY_MS, to: Math.min(startMs + DAY_MS, nowMs) };
}

/** The days, each as a range of hours, that hold what the curve of an alarm shows. */
export function curveDays({ from, to }: InstantBounds, timeZone: string): PeriodRange[] {
  const days: PeriodRange[] = [];
  const last = civilDateOf(to, timeZone);
  for (let day: IsoDate = civilDateOf(from, timeZone); day <= last; day = addDays(day, 1)) {
    days.push({ type: "hourly", ...dateParts(day) });
  }
  return days;
}

/** The months, each as a range of days, that hold what a state was around the start of an alarm. */
export function curveMonths({ from, to }: InstantBounds, timeZone: string): PeriodRange[] {
  const months: PeriodRange[] = [];
  const last = monthOf(civilDateOf(to, timeZone));
  let month: IsoMonth = monthOf(civilDateOf(from, timeZone));
  while (month <= last) {
    months.push(daysOfMonth(month));
    month = monthOf(addDays(firstDayOf(month), 31));
  }
  return months;
}
