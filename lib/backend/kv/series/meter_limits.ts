import * as z from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { getAll, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { meterPlace, MOST_PLACES } from "@/lib/domain/series/registers/meter_place.ts";
import { NO_LIMITS, type RegisterLimits } from "@/lib/domain/series/registers/register_limits.ts";
import { limitsOf } from "@/lib/domain/series/registers/register_rates.ts";
import { seriesOfStored } from "@/lib/domain/series/sources.ts";
import { DATA_UNIT_IDS } from "@/lib/domain/series/units.ts";

/** What the limits of a meter depend on, of the record of its series. */
const meterSettings = z.object({
  dataUnitId: z.enum(DATA_UNIT_IDS),
  scope: z.enum(["housing", "facilities"]),
  importedUnit: z.string().nullable(),
  equipmentId: z.string().nullable(),
  maxRatePerHour: z.number().nullish(),
  rollsOverAt: z.number().nullish(),
});

const placed = z.object({ kind: z.string(), parentId: z.string().nullable() });

/** Limits of a register by the id of its readings. */
export type LimitsOf = (storedId: string) => RegisterLimits;

/**
 * The limits of the registers of a residence, from the settings of their series.
 *
 * @returns no limits for readings whose series is gone
 */
export async function meterLimits(
  store: Store,
  projectId: string,
  storedIds: readonly string[],
): Promise<LimitsOf> {
  const seriesIds = [...new Set(storedIds.map(seriesOfStored))];
  const entries = await getAll(store, seriesIds.map((id) => keys.dataseries(projectId, id)));
  const found = new Map<string, RegisterLimits>();
  await Promise.all(entries.map(async ({ value }, at) => {
    const settings = meterSettings.safeParse(value);
    const id = seriesIds[at];
    if (!settings.success || id === undefined) return;
    const around = await placesAround(store, projectId, settings.data.equipmentId);
    found.set(id, limitsOf(settings.data, meterPlace(settings.data, around)));
  }));
  return (storedId) => found.get(seriesOfStored(storedId)) ?? NO_LIMITS;
}

/** A facility, and those that contain it. */
async function placesAround(store: Store, projectId: string, equipmentId: string | null) {
  const around: (z.output<typeof placed> & { readonly id: string })[] = [];
  let id = equipmentId;
  while (id !== null && around.length < MOST_PLACES) {
    const { value } = await readEntry(store, keys.equipment(projectId, id), placed);
    if (value !== null) around.push({ ...value, id });
    id = value?.parentId ?? null;
  }
  return around;
}
