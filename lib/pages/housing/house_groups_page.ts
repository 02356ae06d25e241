import { hasAnonymousGroups } from "@/lib/domain/housing/shown_fields.ts";
import type { AnonymousGroupFigures } from "@/lib/domain/housing/types.ts";
import { addYears, type IsoDate, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { rangeAt } from "@/lib/domain/periods/range_at.ts";
import { readDayPath } from "@/lib/domain/periods/instants.ts";
import { nearestPeriod } from "@/lib/domain/periods/nearest.ts";
import { FIRST_YEAR, type PeriodRange, startDate } from "@/lib/domain/periods/period.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { byName } from "@/lib/domain/tables/sort.ts";
import { BadPeriod } from "@/lib/pages/series/bad_period.ts";
import { HOURLY } from "@/lib/pages/series/series_page.ts";
import { HttpError, type PageContext, type State, todayOf } from "@/lib/web/state.ts";
import { houseReader } from "./houses_page.ts";
import { offeredSeries, readsGroups } from "./housing_series.ts";

export interface GroupDay {
  readonly id: string;
  readonly name: string;
  readonly houseCount: number;
  /** Sum of an amount; null for other quantities. */
  readonly total: number | null;
  /** Mean of its dwellings. */
  readonly perHouse: number | null;
  /** The figure of that day a year before; null when the group was hidden then. */
  readonly before: number | null;
  /** 0 to 1. */
  readonly completeness: number;
}

export interface GroupsDay {
  /** Visible groups, by name. */
  readonly rows: readonly GroupDay[];
  /** Number of hidden groups: too small, or deducible by subtraction. */
  readonly hiddenCount: number;
}

/**
 * The series in the page's URL, which the user may see by anonymous group.
 *
 * @throws HttpError 403 for a user who may not; 404 when it does not exist, or dwellings are not grouped
 */
export function groupSeries({ state, params }: PageContext): ProjectSeries {
  const { project } = houseReader(state);
  const series = offeredSeries(state, null).find(({ id }) => id === params.houseSeries);
  if (series === undefined || !hasAnonymousGroups(project.features)) {
    throw new HttpError(404, "not-found");
  }
  if (!readsGroups(state)) throw new HttpError(403, "forbidden");
  return series;
}

/** The day at the end of the page's address. @throws BadPeriod for anything else */
export function dayOfPage(ctx: PageContext, hrefOf: (day: IsoDate) => string): IsoDate {
  const path = ctx.params.period ?? "";
  const day = readDayPath(path);
  if (day !== null) return day;
  // A day in a URL is written as the day of its hours, without the type.
  const [type, ...numbers] = path.split("/");
  const parts = type === "daily" ? ["hourly", ...numbers] : [];
  const today = todayOf(ctx.state);
  const { fault, range } = nearestPeriod(parts, { choices: HOURLY, today });
  const near = range.type === "hourly" ? range : dayRange(today);
  throw new BadPeriod(fault, { range: near, href: hrefOf(startDate(near)) });
}

function dayRange(day: IsoDate): PeriodRange {
  return rangeAt("hourly", day);
}

/** Reads the figures of groups of the residence on a day, with the same day a year before. @spec housing.groups */
export async function readGroupsDay(
  state: State,
  series: ProjectSeries,
  day: IsoDate,
): Promise<GroupsDay> {
  const { read } = state.api;
  const projectId = houseReader(state).project.id;
  const dayOfGroups = async (date: IsoDate) =>
    (await read("getSeriesAnonymousData", { projectId, series: series.id, date })).groups;
  const yearBefore = yearOf(day) > FIRST_YEAR ? addYears(day, -1) : null;
  const [named, now, earlier] = await Promise.all([
    read("listAnonymousGroups", { projectId }),
    dayOfGroups(day),
    yearBefore === null ? [] : dayOfGroups(yearBefore),
  ]);
  const { sum: isSum } = series.unit;
  const rows = named.flatMap(({ id, name }): GroupDay[] => {
    const figures = now.find(({ anonymousGroupId }) => anonymousGroupId === id);
    if (figures === undefined) return [];
    const before = earlier.find(({ anonymousGroupId }) => anonymousGroupId === id);
    const { houseCount, value, completeness } = figures;
    return [{
      id,
      name,
      houseCount,
      total: isSum ? value : null,
      perHouse: perHouse(figures, isSum),
      before: before === undefined ? null : perHouse(before, isSum),
      completeness,
    }];
  });
  return { rows: rows.sort(byName), hiddenCount: named.length - rows.length };
}

/** Mean of the dwellings of a group: groups are of several sizes. */
function perHouse({ value, houseCount }: AnonymousGroupFigures, isSum: boolean): number | null {
  return value !== null && isSum ? value / houseCount : value;
}
