import { ok } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { isPartSize } from "@/lib/timeseries/store/chunk_parts.ts";

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
