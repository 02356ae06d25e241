/** Retries commits on conflict, splits large ones, deletes ranges and reads counters. @module */

import { chunk, pause } from "@/lib/base/concurrency.ts";
import {
  type Atomic,
  type MaybeEntry,
  MUTATIONS_PER_COMMIT,
  type Selector,
  type Store,
} from "./store.ts";
import { StoreUnavailable } from "./store_errors.ts";

/** A version conflict: nothing was written, the caller answers 409. */
export interface Conflict {
  readonly ok: false;
  readonly code: "conflict";
}

/** The shared value of a version conflict. */
export const CONFLICT: Conflict = { ok: false, code: "conflict" };

const TRIES = 30;

/**
 * Reads, decides and commits, and retries on conflict: for writes that do not overwrite a user's edit.
 *
 * @param attempt returns null when its commit conflicts
 * @throws StoreUnavailable when every attempt conflicts
 */
export async function retried<R>(attempt: () => Promise<R | null>, tries = TRIES): Promise<R> {
  for (let done = 0; done < tries; done++) {
    const result = await attempt();
    if (result !== null) return result;
    await pause(Math.random() * 2 * (done + 1));
  }
  throw new StoreUnavailable("Others keep writing the same entries");
}

/** How items are written. */
interface EachOptions<Item> {
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
  for (const some of chunk(items, perCommit)) {
    const atomic = store.atomic();
    for (const item of some) fill(atomic, item);
    await atomic.commit();
  }
}

/** Adds items to the commit of an act, as many as one takes; the others are written before it. @spec calls.one-commit */
export async function includeEach<Item>(
  store: Store,
  atomic: Atomic,
  items: readonly Item[],
  { perCommit, fill }: EachOptions<Item>,
): Promise<void> {
  await commitEach(store, items.slice(perCommit), { perCommit, fill });
  for (const item of items.slice(0, perCommit)) fill(atomic, item);
}

/** Number of changes of a counter of the store, and the stamp of the last change. */
export interface Counted {
  readonly count: bigint;
  readonly versionstamp: string;
}

export function countedAt({ value, versionstamp }: MaybeEntry): Counted {
  return {
    count: value instanceof Deno.KvU64 ? value.value : 0n,
    versionstamp: versionstamp ?? "",
  };
}

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
