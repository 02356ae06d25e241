/** What tests write and read of stored series. @module */

import { ok } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import type { SeriesBatch } from "@/lib/timeseries/readings.ts";
import {
  arrivalEntries,
  type ArrivalName,
  decodeArrival,
  inOrder,
} from "@/lib/timeseries/store/arrival_encoding.ts";
import { isPartSize } from "@/lib/timeseries/store/chunk_parts.ts";

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

/** Checks the size of each compacted part of a store; returns how many there are. */
export async function checkParts(store: Store): Promise<number> {
  let count = 0;
  for (const family of [keys.points, keys.seriesDays, keys.seriesMonths]) {
    for await (const { key, value } of store.list({ prefix: family.under() })) {
      const bytes = value instanceof Uint8Array ? value.length : NaN;
      ok(isPartSize(bytes), `${key.join("/")} holds ${bytes} bytes`);
      count++;
    }
  }
  return count;
}
