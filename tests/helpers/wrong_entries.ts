import { faultOfEntry } from "@/lib/app/stored_kinds.ts";
import type { Store } from "@/lib/store/store.ts";

/** The faults that `kv:check` finds in the entries of a store. */
export async function wrongEntries(store: Store): Promise<string[]> {
  const entries = await Array.fromAsync(store.list({ prefix: [] }));
  return entries.flatMap((entry) => faultOfEntry(entry) ?? []);
}
