import type { ZodType } from "zod";
import { listEntries, type Unreadable } from "./entries.ts";
import { idOf } from "./key.ts";
import type { Entry, Key, KeyPart, Store } from "./store.ts";

/** An entity as the store has it, with the id its key ends with. */
export interface Stored<T> {
  readonly id: string;
  readonly record: T;
  readonly entry: Entry<T>;
}

/** The entities under a prefix, in key order. @param unreadable given those that do not fit; without it the list fails */
export async function listStored<T>(
  store: Store,
  prefix: Key,
  schema: ZodType<T>,
  unreadable?: Unreadable,
): Promise<Stored<T>[]> {
  const entries = await listEntries(store, { prefix }, schema, { batchSize: 500, unreadable });
  return entries.map((entry) => ({ id: idOf(entry.key), record: entry.value, entry }));
}

/** The last part of every key under a prefix, in order: the ids an index lists. */
export async function listIds(store: Store, prefix: Key): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { key } of store.list({ prefix }, { batchSize: 500 })) {
    const id: KeyPart | undefined = key.at(-1);
    if (typeof id === "string") ids.push(id);
  }
  return ids;
}
