import {
  type DayTaken,
  MEAN_DAYS,
  MONTH_UNREAD,
  type MonthRead,
  type RunningMonth,
  runningMonth,
} from "@/lib/domain/consumption_reports/running_month.ts";
import { occupancyPeriodOf } from "@/lib/domain/housing/occupancy.ts";
import type { House } from "@/lib/domain/housing/types.ts";
import {
  addDays,
  type IsoDate,
  type IsoMonth,
  monthOf,
  shiftMonth,
  yearOf,
} from "@/lib/domain/periods/civil_dates.ts";
import { daysOfMonth } from "@/lib/domain/periods/period.ts";
import { periodPath, rangeSegment } from "@/lib/domain/periods/segments.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { formatMonth } from "@/lib/text/format/dates.ts";
import { residenceOf, type State, todayOf } from "@/lib/web/state.ts";
import { offeredSeries, type RangeReader, rangeReader } from "./housing_series.ts";

export interface SeriesMonth {
  readonly series: ProjectSeries;
  readonly month: RunningMonth;
}

/** The current month of the residence: its name, that of a year before, and the URLs of its days. */
export function runningMonthPlace(state: State) {
  const month = monthOf(todayOf(state));
  return {
    month,
    names: { now: formatMonth(month), before: formatMonth(shiftMonth(month, -12)) },
    days: periodPath(daysOfMonth(month)),
  };
}

/**
 * Consumption of each summed series this month, with the same month a year before, as visible to the
 * user.
 *
 * @param house null for all dwellings together
 */
export async function readRunningMonths(state: State, house: House | null): Promise<SeriesMonth[]> {
  const summed = offeredSeries(state, house).filter(({ unit }) => unit.sum);
  const today = todayOf(state);
  const leavesOn = house === null || summed.length === 0 ? null : await leavingDay(state, house.id);
  return await Promise.all(summed.map(async (series) => ({
    series,
    month: await readRunningMonth(rangeReader(state, { series, house }), { today, leavesOn }),
  })));
}

/** Last day of the current occupant of a dwelling; null when open-ended or vacant. */
async function leavingDay(state: State, houseId: string): Promise<IsoDate | null> {
  const projectId = residenceOf(state).project.id;
  const spans = await state.api.read("listOccupancySpans", { projectId, houseId });
  return occupancyPeriodOf(spans, todayOf(state)).to;
}

/**
 * The current month of a series. When the occupant leaves before its end, it is partial and not
 * compared.
 *
 * @param at civil days of the residence: today, and the last one of its occupant, null while they stay
 */
export async function readRunningMonth(
  read: RangeReader,
  { today, leavesOn }: { today: IsoDate; leavesOn: IsoDate | null },
): Promise<RunningMonth> {
  const month = monthOf(today);
  const months = [...new Set([monthOf(addDays(today, -MEAN_DAYS)), month])];
  const isPart = leavesOn !== null && monthOf(addDays(leavesOn, 1)) === month;
  const [yearBefore, ...days] = await Promise.all([
    isPart ? MONTH_UNREAD : readMonth(read, shiftMonth(month, -12)),
    ...months.map((one) => readDays(read, one)),
  ]);
  return runningMonth({ days: days.flat(), today, yearBefore });
}

async function readMonth(read: RangeReader, month: IsoMonth): Promise<MonthRead> {
  const { slots } = await read(rangeSegment({ type: "monthly", year: yearOf(month) }));
  const { value = null, completeness = 0 } = slots.find(({ slot }) => slot === month) ?? {};
  return { value, completeness };
}

async function readDays(read: RangeReader, month: IsoMonth): Promise<DayTaken[]> {
  const { slots } = await read(rangeSegment(daysOfMonth(month)));
  return slots.map(({ slot, value, completeness }) => ({ date: slot, value, completeness }));
}
