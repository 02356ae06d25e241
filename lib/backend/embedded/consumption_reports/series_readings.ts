import {
  daysOfHouses,
  type HouseRange,
  type HousingWorld,
  occupancyPeriodAt,
  slotsOfHouses,
} from "@/lib/backend/embedded/housing/housing_readings.ts";
import {
  type ReadMonth,
  runningDays,
  seriesMonth,
} from "@/lib/domain/consumption_reports/series_month.ts";
import { covers } from "@/lib/domain/housing/occupancy.ts";
import {
  type IsoDate,
  lastDayOf,
  monthOf,
  shiftMonth,
  yearOf,
} from "@/lib/domain/periods/civil_dates.ts";
import { FIRST_YEAR, type PeriodRange } from "@/lib/domain/periods/period.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import type { CountedSlot, RangeSlot } from "@/lib/domain/series/types.ts";
import {
  housesOfMonth,
  type HousesQuery,
  type ReportedSeries,
  type RequestedHouse,
} from "./houses_of_month.ts";

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
  const read = slotsReader(world, { houses, series, within });
  const year = yearOf(month);
  const before = shiftMonth(month, -12);
  const months = await read({ type: "monthly", year });
  // No period is before the first year.
  const hasYearBefore = year > FIRST_YEAR;
  const monthsBefore = await read(
    { type: "monthly", year: hasYearBefore ? year - 1 : year },
    ({ period }) => hasYearBefore && covers(period, { from: `${before}-01`, to: lastDayOf(month) }),
  );
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

/** Reads a range of a series for some dwellings only. */
function slotsReader(
  world: HousingWorld,
  { houses, series, within }: Pick<HouseRange, "series" | "within"> & {
    readonly houses: readonly RequestedHouse[];
  },
) {
  return async (
    range: PeriodRange,
    isRead: (house: RequestedHouse) => boolean = () => true,
  ): Promise<ReadonlyMap<string, readonly RangeSlot[]>> => {
    const some = houses.filter(isRead);
    const read = await slotsOfHouses(world, some, { series, range, ...within && { within } });
    return new Map(read.map(({ id, slots }) => [id, slots]));
  };
}
