/** Rules of an occupant's own dwelling: stay, messages, consent, home units and year by month. @module */

import {
  addDays,
  addMonths,
  type IsoDate,
  type IsoMonth,
  monthOf,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { levelOf, type PeriodType } from "@/lib/base/periods.ts";
import { knownTotal } from "@/lib/base/sums.ts";
import { alertState } from "@/lib/housing/alert_state.ts";
import { isHeld } from "@/lib/housing/occupancy.ts";
import type {
  Consent,
  HousingAlert,
  OccupancySpan,
  OwnContact,
  OwnMessage,
} from "@/lib/housing/schema.ts";
import { isWithin, type OccupancyPeriod } from "@/lib/series/day_spans.ts";
import { COMPARABLE } from "@/lib/series/range_rows.ts";
import type { RangeData, RangeSlot } from "@/lib/series/schema.ts";
import { inThousandths, smallerUnit } from "@/lib/timeseries/canonical_units.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";

/**
 * Converts water of days and hours to litres, for the public: a table shows one decimal, which is 100 L for m³.
 *
 * @returns the data unchanged for any other quantity, and for months and weeks
 */
export function inHomeUnits(
  data: RangeData,
  { type, dataUnitId }: { readonly type: PeriodType; readonly dataUnitId: DataUnitId },
): RangeData {
  const { unit } = data;
  if (levelOf(type) === "year" || smallerUnit({ dataUnitId, unit }) !== "L") return data;
  const slots = data.slots.map(({ value, min, max, ...slot }) => ({
    ...slot,
    value: inThousandths(value),
    min: inThousandths(min),
    max: inThousandths(max),
  }));
  return { ...data, unit: "L", slots };
}

/** An occupant's own stay, as one period. Occupants need no consent to see their own hourly data. */
export function ownPeriod({ from, to }: Pick<OccupancySpan, "from" | "to">): OccupancyPeriod {
  return { from, to, kind: "occupied", fineFrom: from };
}

/**
 * The messages for an occupant: those shown today to every dwelling or to theirs.
 *
 * A message that names dwellings and begins before the occupancy was for the previous occupant.
 *
 * @param stay days of the occupancy
 */
export function ownMessages(
  alerts: readonly HousingAlert[],
  { houseId, stay, today }: {
    houseId: string;
    stay: Pick<OccupancyPeriod, "from" | "to">;
    today: IsoDate;
  },
): OwnMessage[] {
  return alerts
    .filter((alert) => alertState(alert, today) === "current")
    .filter(({ from, houseIds }) =>
      houseIds.length === 0 || (houseIds.includes(houseId) && isWithin(stay, from))
    )
    .map(ownMessage);
}

export function ownMessage({ id, from, to, message }: OwnMessage): OwnMessage {
  return { id, from, to, message };
}

export function ownContact({ id, name, phone, mail }: OwnContact): OwnContact {
  return { id, name, phone, mail };
}

/**
 * A consent after its person gives or withdraws it today. Giving an active consent or withdrawing a withdrawn one
 * changes nothing.
 *
 * @spec housing.own-house
 * @param source source of a new consent
 */
export function changedConsent(
  consent: Consent | null,
  { isGiven, today, source }: { isGiven: boolean; today: IsoDate; source: string },
): Consent | null {
  if (isGiven) return isHeld(consent) ? consent : { givenOn: today, source, withdrawnOn: null };
  if (!isHeld(consent)) return consent;
  return { ...consent, withdrawnOn: consent.givenOn > today ? consent.givenOn : today };
}

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
    totals: read.map((_, position) =>
      knownTotal(rows.map(({ values }) => values[position] ?? null))
    ),
    doubts: read.map((_, position) => rows.some(({ doubts }) => doubts[position])),
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
