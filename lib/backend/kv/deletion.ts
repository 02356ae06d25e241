import { MUTATIONS_PER_COMMIT, type Selector, type Store } from "./store.ts";

/**
 * Deletes every entry of a run of keys, in commits of bounded size: killed midway, the next call goes on.
 *
 * @param options `perCommit`: how many at once, fewer where the values are large, since a list reads them
 * @returns how many entries
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
