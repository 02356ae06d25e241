import { slotPlace } from "@/lib/backend/embedded/series/slot_place.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { isWithin } from "@/lib/domain/housing/occupancy.ts";
import type { HouseSensorValue } from "@/lib/domain/housing/types.ts";
import { reaches } from "@/lib/domain/housing/visibility.ts";
import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import { civilDateOf, dayBounds, zonedSlots } from "@/lib/domain/periods/zoned_days.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { pointBefore } from "@/lib/domain/series/point_before.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { ofHousingSeries, seriesOf } from "./housing_data.ts";
import {
  dayMeant,
  type HousingWorld,
  occupancyPeriodAt,
  readHousing,
  type SeenHouse,
  seenHouses,
} from "./housing_readings.ts";

/** The last value of a series in one dwelling, up to a slot's end. */
export const getHouseLastSensorData: Handler<"getHouseLastSensorData"> = async (
  services,
  { projectId, series, houseId, instant },
  caller,
) => {
  const world = await readHousing(services, projectId, caller);
  const own = seriesOf(world, series);
  const place = slotPlace(instant, world.timeZone);
  const day = dayMeant(world, place.days);
  const house = own && seenHouses(world, own, day).find(({ id }) => id === houseId);
  if (own === undefined || house === undefined) return { ok: false, code: "not-found" };
  if (!reaches(house.seen.alone, place.fineness)) return { ok: false, code: "forbidden" };
  const answer = await lastValue(world, house, { series: own, place, day });
  return answer === null ? { ok: false, code: "not-found" } : { ok: true, answer };
};

/** The last value of a housing series in each dwelling whose detail the caller may see, up to a slot's end. */
export const getSeriesLastSensorData: Handler<"getSeriesLastSensorData"> = ofHousingSeries(
  async ({ world, series }, { instant }) => {
    const place = slotPlace(instant, world.timeZone);
    const day = dayMeant(world, place.days);
    const shown = seenHouses(world, series, day)
      .filter(({ seen }) => reaches(seen.alone, place.fineness));
    if (shown.length === 0 && place.fineness !== "day") {
      return { ok: false, code: "forbidden" } as const;
    }
    const query = { series, place, day };
    const values = await Promise.all(shown.map((house) => lastValue(world, house, query)));
    return { ok: true, answer: values.filter((value) => value !== null) } as const;
  },
);

interface LastValuesQuery {
  series: ProjectSeries;
  place: ReturnType<typeof slotPlace>;
  day: IsoDate;
}

/**
 * A user who reads days sees the last value of a finished day: current values reveal presence. A value of another
 * occupancy is not returned.
 */
async function lastValue(
  world: HousingWorld,
  { id: houseId, seen }: SeenHouse,
  { series, place, day }: LastValuesQuery,
): Promise<HouseSensorValue | null> {
  const { reader, timeZone, today } = world;
  const end = zonedSlots(place.range, timeZone)[place.rank]?.to ?? 0;
  const begun = dayBounds(today, timeZone).from;
  const endS = (seen.alone === "day" ? Math.min(end, begun) : end) / 1_000;
  const seriesId = storedSeriesId(series.id, houseId);
  const point = await pointBefore(reader, seriesId, { endS, timeZone });
  if (point === null || point.text !== undefined) return null;
  const readOn = civilDateOf(point.epochS * 1_000, timeZone);
  if (!isWithin(occupancyPeriodAt(world, houseId, day), readOn)) return null;
  return { houseId, at: utcInstant(point.epochS), value: point.value };
}
