import { groupsOf } from "@/lib/backend/core/groups.ts";
import type { Atomic, Store } from "./store.ts";

/**
 * Writes each item, in commits of bounded size: after a crash, those committed remain, and a repeated call continues.
 *
 * A commit whose check fails writes none of its items; the next ones follow.
 */
export async function commitEach<Item>(
  store: Store,
  items: readonly Item[],
  { perCommit, fill }: { readonly perCommit: number; fill(atomic: Atomic, item: Item): void },
): Promise<void> {
  for (const some of groupsOf(items, perCommit)) {
    const atomic = store.atomic();
    for (const item of some) fill(atomic, item);
    await atomic.commit();
  }
}
