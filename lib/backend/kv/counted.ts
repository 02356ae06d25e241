import type { MaybeEntry } from "./store.ts";

/** Number of changes of a counter of the store, and the stamp of the last change. */
export interface Counted {
  readonly count: bigint;
  readonly stamp: string;
}

export function countedAt({ value, versionstamp }: MaybeEntry): Counted {
  return { count: value instanceof Deno.KvU64 ? value.value : 0n, stamp: versionstamp ?? "" };
}
