import {
  type HousingWorld,
  occupancyPeriodAt,
} from "@/lib/backend/embedded/housing/housing_readings.ts";
import { isFineAgreed, isWithin } from "@/lib/domain/housing/occupancy.ts";
import { finestData, houseDetail, reaches } from "@/lib/domain/housing/visibility.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import type { ModuleStatus } from "@/lib/domain/pilot/types.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import type { PilotModule } from "./requests.ts";

type Temperature = Pick<ModuleStatus, "temperatureC" | "temperatureFrom" | "temperatureAt">;

interface Measure {
  readonly value: number;
  readonly epochS: number;
  readonly from: "module" | "sensor";
}

const UNKNOWN: Temperature = { temperatureC: null, temperatureFrom: null, temperatureAt: null };

/**
 * The newest temperature of the dwellings of modules: the one reported by the module, or the last reading of a series.
 *
 * A current temperature reveals presence: it is returned only if the residence, the dwelling and its occupant allow
 * hours, and only from today's occupancy.
 *
 * @spec pilot.temperatures
 */
export async function newestTemperatures(
  world: HousingWorld,
  modules: readonly PilotModule[],
): Promise<(module: PilotModule) => Temperature> {
  const series = world.series.filter(({ dataUnitId }) => dataUnitId === "TEMP");
  const shown = modules.filter((module) => isShown(world, module));
  const idsOf = ({ id }: PilotModule) => series.map((one) => storedSeriesId(one.id, id));
  const points = await world.reader.lastOfMany(shown.flatMap(idsOf));
  const found = new Map(shown.map((module) => {
    const read = idsOf(module).flatMap((id): Measure[] => {
      const point = points.get(id);
      return point === undefined || point.text !== undefined
        ? []
        : [{ value: point.value, epochS: point.epochS, from: "sensor" }];
    });
    return [module.id, newest(world, module, [...reported(module), ...read])] as const;
  }));
  return ({ id }) => found.get(id) ?? UNKNOWN;
}

function isShown(world: HousingWorld, { id, house: { settings: choices } }: PilotModule): boolean {
  const { features, today, hidden } = world;
  const quantity = { features, choices, dataUnitId: "TEMP" } as const;
  const isAgreed = isFineAgreed(occupancyPeriodAt(world, id, today), today);
  return !hidden.has(id) && houseDetail(quantity) === "detailed" &&
    reaches(finestData({ ...quantity, isFineAgreed: isAgreed }), "hour");
}

function reported({ report }: PilotModule): Measure[] {
  const { temperatureC: value = null, reportedS: epochS = null } = report ?? {};
  return value === null || epochS === null ? [] : [{ value, epochS, from: "module" }];
}

function newest(
  world: HousingWorld,
  { id }: PilotModule,
  measures: readonly Measure[],
): Temperature {
  const period = occupancyPeriodAt(world, id, world.today);
  const own = measures.filter(({ epochS }) =>
    isWithin(period, civilDateOf(epochS * 1_000, world.timeZone))
  );
  const [first] = own;
  if (first === undefined) return UNKNOWN;
  const { value, from, epochS } = own.reduce((last, one) => one.epochS > last.epochS ? one : last);
  return { temperatureC: value, temperatureFrom: from, temperatureAt: utcInstant(epochS) };
}
