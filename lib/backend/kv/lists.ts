import type { ZodType } from "zod";
import { readEntries } from "./entries.ts";
import type { Entry, Key, KeyPart, Selector, Store } from "./store.ts";

/** One page of a list, and how many entries the whole list has. */
export interface Page<T> {
  readonly entries: readonly Entry<T>[];
  readonly total: number;
}

/** Which entries of a list to read: page 1 is the first. */
export interface PageAsked {
  readonly page: number;
  readonly size: number;
  readonly reverse?: boolean;
}

/**
 * One page of an index whose values are in the index itself.
 *
 * Only the entries shown are parsed. A page beyond the end is the last one, below 1 the first.
 */
export async function readPage<T>(
  store: Store,
  selector: Selector,
  schema: ZodType<T>,
  { page, size, reverse = false }: PageAsked,
): Promise<Page<T>> {
  const all = await Array.fromAsync(store.list(selector, { reverse, batchSize: 500 }));
  const last = Math.max(1, Math.ceil(all.length / size));
  const from = (Math.min(Math.max(1, page), last) - 1) * size;
  const entries = all.slice(from, from + size)
    .map((entry) => ({ ...entry, value: schema.parse(entry.value) }));
  return { entries, total: all.length };
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

/** The entities an index lists, in its order; those that are gone are left out. */
export async function readListed<T>(
  store: Store,
  prefix: Key,
  keyOf: (id: string) => Key,
  schema: ZodType<T>,
): Promise<readonly Entry<T>[]> {
  const ids = await listIds(store, prefix);
  const entries = await readEntries(store, ids.map(keyOf), schema);
  return entries.flatMap(({ key, value, versionstamp }) =>
    value === null || versionstamp === null ? [] : [{ key, value, versionstamp }]
  );
}
