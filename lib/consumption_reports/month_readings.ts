/** Reads the values and degree days of a month for each dwelling in a report. @module */

import type { Services } from "@/lib/api/services.ts";
import {
  datesOfMonth,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  lastDayOf,
  monthOf,
  shiftMonth,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { FIRST_YEAR } from "@/lib/base/periods.ts";
import { sumOf } from "@/lib/base/sums.ts";
import { LEAST_COMPARED } from "@/lib/housing/running_month.ts";
import type { HouseType } from "@/lib/housing/schema.ts";
import { type HouseDetail, houseDetail } from "@/lib/housing/visibility.ts";
import {
  dayMeant,
  daysOfHouses,
  type HousingWorld,
  occupancyPeriodAt,
  seenHouses,
  slotsOfHouses,
} from "@/lib/housing/visible_readings.ts";
import { covers, type DaySpan, daysWithin, isWithin } from "@/lib/series/day_spans.ts";
import { reaches } from "@/lib/series/resolution.ts";
import type { CountedSlot, RangeSlot } from "@/lib/series/schema.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import {
  listOutdoor,
  monthDju,
  type OutdoorYear,
  readOutdoorYears,
} from "@/lib/weather/outdoor_temperatures.ts";
import { type DwellingMonth, type ReportSource, reportSource, type SeriesMonth } from "./items.ts";
import { type ReadMonth, runningDays, seriesMonth, spanOfMonth } from "./series_month.ts";

/** A dwelling in the month, without its series. */
type RequestedHouse = ReturnType<typeof requestedHouses>[number];

export interface HousesQuery {
  readonly month: IsoMonth;
  /** null for every dwelling. */
  readonly houseIds: readonly string[] | null;
  /** A day of the requested occupancy; null for the last one that has begun in the month. */
  readonly on: IsoDate | null;
}

/** The requested dwellings, the series that reports count, and the day whose occupancies are requested. */
function housesOfMonth(world: HousingWorld, query: HousesQuery) {
  const day = query.on ?? dayMeant(world, spanOfMonth(query.month));
  return { houses: requestedHouses(world, query, day), reported: reportedSeries(world), day };
}

function requestedHouses(world: HousingWorld, { month, houseIds }: HousesQuery, day: IsoDate) {
  const wanted = houseIds === null ? null : new Set(houseIds);
  const span = spanOfMonth(month);
  return world.houses.filter(({ id }) => wanted === null || wanted.has(id)).map((house) => {
    const period = occupancyPeriodAt(world, house.id, day);
    return { id: house.id, house, period, days: daysWithin(period, span) };
  });
}

/** A series counted by reports, with its role in them. */
interface ReportedSeries {
  readonly series: ProjectSeries;
  readonly source: ReportSource;
  /** Its detail that a dwelling shows, for every reader. */
  detailOf(house: RequestedHouse): HouseDetail;
}

export function reportedSeries({ series: all, features }: HousingWorld): ReportedSeries[] {
  return all.flatMap((series) => {
    const source = reportSource(series);
    const detailOf: ReportedSeries["detailOf"] = ({ house: { record: { settings } } }) =>
      houseDetail({ features, choices: settings, dataUnitId: series.dataUnitId });
    return source === null ? [] : [{ series, source, detailOf }];
  });
}

/** A month of the series of dwellings, by series id. */
export type ReadMonths = Readonly<Record<string, ReadMonth>>;

/** A month of the series of some dwellings, each of one occupancy; without the data that a dwelling hides. */
export async function readSeriesMonths(
  world: HousingWorld,
  query: HousesQuery,
): Promise<ReadMonths> {
  const { houses, reported, day } = housesOfMonth(world, query);
  const found: Record<string, ReadMonth> = {};
  for (const one of reported) {
    const shown = houses.filter((house) => one.detailOf(house) !== "hidden");
    for (const [id, month] of await readSeries(world, shown, { ...query, ...one, day })) {
      found[storedSeriesId(one.series.id, id)] = month;
    }
  }
  return found;
}

async function readSeries(
  world: HousingWorld,
  houses: readonly RequestedHouse[],
  { month, day, series, source }: HousesQuery & ReportedSeries & { day: IsoDate },
): Promise<(readonly [string, ReadMonth])[]> {
  const { today } = world;
  const within = (houseId: string) => occupancyPeriodAt(world, houseId, day);
  const monthsOf = async (year: number, some: readonly RequestedHouse[]) => {
    const range = { type: "monthly", year } as const;
    const read = await slotsOfHouses(world, some, { series, range, within });
    return new Map(read.map(({ id, slots }) => [id, slots]));
  };
  const year = yearOf(month);
  const months = await monthsOf(year, houses);
  const compared = { from: firstDayOf(shiftMonth(month, -12)), to: lastDayOf(month) };
  // No period is before the first year.
  const monthsBefore = year > FIRST_YEAR
    ? await monthsOf(year - 1, houses.filter(({ period }) => covers(period, compared)))
    : new Map<string, readonly RangeSlot[]>();
  const days = monthOf(today) === month
    ? await daysOfHouses(world, houses, { series, days: runningDays(today), within })
    : new Map<string, readonly CountedSlot[]>();
  return houses.map((house) => {
    const { id } = house;
    const slots = {
      source,
      unit: series.unit.unit,
      months: months.get(id) ?? [],
      monthsBefore: monthsBefore.get(id) ?? [],
      days: days.get(id) ?? [],
    };
    return [id, seriesMonth(slots, { month, days: house.days, today })];
  });
}

