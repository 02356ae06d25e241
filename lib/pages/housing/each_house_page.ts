import {
  comparedValue,
  consumptionStatus,
  MONTH_UNREAD,
  type MonthRead,
  percentOf,
  surestStatus,
} from "@/lib/domain/consumption_reports/running_month.ts";
import { floorsOf, type HouseFloor } from "@/lib/domain/housing/floors.ts";
import {
  addDays,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  isoMonth,
  monthOf,
  shiftMonth,
} from "@/lib/domain/periods/civil_dates.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { byName } from "@/lib/domain/tables/sort.ts";
import { oneOf } from "@/lib/web/one_of.ts";
import { HttpError, type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { houseReader } from "./houses_page.ts";
import { offeredSeries } from "./housing_series.ts";

/** A dwelling visible to the user, over a month. */
export interface HouseMonth {
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
  const last = addDays(firstDayOf(shiftMonth(month, 1)), -1);
  return last < today ? last : today;
}

export interface HousesMonth {
  /** Floors with all dwellings. */
  readonly floors: readonly HouseFloor[];
  /** Dwellings whose detail the user may see, by name. */
  readonly months: readonly HouseMonth[];
}

/** Reads the figures of each dwelling over a month. @spec housing.each-house */
export async function readHouseMonths(
  state: State,
  series: ProjectSeries,
  { year, month = 1 }: PeriodRange,
): Promise<HousesMonth> {
  const { read } = state.api;
  const projectId = houseReader(state).project.id;
  const instant = isoMonth(year, month);
  const on = dayMeant(instant, todayOf(state));
  const monthOfHouses = async (of: IsoMonth) =>
    (await read("getSeriesDetailedData", { projectId, series: series.id, instant: of, on })).houses;
  const [all, now, earlier] = await Promise.all([
    read("listHouses", { projectId }),
    monthOfHouses(instant),
    monthOfHouses(shiftMonth(instant, -12)),
  ]);
  const named = new Map(all.map((house) => [house.id, house.settings]));
  const before = new Map(earlier.map(({ houseId, ...month }) => [houseId, month]));
  const isFinished = instant < monthOf(todayOf(state));
  const months = now.flatMap(({ houseId: id, value, completeness }): HouseMonth[] => {
    const settings = named.get(id);
    if (settings === undefined) return [];
    const yearBefore = before.get(id) ?? MONTH_UNREAD;
    const compared = comparedValue(yearBefore);
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
    }];
  }).sort(byName);
  return { floors: floorsOf(all), months };
}
