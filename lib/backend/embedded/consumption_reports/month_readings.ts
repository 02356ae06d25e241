import { type HousingWorld, seenHouses } from "@/lib/backend/embedded/housing/housing_readings.ts";
import type { DwellingMonth, SeriesMonth } from "@/lib/domain/consumption_reports/items.ts";
import { spanOfMonth } from "@/lib/domain/consumption_reports/series_month.ts";
import { covers } from "@/lib/domain/housing/occupancy.ts";
import type { HouseType } from "@/lib/domain/housing/types.ts";
import { reaches } from "@/lib/domain/housing/visibility.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import {
  housesOfMonth,
  type HousesQuery,
  type ReportedSeries,
  type RequestedHouse,
} from "./houses_of_month.ts";
import type { ReportDju } from "./report_dju.ts";
import type { ReadMonths } from "./series_readings.ts";

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
