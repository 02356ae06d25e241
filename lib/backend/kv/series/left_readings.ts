import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { houseOfStored, seriesOfStored } from "@/lib/domain/series/sources.ts";
import { removeReadings } from "./removal.ts";
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
  for (const seriesId of stored) {
    const houseId = houseOfStored(seriesId);
    const isOwned = knownSeries.has(seriesOfStored(seriesId)) &&
      (houseId === null || knownHouses.has(houseId));
    if (!isOwned) await removeReadings(store, { projectId, seriesId }, now);
  }
}
