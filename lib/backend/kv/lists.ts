import type { ZodType } from "zod";
import {
  type Entry,
  getAll,
  idOf,
  type Key,
  type KeyPart,
  listEntries,
  readable,
  type Store,
  type Unreadable,
} from "./store.ts";

/** A stored entity, with the id at the end of its key. */
export interface Stored<T> {
  readonly id: string;
  readonly record: T;
  readonly entry: Entry<T>;
}

/** The entities under a prefix, in key order. @param unreadable receives invalid entries; the list is read as by {@link listEntries} */
export async function listStored<T>(
  store: Store,
  prefix: Key,
  schema: ZodType<T>,
  unreadable?: Unreadable,
): Promise<Stored<T>[]> {
  const entries = await listEntries(store, { prefix }, schema, { batchSize: 500, unreadable });
  return entries.map((entry) => ({ id: idOf(entry.key), record: entry.value, entry }));
}

/** The values of named keys, by name; each key is read once. */
export async function readNamed<T>(
  store: Store,
  named: readonly (readonly [name: string, key: Key])[],
  schema: ZodType<T>,
  unreadable?: Unreadable,
): Promise<ReadonlyMap<string, T>> {
  const byName = new Map(named);
  const entries = await getAll(store, [...byName.values()]);
  return new Map(
    [...byName.keys()].flatMap((name, rank) =>
      readable(entries.slice(rank, rank + 1), schema, unreadable)
        .map(({ value }) => [name, value] as const)
    ),
  );
}

/** The values of some ids, by id and in their order. */
export function readById<T>(
  store: Store,
  ids: readonly string[],
  keyOf: (id: string) => Key,
  schema: ZodType<T>,
  unreadable?: Unreadable,
): Promise<ReadonlyMap<string, T>> {
  return readNamed(store, ids.map((id) => [id, keyOf(id)]), schema, unreadable);
}

/** The last part of every key under a prefix, in order: the ids of an index. */
export async function listIds(store: Store, prefix: Key): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { key } of store.list({ prefix }, { batchSize: 500 })) {
    const id: KeyPart | undefined = key.at(-1);
    if (typeof id === "string") ids.push(id);
  }
  return ids;
}
