import type { StoredEquipment } from "@/lib/backend/embedded/facilities/equipment.ts";
import { isHeatingToday } from "@/lib/backend/embedded/facilities/heating_seasons.ts";
import { cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { civilDateOf, dayBounds } from "@/lib/domain/periods/zoned_days.ts";

/** Which heating circuits of a residence are not watched, for the civil day that runs. */
export interface CircuitSeasons {
  /** Ids of those out of their season. */
  readonly outOfSeason: ReadonlySet<string>;
  /** The day, epoch ms, `toMs` excluded; all time where there is no heating circuit. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Where no heating circuit is watched. */
export const NO_SEASONS: CircuitSeasons = {
  outOfSeason: new Set(),
  fromMs: -Infinity,
  toMs: Infinity,
};

/** The seasons in force today for the heating circuits of a residence. @spec alarms.season */
export async function circuitSeasons(
  services: Services,
  projectId: string,
  equipments: readonly StoredEquipment[],
): Promise<CircuitSeasons> {
  const heating = Map.groupBy(
    equipments.filter(({ record: { details: { circuit } } }) => circuit?.isHotWater === false),
    ({ record }) => record.parentId ?? "",
  );
  if (heating.size === 0) return NO_SEASONS;
  const { timeZone } = await cachedProject(services, projectId);
  const { from: fromMs, to: toMs } = dayBounds(civilDateOf(services.now(), timeZone), timeZone);
  const ids = await Promise.all(
    [...heating].map(async ([boilerRoomId, circuits]) =>
      await isHeatingToday(services, { projectId, boilerRoomId })
        ? []
        : circuits.map(({ id }) => id)
    ),
  );
  return { outOfSeason: new Set(ids.flat()), fromMs, toMs };
}
