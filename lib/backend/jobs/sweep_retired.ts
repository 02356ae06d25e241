import { deleteAll } from "@/lib/backend/kv/deletion.ts";
import { RETIRED_KEYS } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";

/** Deletes the entries of older versions that are no longer read. */
export async function sweepRetired(store: Store): Promise<void> {
  for (const family of RETIRED_KEYS) await deleteAll(store, { prefix: family.under() });
}
