import type { Store } from "@/lib/store/store.ts";
import type { SeriesBatch } from "@/lib/timeseries/readings.ts";
import {
  arrivalEntries,
  type ArrivalName,
  decodeArrival,
  inOrder,
} from "@/lib/timeseries/store/arrival_encoding.ts";

/** Acknowledged readings that are not yet in the points of their series. */
export interface Arrival extends ArrivalName {
  readonly batches: readonly SeriesBatch[];
}

/** Arrivals of a project that are acknowledged and not compacted yet, in order. */
export async function pendingArrivals(
  store: Store,
  projectId: string,
): Promise<readonly Arrival[]> {
  const arrivals: Arrival[] = [];
  for await (const { key, versionstamp, value } of arrivalEntries(store, projectId)) {
    arrivals.push({ key, versionstamp, batches: decodeArrival(value) });
  }
  return arrivals.sort(inOrder);
}
