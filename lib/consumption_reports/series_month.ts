/** Computes the value of a series over a month, and its days in the running month. @module */

import {
  addDays,
  daysBetween,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  lastDayOf,
  monthOf,
  monthStart,
  shiftMonth,
} from "@/lib/base/civil_dates.ts";
import { inMillionths, knownTotal, sumBy, weightedMean } from "@/lib/base/sums.ts";
import {
  MEAN_DAYS,
  MONTH_UNREAD,
  type MonthRead,
  runningMonth,
} from "@/lib/housing/running_month.ts";
import { covers, type DaySpan, isWithin } from "@/lib/series/day_spans.ts";
import type { CountedSlot, RangeSlot } from "@/lib/series/schema.ts";
import { canonicalQuantity } from "@/lib/timeseries/canonical_units.ts";
import { doubtfulOf } from "@/lib/timeseries/rollups.ts";
import type { DaysRange } from "@/lib/timeseries/series_reader.ts";
import type { SeriesMonth } from "./items.ts";

/** The slots of a dwelling's series within one occupancy, in the unit of its readings. */
export interface SeriesSlots extends Pick<SeriesMonth, "source"> {
  /** Unit of the readings. */
  readonly unit: string;
  readonly months: readonly RangeSlot[];
  /** Months of the year before; empty unless the same occupancy covered the whole month. */
  readonly monthsBefore: readonly RangeSlot[];
  /** The days of a running month and the previous week; empty for a finished month. */
  readonly days: readonly CountedSlot[];
}

/** Readings of a series in a month, identical for every caller. */
export type ReadMonth = Pick<
  SeriesMonth,
  "month" | "projected" | "yearBefore" | "yearToDate" | "doubtfulYear"
>;

interface MonthDays {
  readonly month: IsoMonth;
  /** Days of the month that belong to the occupancy. */
  readonly days: DaySpan;
  /** Civil day of the residence. */
  readonly today: IsoDate;
}

export function spanOfMonth(month: IsoMonth): DaySpan {
  return { from: firstDayOf(month), to: lastDayOf(month) };
}

/** Readings of a dwelling's series in a month, in kWh, m³ or °C. @spec reports.one-occupancy */
export function seriesMonth(series: SeriesSlots, at: MonthDays): ReadMonth {
  const months = series.months.map((slot) => inCanonicalUnit(slot, series.unit));
  const before = series.monthsBefore.map((slot) => inCanonicalUnit(slot, series.unit))
    .find(({ slot }) => slot === shiftMonth(at.month, -12));
  const yearBefore = before === undefined ? MONTH_UNREAD : readOf(before);
  const own = monthOf(at.today) === at.month
    ? ofRunning(series.days.map((slot) => inCanonicalUnit(slot, series.unit)), at, series)
    : ofFinished(months, at);
  const earlier = months.filter(({ slot }) => slot < at.month);
  const yearToDate = series.source.kind === "temp"
    ? null
    : knownTotal([...earlier.map(({ value }) => value), own.month.value]);
  const { doubtful: doubtfulYear } = doubtfulOf([...earlier, own.month]);
  return { ...own, yearBefore, yearToDate, ...doubtfulYear && { doubtfulYear } };
}

type OwnMonth = Pick<SeriesMonth, "month" | "projected">;

function ofFinished(months: readonly RangeSlot[], { month: name, days }: MonthDays): OwnMonth {
  const slot = months.find((one) => one.slot === name);
  if (slot === undefined) return { month: MONTH_UNREAD, projected: null };
  const { value, completeness, ...mark } = readOf(slot);
  // The slot counts the days of other occupancies as not read.
  const { from, to } = spanOfMonth(name);
  const share = (daysBetween(days.from, days.to) + 1) / (daysBetween(from, to) + 1);
  const month = { value, completeness: Math.min(1, completeness / share), ...mark };
  return { month, projected: null };
}

function ofRunning(
  slots: readonly CountedSlot[],
  { month, days, today }: MonthDays,
  { source }: Pick<SeriesSlots, "source">,
): OwnMonth {
  const finished = slots.filter(({ slot }) => isWithin(days, slot) && slot < today);
  // Before a day is over nothing is missing: the projection is compared.
  const completeness = finished.length === 0
    ? 1
    : sumBy(finished, (slot) => slot.completeness) / finished.length;
  if (source.kind === "temp") {
    return { month: { value: meanOf(finished), completeness }, projected: null };
  }
  const read = slots.map((slot) => ({ date: slot.slot, ...readOf(slot) }));
  const { toDate, projected, doubtful } = runningMonth({
    days: read,
    today,
    yearBefore: MONTH_UNREAD,
  });
  const staysOn = covers(days, { from: days.from, to: lastDayOf(month) });
  return {
    month: { value: toDate, completeness, ...doubtful && { doubtful } },
    projected: staysOn ? projected : null,
  };
}

/** The mean of the readings of all days, as that of a finished month. @spec series.rollups */
function meanOf(days: readonly CountedSlot[]): number | null {
  const mean = weightedMean(days.map(({ value, count: weight }) => ({ value, weight })));
  return mean === null ? null : inMillionths(mean);
}

function inCanonicalUnit<Slot extends RangeSlot>(slot: Slot, unit: string): Slot {
  const { value } = slot;
  return value === null ? slot : { ...slot, value: inMillionths(canonicalQuantity(value, unit)) };
}

function readOf({ value, completeness, doubtful }: MonthRead): MonthRead {
  return { value, completeness, ...doubtful && { doubtful } };
}

/** Days needed by a running month, `to` excluded: its finished days and the last seven. */
export function runningDays(today: IsoDate): DaysRange {
  const [first, last7] = [monthStart(today), addDays(today, -MEAN_DAYS)];
  return { from: first < last7 ? first : last7, to: today };
}
