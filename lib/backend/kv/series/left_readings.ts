import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { houseOfStored, seriesOfStored } from "@/lib/domain/series/sources.ts";
import { removeStored } from "./removal.ts";
import { seriesIdsOf } from "./year.ts";

/**
 * Removes the readings that deleted series and dwellings of a residence have left: the process that deleted them ended, or
 * its store failed, before it removed their readings.
 */
export async function removeLeftReadings(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<void> {
  // Read first: a series or a dwelling created meanwhile has no readings among these.
  const stored = await seriesIdsOf(store, projectId);
  const [series, houses] = await Promise.all([
    listIds(store, keys.dataseries.under(projectId)),
    listIds(store, keys.house.under(projectId)),
  ]);
  const [knownSeries, knownHouses] = [new Set(series), new Set(houses)];
  const isOwned = (id: string) => {
    const houseId = houseOfStored(id);
    return knownSeries.has(seriesOfStored(id)) && (houseId === null || knownHouses.has(houseId));
  };
  const left = new Set(stored.filter((id) => !isOwned(id)));
  if (left.size > 0) {
    await removeStored(store, { projectId, isRemoved: (id) => left.has(id) }, now);
  }
}
