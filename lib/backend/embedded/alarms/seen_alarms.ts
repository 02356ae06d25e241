import { cachedHouses } from "@/lib/backend/embedded/housing/houses.ts";
import { cachedFeatures } from "@/lib/backend/embedded/projects/projects.ts";
import { cachedSeries } from "@/lib/backend/embedded/series/series.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { type PlacedAlarm, seesAlarm, showsQuantity } from "@/lib/domain/alarms/readers.ts";
import { COLLECT_MODES, HOURLY_MODES } from "@/lib/domain/housing/types.ts";
import { houseVisibility } from "@/lib/domain/housing/visibility.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { seriesOfStored } from "@/lib/domain/series/sources.ts";

/** The reader of the alarms of a residence. */
export interface ReaderOf {
  readonly projectId: string;
  readonly caller: Caller;
}

/** The alarms of a residence that a caller sees, in the same order. @spec alarms.readers */
export async function seenAlarms<Alarm extends { readonly record: PlacedAlarm }>(
  services: Services,
  { projectId, caller }: ReaderOf,
  alarms: readonly Alarm[],
): Promise<Alarm[]> {
  const roles = await services.callerRoles.of(caller).rolesOn(projectId);
  const seesQuantity = alarms.some(({ record }) => showsQuantity(record))
    ? await quantitiesSeen(services, projectId, roles)
    : () => false;
  return alarms.filter(({ record }) => seesAlarm(record, { roles, seesQuantity }));
}

/** Choices of a dwelling that does not exist any more. */
const NO_CHOICES = { collectMode: COLLECT_MODES.Default, hourlyMode: HOURLY_MODES.Default };

/** Whether roles see the quantity of the alarm of a dwelling in detail. */
async function quantitiesSeen(
  services: Services,
  projectId: string,
  roles: ReadonlySet<Role>,
): Promise<(alarm: PlacedAlarm) => boolean> {
  const [features, houses, series] = await Promise.all([
    cachedFeatures(services, projectId),
    cachedHouses(services, projectId),
    cachedSeries(services, projectId),
  ]);
  const choicesOf = new Map(houses.map(({ id, record }) => [id, record.settings]));
  const unitOf = new Map(series.map(({ id, dataUnitId }) => [id, dataUnitId]));
  return ({ houseId, seriesId }) => {
    // Of a series deleted since: a quantity that no mode exempts.
    const dataUnitId = unitOf.get(seriesOfStored(seriesId ?? "")) ?? "ETAT";
    const choices = choicesOf.get(houseId ?? "") ?? NO_CHOICES;
    // Any detail is enough, whatever its granularity.
    const reading = { features, choices, dataUnitId, roles, isFineAgreed: false };
    return houseVisibility(reading).alone !== null;
  };
}
