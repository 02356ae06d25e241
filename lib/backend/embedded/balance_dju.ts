import { isGivenByDay } from "../../domain/energy_balance/metered_month.ts";
import type { MonthReading } from "../../domain/energy_balance/types.ts";
import { datesOfMonth, type IsoDate, type IsoMonth } from "../../domain/periods/civil_dates.ts";
import { outdoorMonth, type OutdoorYear, typedDju } from "./outdoor.ts";

/** The DJU of a month day by day; of the whole month alone where they were typed, or given once a month. */
export function djuReading(outdoor: OutdoorYear, month: IsoMonth, today: IsoDate): MonthReading {
  const { dju } = outdoorMonth(outdoor, month);
  if (typedDju(outdoor, month) !== null) return { ...dju, wholeMonth: true };
  const days = datesOfMonth(month).filter((date) => date < today)
    .map((date) => outdoor.dailyDju[date] ?? null);
  const count = days.filter((day) => day !== null).length;
  const isSparse = outdoor.countsDju && !isGivenByDay(count, days.length);
  return isSparse ? { ...dju, wholeMonth: true } : { ...dju, days };
}
