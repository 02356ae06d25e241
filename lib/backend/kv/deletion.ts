import { MUTATIONS_PER_COMMIT, type Selector, type Store } from "./store.ts";

/**
 * Deletes every entry of a selector, in commits of bounded size: after a crash, the next call continues.
 *
 * @param options `perCommit`: entries per commit, fewer for large values, since a list reads them
 * @returns number of entries deleted
 */
export async function deleteAll(
  store: Store,
  selector: Selector,
  { perCommit = MUTATIONS_PER_COMMIT }: { readonly perCommit?: number } = {},
): Promise<number> {
  for (let count = 0;;) {
    const atomic = store.atomic();
    let some = 0;
    for await (const { key } of store.list(selector, { limit: perCommit })) {
      atomic.delete(key);
      some++;
    }
    if (some > 0) await atomic.commit();
    count += some;
    if (some < perCommit) return count;
  }
}
