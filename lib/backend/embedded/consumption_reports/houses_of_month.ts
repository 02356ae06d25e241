import {
  dayMeant,
  type HousingWorld,
  occupancyPeriodAt,
} from "@/lib/backend/embedded/housing/housing_readings.ts";
import { spanOfMonth } from "@/lib/domain/consumption_reports/series_month.ts";
import { type ReportSource, reportSource } from "@/lib/domain/consumption_reports/sources.ts";
import { daysWithin } from "@/lib/domain/housing/occupancy.ts";
import { type HouseDetail, houseDetail } from "@/lib/domain/housing/visibility.ts";
import type { IsoDate, IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";

/** A dwelling in the month, without its series. */
export type RequestedHouse = ReturnType<typeof requestedHouses>[number];

/** A month and some dwellings. */
export interface HousesQuery {
  readonly month: IsoMonth;
  /** null for every dwelling. */
  readonly houseIds: readonly string[] | null;
  /** A day of the requested occupancy; null for the last one that has begun in the month. */
  readonly on: IsoDate | null;
}

/** The requested dwellings, the series that reports count, and the day whose occupancies are requested. */
export function housesOfMonth(world: HousingWorld, query: HousesQuery) {
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
export interface ReportedSeries {
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
