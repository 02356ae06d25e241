import { keys } from "@/lib/backend/kv/keys.ts";
import { idOf, listEntries, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { type SeriesRecord, seriesRecord } from "@/lib/backend/records/projects.ts";
import { ANY_BOUNDS, type Bounds, plausibleBounds } from "@/lib/domain/series/plausible.ts";
import { dataUnit } from "@/lib/domain/series/units.ts";

/** The values allowed for a series, and their unit; null for a state or an unknown series. */
export interface UnitBounds extends Bounds {
  readonly unit: string | null;
}

export async function boundsOfProject(
  store: Store,
  projectId: string,
): Promise<ReadonlyMap<string, UnitBounds>> {
  const prefix = keys.dataseries.under(projectId);
  const entries = await listEntries(store, { prefix }, seriesRecord, { batchSize: 500 });
  return new Map(entries.map(({ key, value }) => [idOf(key), boundsOf(value)]));
}

/** The values allowed for a series; any plausible one when it is unknown. */
export async function boundsOfSeries(
  store: Store,
  { projectId, seriesId }: { readonly projectId: string; readonly seriesId: string },
): Promise<UnitBounds> {
  const { value } = await readEntry(store, keys.dataseries(projectId, seriesId), seriesRecord);
  return value === null ? { ...ANY_BOUNDS, unit: null } : boundsOf(value);
}

function boundsOf({ dataUnitId, importedUnit }: SeriesRecord): UnitBounds {
  const unit = importedUnit ?? (dataUnit(dataUnitId).unit || null);
  return { ...plausibleBounds(dataUnitId, importedUnit), unit };
}
