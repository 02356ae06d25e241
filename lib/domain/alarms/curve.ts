import {
  addDays,
  dateParts,
  type IsoDate,
  type IsoMonth,
  monthOf,
  shiftMonth,
} from "@/lib/domain/periods/civil_dates.ts";
import { DAY_MS } from "@/lib/domain/periods/durations.ts";
import { daysOfMonth, type PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilDateOf, type InstantBounds } from "@/lib/domain/periods/zoned_days.ts";

/** Bounds of the curve of an alarm: from a day before its start to a day after, at most now. */
export function curveBounds(start: string, nowMs: number): InstantBounds {
  const startMs = Date.parse(start);
  return { from: startMs - DAY_MS, to: Math.min(startMs + DAY_MS, nowMs) };
}

/** The days covered by the curve of an alarm, each as a range of hours. */
export function curveDays({ from, to }: InstantBounds, timeZone: string): PeriodRange[] {
  const days: PeriodRange[] = [];
  const last = civilDateOf(to, timeZone);
  for (let day: IsoDate = civilDateOf(from, timeZone); day <= last; day = addDays(day, 1)) {
    days.push({ type: "hourly", ...dateParts(day) });
  }
  return days;
}

/** The months covered by the curve of an alarm on a state, each as a range of days. */
export function curveMonths({ from, to }: InstantBounds, timeZone: string): PeriodRange[] {
  const months: PeriodRange[] = [];
  const last = monthOf(civilDateOf(to, timeZone));
  const first: IsoMonth = monthOf(civilDateOf(from, timeZone));
  for (let month = first; month <= last; month = shiftMonth(month, 1)) {
    months.push(daysOfMonth(month));
  }
  return months;
}
