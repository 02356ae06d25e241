import { groupsOf } from "@/lib/backend/core/groups.ts";
import type { Atomic, Store } from "./store.ts";

/** How items are written. */
interface EachOptions<Item> {
  /** Maximum number of items in one commit. */
  readonly perCommit: number;
  fill(atomic: Atomic, item: Item): void;
}

/**
 * Writes each item, in commits of bounded size: after a crash, those committed remain, and a repeated call continues.
 *
 * A commit whose check fails writes none of its items; the next ones follow.
 */
export async function commitEach<Item>(
  store: Store,
  items: readonly Item[],
  { perCommit, fill }: EachOptions<Item>,
): Promise<void> {
  for (const some of groupsOf(items, perCommit)) {
    const atomic = store.atomic();
    for (const item of some) fill(atomic, item);
    await atomic.commit();
  }
}

/** Adds items to the commit of an act, as many as one takes; the others are written before it. @spec decision 256 */
export async function includeEach<Item>(
  store: Store,
  atomic: Atomic,
  items: readonly Item[],
  { perCommit, fill }: EachOptions<Item>,
): Promise<void> {
  await commitEach(store, items.slice(perCommit), { perCommit, fill });
  for (const item of items.slice(0, perCommit)) fill(atomic, item);
}
