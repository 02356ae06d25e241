import type { DatabaseSync } from "node:sqlite";
import { type LastAcknowledged, lossOf } from "@/lib/backend/kv/acknowledged.ts";

/** Whether a store still contains the last acknowledged commit. */
export function endFindings(
  database: DatabaseSync,
  acknowledged: LastAcknowledged | null,
): { readonly faults: readonly string[]; readonly notes: readonly string[] } {
  if (acknowledged === null) {
    const note =
      "Whether the last commits are there cannot be told: nothing beside the store says" +
      " what was acknowledged.";
    return { faults: [], notes: [note] };
  }
  const loss = lossOf(database, acknowledged);
  return { faults: loss === null ? [] : [loss], notes: [] };
}