/** Degree days of some days of a month, or of the same month a year before; null below 95 % completeness. */
interface ReportDju {
  of(days: DaySpan): number | null;
  readonly yearBefore: number | null;
}

/** The degree days of a month, from the source in the settings. */
export async function readReportDju(
  services: Services,
  { projectId, djuSource, month }: {
    readonly projectId: string;
    readonly djuSource: string | null;
    readonly month: IsoMonth;
  },
): Promise<ReportDju> {
  const before = shiftMonth(month, -12);
  const source = djuSource === null
    ? undefined
    : (await listOutdoor(services, projectId)).find(({ id }) => id === djuSource);
  if (source === undefined) return { of: () => null, yearBefore: null };
  const outdoorOf = await readOutdoorYears(services, { projectId, source, dates: [month, before] });
  return {
    of: (days) => djuOver(outdoorOf(month), days),
    yearBefore: djuOver(outdoorOf(before), spanOfMonth(before)),
  };
}

function djuOver(outdoor: OutdoorYear, days: DaySpan): number | null {
  const month = monthOf(days.from);
  if (covers(days, spanOfMonth(month))) {
    const { value, completeness } = monthDju(outdoor, month);
    // The future days of a running month are not expected yet, and are not read.
    const isOver = outdoor.until >= days.to;
    return isOver && completeness >= LEAST_COMPARED ? value : null;
  }
  const dates = datesOfMonth(month).filter((date) => isWithin(days, date));
  const read = dates.flatMap((date) => outdoor.dailyDju.on(date) ?? []);
  if (read.length < LEAST_COMPARED * dates.length) return null;
  return sumOf(read);
}

interface MonthQuery extends HousesQuery {
  readonly read: ReadMonths;
  /** True when the reader is the occupant of each dwelling, who needs no role. */
  readonly isOwn: boolean;
  readonly dju: ReportDju;
  readonly houseTypes: readonly (Pick<HouseType, "id" | "area" | "occupants">)[];
}

/** A month of some dwellings, each of one occupancy; without those hidden by their mode. @spec reports.one-occupancy */
export function dwellingMonths(world: HousingWorld, query: MonthQuery): DwellingMonth[] {
  const { houses, reported, day } = housesOfMonth(world, query);
  const all = reported.map((one) => seriesByHouse(world, houses, { ...query, ...one, day }));
  return houses.map((one) => {
    const series = all.flatMap((byHouse) => byHouse.get(one.id) ?? []);
    return dwellingMonth(one, series, query);
  });
}

function seriesByHouse(
  world: HousingWorld,
  houses: readonly RequestedHouse[],
  { isOwn, read, series, source, detailOf, day }: MonthQuery & ReportedSeries & { day: IsoDate },
): ReadonlyMap<string, SeriesMonth> {
  const seen = new Map(seenHouses(world, series, day).map((one) => [one.id, one]));
  return new Map(houses.flatMap((one) => {
    const { id } = one;
    const found = read[storedSeriesId(series.id, id)];
    const detail = detailOf(one);
    if (found === undefined || detail === "hidden") return [];
    const isShown = isOwn || reaches(seen.get(id)?.seen.alone ?? null, "day");
    return [[id, { source, ...found, isShown, isDetailed: detail === "detailed" }] as const];
  }));
}

function dwellingMonth(
  { id, house, period, days }: RequestedHouse,
  series: readonly SeriesMonth[],
  { month, dju, houseTypes }: MonthQuery,
): DwellingMonth {
  const span = spanOfMonth(month);
  const type = houseTypes.find((one) => one.id === house.record.settings.houseTypeId);
  return {
    houseId: id,
    days,
    isShared: !covers(period, span),
    isVacant: period.kind === "vacant",
    began: period.kind === "occupied" && period.from === days.from && period.from > span.from
      ? period.from
      : null,
    ended: period.kind === "occupied" && period.to === days.to && period.to < span.to
      ? period.to
      : null,
    area: type?.area ?? null,
    people: type?.occupants ?? null,
    dju: dju.of(days),
    djuYearBefore: dju.yearBefore,
    series,
  };
}
