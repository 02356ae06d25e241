import { RETIRED_KEYS } from "@/lib/backend/kv/keys.ts";
import { MUTATIONS_PER_COMMIT, type Store } from "@/lib/backend/kv/store.ts";

/** Deletes what older versions wrote and nothing reads any more. */
export async function sweepRetired(store: Store): Promise<void> {
  for (const family of RETIRED_KEYS) {
    let atomic = store.atomic();
    let count = 0;
    for await (const { key } of store.list({ prefix: family.under() })) {
      atomic.delete(key);
      count += 1;
      if (count % MUTATIONS_PER_COMMIT > 0) continue;
      await atomic.commit();
      atomic = store.atomic();
    }
    if (count % MUTATIONS_PER_COMMIT > 0) await atomic.commit();
  }
}
