import type { Key, KeyPart, Store } from "./store.ts";

/** The last part of every key under a prefix, in order: the ids an index lists. */
export async function listIds(store: Store, prefix: Key): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { key } of store.list({ prefix }, { batchSize: 500 })) {
    const id: KeyPart | undefined = key.at(-1);
    if (typeof id === "string") ids.push(id);
  }
  return ids;
}
