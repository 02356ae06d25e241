/** Totals degree days, recognises their series and compares the months typed by hand. @module */

import {
  daysInMonth,
  type IsoDate,
  type IsoMonth,
  monthOf,
  monthParts,
} from "@/lib/base/civil_dates.ts";
import { sumBy, sumOf } from "@/lib/base/sums.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import type { TypedValues } from "@/lib/ui/field_rules.ts";
import { controlText, readNumber } from "@/lib/ui/number_input.ts";
import type { DjuSlot, MonthlyDjuDraft } from "./schema.ts";

/** Slots of a month: those of days that it has not stay empty. */
const SLOTS = 31;

/** A number, or none, for each day of a year: eight bytes a day, for a process remembers years of each residence. */
export class DayValues {
  /** By month and day; NaN for none. */
  readonly slots = new Float64Array(12 * SLOTS).fill(NaN);

  constructor(readonly year: number) {}

  /** Sets the number of a day of the year; null for none. */
  set(date: IsoDate, value: number | null): void {
    this.slots[slotOf(date)] = value ?? NaN;
  }

  /** The number of a day; null for none, or for a day of another year. */
  on(date: IsoDate): number | null {
    const value = Number(date.slice(0, 4)) === this.year ? this.slots[slotOf(date)] ?? NaN : NaN;
    return Number.isNaN(value) ? null : value;
  }

  /** The numbers of some days, by day. */
  of(dates: readonly IsoDate[]): Record<IsoDate, number | null> {
    return Object.fromEntries(dates.map((date) => [date, this.on(date)]));
  }
}

function slotOf(date: IsoDate): number {
  return (Number(date.slice(5, 7)) - 1) * SLOTS + Number(date.slice(8)) - 1;
}

/**
 * DJU of a year or a season from its months, with the share of its known days.
 *
 * @spec degree-days.months
 * @param months the twelve slots of a monthly range
 * @param today this day and later ones are not finished: their DJU are not expected
 * @returns `dju` is null when no month is known; `completeness` is 0 to 1, weighted by the finished days of each month,
 * or null without any
 */
export function djuTotal(
  months: readonly DjuSlot[],
  today: IsoDate,
): Pick<DjuSlot, "dju"> & { readonly completeness: number | null } {
  const known = months.flatMap(({ dju }) => dju ?? []);
  const dayCount = sumBy(months, ({ slot }) => finishedDays(slot, today));
  const knownCount = sumBy(
    months,
    ({ slot, completeness }) => completeness * finishedDays(slot, today),
  );
  return {
    dju: known.length === 0 ? null : sumOf(known),
    completeness: dayCount === 0 ? null : knownCount / dayCount,
  };
}

/** Days of a month before today; 0 for a future month. */
export function finishedDays(slot: IsoMonth, today: IsoDate): number {
  const currentMonth = monthOf(today);
  if (slot > currentMonth) return 0;
  if (slot === currentMonth) return Number(today.slice("2024-01-".length)) - 1;
  const { year, month } = monthParts(slot);
  return daysInMonth(year, month);
}

/** Whether the readings of a series are already DJU. @spec degree-days.sources */
export function isDjuSeries({ dataUnitId }: Pick<ProjectSeries, "dataUnitId">): boolean {
  return dataUnitId === "DJU";
}

/** The typed months, as displayed in the form; other months are empty. */
export function shownMonths(slots: readonly DjuSlot[]): TypedValues<IsoMonth> {
  return Object.fromEntries(
    slots.map(({ slot, dju, typed }) => [slot, typed ? controlText(dju) : ""]),
  );
}

/** The form's values in one line, to detect on submission which months changed. */
export function shownText(months: readonly IsoMonth[], values: TypedValues<IsoMonth>): string {
  return months.map((month) => values[month] ?? "").join(";");
}

/**
 * The months whose text differs from the displayed text: concurrent changes to other months are preserved.
 *
 * @param shown the texts displayed in the form, from {@link shownText}; missing texts are empty
 * @returns DJU by month; null for a cleared month
 */
export function changedMonths(
  months: readonly IsoMonth[],
  { values, shown }: {
    readonly values: TypedValues<IsoMonth>;
    readonly shown: string;
  },
): MonthlyDjuDraft["months"] {
  const texts = shown.split(";");
  return months.flatMap((month, position) => {
    const text = (values[month] ?? "").trim();
    return text === (texts[position] ?? "") ? [] : [{ month, dju: readNumber(text) }];
  });
}
