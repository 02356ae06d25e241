/** Reads the month of each dwelling, past or running, for the pages that compare them. @module */

import {
  addDays,
  type IsoDate,
  type IsoMonth,
  lastDayOf,
  monthOf,
  shiftMonth,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { formatMonth } from "@/lib/base/date_format.ts";
import { periodPath, rangeSegment } from "@/lib/base/period_paths.ts";
import { daysOfMonth, monthOfRange, type PeriodRange } from "@/lib/base/periods.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { MaybeDoubtful } from "@/lib/timeseries/rollups.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { byName } from "@/lib/ui/tables.ts";
import { HttpError, oneOf, type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { HOUSING_CALLS } from "./calls.ts";
import { floorsOf, type HouseFloor } from "./dwelling_list.ts";
import { occupancyPeriodOf } from "./occupancy.ts";
import { houseReader } from "./pages.ts";
import {
  comparedValue,
  consumptionStatus,
  type DayTaken,
  MEAN_DAYS,
  MONTH_UNREAD,
  type MonthRead,
  percentOf,
  type RunningMonth,
  runningMonth,
  surestStatus,
} from "./running_month.ts";
import type { House } from "./schema.ts";
import { offeredSeries, type RangeReader, rangeReader } from "./series_pages.ts";

/** A dwelling visible to the user, over a month. */
export interface HouseMonth extends MaybeDoubtful {
  readonly id: string;
  readonly name: string;
  readonly settings: { readonly floor: HouseFloor };
  /** Sum of an amount, else mean; null when nothing was read. */
  readonly value: number | null;
  /** The same month a year before, if its occupant is the same. */
  readonly before: MonthRead;
  /** Percentage of the year before; null when there is nothing to compare. */
  readonly percent: number | null;
  /** Status of a finished month of amounts; null for the current one. */
  readonly status: ReturnType<typeof consumptionStatus>;
  /** 0 to 1. */
  readonly completeness: number;
}

/**
 * The series in the page's URL, which the user may see by dwelling.
 *
 * @throws HttpError 403 for a user who may not see any dwelling; 404 when it does not exist
 */
export function eachHouseSeries({ state, params }: PageContext): ProjectSeries {
  const { roles } = houseReader(state);
  const series = oneOf(offeredSeries(state, null), params.houseSeries);
  if (!roles.has("collect:detail:daily")) throw new HttpError(403, "forbidden");
  return series;
}

/** The last day of a month, or today in the current one: it determines the occupancy. */
function dayMeant(month: IsoMonth, today: IsoDate): IsoDate {
  const last = lastDayOf(month);
  return last < today ? last : today;
}

/** Reads the month of each dwelling whose detail the user may see, by name, and the floors of all. @spec housing.each-house */
export async function readHouseMonths(
  state: State,
  series: ProjectSeries,
  range: PeriodRange,
) {
  const { read } = state.api;
  const projectId = houseReader(state).project.id;
  const instant = monthOfRange(range);
  const on = dayMeant(instant, todayOf(state));
  const monthOfHouses = async (of: IsoMonth) =>
    (await read(HOUSING_CALLS.getSeriesDetailedData, {
      projectId,
      series: series.id,
      instant: of,
      on,
    })).houses;
  const [all, now, earlier] = await Promise.all([
    read(HOUSING_CALLS.listHouses, { projectId }),
    monthOfHouses(instant),
    monthOfHouses(shiftMonth(instant, -12)),
  ]);
  const named = new Map(all.map((house) => [house.id, house.settings]));
  const before = new Map(earlier.map(({ houseId, ...month }) => [houseId, month]));
  const isFinished = instant < monthOf(todayOf(state));
  const months = now.flatMap(({ houseId: id, value, completeness, doubtful }): HouseMonth[] => {
    const settings = named.get(id);
    if (settings === undefined) return [];
    const yearBefore = before.get(id) ?? MONTH_UNREAD;
    const compared = doubtful ? null : comparedValue(yearBefore);
    return [{
      id,
      name: settings.name,
      settings,
      value,
      before: yearBefore,
      percent: series.unit.sum ? percentOf({ value, whole: compared }) : null,
      status: series.unit.sum && isFinished
        ? surestStatus(consumptionStatus(value, compared), completeness)
        : null,
      completeness,
      ...doubtful && { doubtful },
    }];
  }).sort(byName);
  return { floors: floorsOf(all), months };
}

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
  const spans = await state.api.read(HOUSING_CALLS.listOccupancySpans, { projectId, houseId });
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
  return slots.find(({ slot }) => slot === month) ?? MONTH_UNREAD;
}

async function readDays(read: RangeReader, month: IsoMonth): Promise<DayTaken[]> {
  const { slots } = await read(rangeSegment(daysOfMonth(month)));
  return slots.map(({ slot: date, ...day }) => ({ date, ...day }));
}
