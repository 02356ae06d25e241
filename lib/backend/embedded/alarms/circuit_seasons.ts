import type { StoredEquipment } from "@/lib/backend/embedded/facilities/equipment.ts";
import { isHeatingToday } from "@/lib/backend/embedded/facilities/heating_seasons.ts";
import { cachedProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { civilDayOf } from "@/lib/domain/periods/zoned_days.ts";

/** The unwatched heating circuits of a residence on the current civil day. */
export interface CircuitSeasons {
  /** Ids of the circuits out of season. */
  readonly outOfSeason: ReadonlySet<string>;
  /** The day, epoch ms, `toMs` excluded; unbounded without heating circuits. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Seasons of a residence without watched heating circuits. */
export const NO_SEASONS: CircuitSeasons = {
  outOfSeason: new Set(),
  fromMs: -Infinity,
  toMs: Infinity,
};

/** The current seasons of the heating circuits of a residence. @spec alarms.season */
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
  const { from: fromMs, to: toMs } = civilDayOf(services.now(), timeZone);
  const ids = await Promise.all(
    [...heating].map(async ([boilerRoomId, circuits]) =>
      await isHeatingToday(services, { projectId, boilerRoomId })
        ? []
        : circuits.map(({ id }) => id)
    ),
  );
  return { outOfSeason: new Set(ids.flat()), fromMs, toMs };
}
