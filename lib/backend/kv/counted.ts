import type { MaybeEntry } from "./store.ts";

/** How many changes a counter of the store has seen, and the stamp of the last one. */
export interface Counted {
  readonly count: bigint;
  readonly stamp: string;
}

export function countedAt({ value, versionstamp }: MaybeEntry): Counted {
  return { count: value instanceof Deno.KvU64 ? value.value : 0n, stamp: versionstamp ?? "" };
}
