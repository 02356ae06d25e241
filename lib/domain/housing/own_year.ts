import {
  addDays,
  addMonths,
  type IsoDate,
  type IsoMonth,
  monthOf,
  yearOf,
} from "@/lib/domain/periods/civil_dates.ts";
import { COMPARABLE } from "@/lib/domain/series/range_rows.ts";
import { knownTotal } from "@/lib/domain/series/statistics.ts";
import type { RangeSlot } from "@/lib/domain/series/types.ts";
import type { OccupancySpan } from "./types.ts";

/** Why a month of the occupant's dwelling is incomplete: arrival, departure, current month, or missing readings. */
export type MonthGap = "arrival" | "departure" | "running" | "readings";

/** A month of the occupant's dwelling: consumption by series. */
export interface OwnMonthRow {
  readonly month: IsoMonth;
  /** In the order of the series; null without readings. */
  readonly values: readonly (number | null)[];
  /** null for a whole month. */
  readonly gap: MonthGap | null;
  /** In the order of the series: whether the value is doubtful. */
  readonly doubts: readonly boolean[];
}

/** A year of the occupant's dwelling, within the occupancy. */
export interface OwnYear<Series> {
  readonly year: number;
  readonly firstYear: number;
  readonly lastYear: number;
  readonly series: readonly Series[];
  /** Latest first. */
  readonly rows: readonly OwnMonthRow[];
  /** In the order of the series; null without readings. */
  readonly totals: readonly (number | null)[];
  /** In the order of the series: whether the total is doubtful. */
  readonly doubts: readonly boolean[];
}

/**
 * A year of the occupant's dwelling by month, from the arrival to the current month.
 *
 * @spec housing.own-pages
 * @param read the twelve months of each series
 * @param at year, stay and current day
 */
export function ownYear<Series>(
  read: readonly { readonly series: Series; readonly slots: readonly RangeSlot[] }[],
  { year, stay, today }: {
    year: number;
    stay: Pick<OccupancySpan, "from" | "to">;
    today: IsoDate;
  },
): OwnYear<Series> {
  const last = stay.to !== null && stay.to < today ? stay.to : today;
  const months = (read[0]?.slots ?? []).map(({ slot }) => slot)
    .filter((month) => monthOf(stay.from) <= month && month <= monthOf(last));
  const rows = months.map((month): OwnMonthRow => {
    const slots = read.flatMap(({ slots }) => slots.find(({ slot }) => slot === month) ?? []);
    const isRead = slots.every(({ value, completeness }) =>
      value !== null && completeness >= COMPARABLE
    );
    const gap = cutOf(month, { stay, today }) ?? (isRead ? null : "readings");
    return {
      month,
      values: slots.map(({ value }) => value),
      gap,
      doubts: slots.map(({ doubtful }) => doubtful === true),
    };
  });
  return {
    year,
    firstYear: yearOf(stay.from),
    lastYear: yearOf(today),
    series: read.map(({ series }) => series),
    rows: rows.toReversed(),
    totals: read.map((_, rank) => knownTotal(rows.map(({ values }) => values[rank] ?? null))),
    doubts: read.map((_, rank) => rows.some(({ doubts }) => doubts[rank])),
  };
}

function cutOf(
  month: IsoMonth,
  { stay, today }: { stay: Pick<OccupancySpan, "from" | "to">; today: IsoDate },
): MonthGap | null {
  if (month === monthOf(today)) return "running";
  const first = `${month}-01`;
  if (stay.from > first) return "arrival";
  const end = addDays(addMonths(first, 1), -1);
  return stay.to !== null && stay.to < end ? "departure" : null;
}
