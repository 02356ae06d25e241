import {
  dayMeant,
  daysOfHouses,
  type HouseRange,
  type HousingWorld,
  occupancyPeriodAt,
  seenHouses,
  slotsOfHouses,
} from "@/lib/backend/embedded/housing/housing_readings.ts";
import type { StoredHouse } from "@/lib/backend/embedded/housing/houses.ts";
import type { DwellingMonth, SeriesMonth } from "@/lib/domain/consumption_reports/items.ts";
import {
  runningDays,
  seriesMonth,
  spanOfMonth,
} from "@/lib/domain/consumption_reports/series_month.ts";
import { type ReportSource, reportSource } from "@/lib/domain/consumption_reports/sources.ts";
import {
  covers,
  type DaySpan,
  daysWithin,
  type OccupancyPeriod,
} from "@/lib/domain/housing/occupancy.ts";
import type { HouseType } from "@/lib/domain/housing/types.ts";
import { houseDetail, reaches } from "@/lib/domain/housing/visibility.ts";
import {
  type IsoDate,
  type IsoMonth,
  monthOf,
  shiftMonth,
  yearOf,
} from "@/lib/domain/periods/civil_dates.ts";
import { FIRST_YEAR, type PeriodRange } from "@/lib/domain/periods/period.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { RangeSlot } from "@/lib/domain/series/types.ts";
import type { ReportDju } from "./report_dju.ts";

/** Which month of which dwellings. */
export interface MonthQuery {
  readonly month: IsoMonth;
  /** Every dwelling without it. */
  readonly houseIds: readonly string[] | null;
  /** A day of the occupancy that is meant; the last of the month that has begun without it. */
  readonly on: IsoDate | null;
  /** Whether the reader is the occupant of each dwelling, who needs no role to read it. */
  readonly isOwn: boolean;
  readonly dju: ReportDju;
  readonly houseTypes: readonly (Pick<HouseType, "id" | "area" | "occupants">)[];
}

/** A dwelling in the month, before its series are read. */
interface AskedHouse {
  readonly id: string;
  readonly house: StoredHouse;
  readonly period: OccupancyPeriod;
  readonly days: DaySpan;
}

/** A month of some dwellings, each of one occupancy; dwellings that no mode shows have none. @spec reports.one-occupancy */
export async function readDwellingMonths(
  world: HousingWorld,
  query: MonthQuery,
): Promise<DwellingMonth[]> {
  const houses = askedHouses(world, query);
  const bySeries = await seriesByHouse(world, houses, query);
  return houses.map((asked) => dwellingMonth(asked, bySeries.get(asked.id) ?? [], query));
}

function askedHouses(world: HousingWorld, { month, houseIds, on }: MonthQuery): AskedHouse[] {
  const wanted = houseIds === null ? null : new Set(houseIds);
  const span = spanOfMonth(month);
  const day = on ?? dayMeant(world, span);
  return world.houses.filter(({ id }) => wanted === null || wanted.has(id)).map((house) => {
    const period = occupancyPeriodAt(world, house.id, day);
    return { id: house.id, house, period, days: daysWithin(period, span) };
  });
}

async function seriesByHouse(
  world: HousingWorld,
  houses: readonly AskedHouse[],
  query: MonthQuery,
): Promise<ReadonlyMap<string, readonly SeriesMonth[]>> {
  const found = new Map<string, SeriesMonth[]>(houses.map(({ id }) => [id, []]));
  for (const series of world.series) {
    const source = reportSource(series);
    if (source === null) continue;
    for (const [id, month] of await readSeries(world, houses, { ...query, series, source })) {
      found.get(id)?.push(month);
    }
  }
  return found;
}

interface SeriesQuery extends MonthQuery {
  readonly series: ProjectSeries;
  readonly source: ReportSource;
}

async function readSeries(
  world: HousingWorld,
  all: readonly AskedHouse[],
  { month, on, isOwn, series, source }: SeriesQuery,
): Promise<(readonly [string, SeriesMonth])[]> {
  const { features, today } = world;
  const day = on ?? dayMeant(world, spanOfMonth(month));
  const seen = new Map(seenHouses(world, series, day).map((one) => [one.id, one]));
  const detailOf = ({ house: { record: { settings } } }: AskedHouse) =>
    houseDetail({ features, choices: settings, dataUnitId: series.dataUnitId });
  const houses = all.filter((asked) => detailOf(asked) !== "hidden");
  const within = (houseId: string) => occupancyPeriodAt(world, houseId, day);
  const read = slotsReader(world, { houses, series, within });
  const year = yearOf(month);
  const before = shiftMonth(month, -12);
  const months = await read({ type: "monthly", year });
  // No period is before the first year.
  const hasYearBefore = year > FIRST_YEAR;
  const monthsBefore = await read(
    { type: "monthly", year: hasYearBefore ? year - 1 : year },
    ({ period }) =>
      hasYearBefore && covers(period, { from: `${before}-01`, to: spanOfMonth(month).to }),
  );
  const days = monthOf(today) === month
    ? await daysOfHouses(world, houses, { series, days: runningDays(today), within })
    : new Map<string, readonly RangeSlot[]>();
  return houses.map((asked) => {
    const { id } = asked;
    const slots = {
      source,
      unit: series.unit.unit,
      months: months.get(id) ?? [],
      monthsBefore: monthsBefore.get(id) ?? [],
      days: days.get(id) ?? [],
      isShown: isOwn || reaches(seen.get(id)?.seen.alone ?? null, "day"),
      isDetailed: detailOf(asked) === "detailed",
    };
    return [id, seriesMonth(slots, { month, days: asked.days, today })];
  });
}

/** Reads a range of a series of the dwellings, of those of some alone. */
function slotsReader(
  world: HousingWorld,
  { houses, series, within }: Pick<HouseRange, "series" | "within"> & {
    readonly houses: readonly AskedHouse[];
  },
) {
  return async (
    range: PeriodRange,
    isRead: (asked: AskedHouse) => boolean = () => true,
  ): Promise<ReadonlyMap<string, readonly RangeSlot[]>> => {
    const asked = houses.filter(isRead);
    const read = await slotsOfHouses(world, asked, { series, range, ...within && { within } });
    return new Map(read.map(({ id, slots }) => [id, slots]));
  };
}

function dwellingMonth(
  { id, house, period, days }: AskedHouse,
  series: readonly SeriesMonth[],
  { month, dju, houseTypes }: MonthQuery,
): DwellingMonth {
  const span = spanOfMonth(month);
  const type = houseTypes.find((one) => one.id === house.record.settings.houseTypeId);
  return {
    houseId: id,
    days,
    isShared: !covers(period, span),
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
