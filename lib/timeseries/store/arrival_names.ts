/** Names the stored arrivals of a residence, and orders them. @module */

import { keys } from "@/lib/store/keys.ts";
import type { Entry, Key, Store } from "@/lib/store/store.ts";

/** Key of an arrival, and the stamp of the commit that wrote it. */
export interface ArrivalName {
  readonly key: Key;
  readonly versionstamp: string;
}

/** Length of the buckets in arrival keys, s: the bucket is that of the newest reading. */
export const BUCKET_S = 300;

/** Digits of a rank in a key, enough for years of arrivals. */
const RANK_DIGITS = 12;

/**
 * Orders arrivals by acknowledgement: by commit, then by rank in it.
 *
 * @returns negative when `a` is first
 */
export function inOrder(a: ArrivalName, b: ArrivalName): number {
  if (a.versionstamp !== b.versionstamp) return a.versionstamp < b.versionstamp ? -1 : 1;
  return rankOf(a.key) - rankOf(b.key);
}

/** The last part of the key of an arrival, in ascending order for each process. */
export function arrivalName(process: string, position: number): string {
  return `${process}.${String(position).padStart(RANK_DIGITS, "0")}`;
}

/** Name of an arrival, unique in its project. */
export function nameOf(key: Key): string {
  return key.slice(-2).join("/");
}

export function processOf(key: Key): string {
  return String(key.at(-1)).split(".")[0] ?? "";
}

/** Rank of an arrival in its process; 0 for those of an earlier version of the program. */
export function rankOf(key: Key): number {
  return Number(String(key.at(-1)).split(".")[1] ?? 0);
}

/** Key of the counter that changes with the arrivals of a project. */
export function arrivalsVersionKey(projectId: string): Key {
  return keys.version("arrivals", projectId);
}

/** The stored arrivals of a project, by bucket. */
export function arrivalEntries(store: Store, projectId: string): AsyncIterable<Entry> {
  return store.list({ prefix: keys.arrival.under(projectId) }, { batchSize: 50 });
}
