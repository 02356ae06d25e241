import type { ZodType } from "zod";

/** One segment of a key; keys are built in keys.ts and nowhere else. */
export type KeyPart = Deno.KvKeyPart;

export type Key = readonly KeyPart[];

/** A stored value, not parsed yet, with the versionstamp of its last write. */
export interface Entry<T = unknown> {
  readonly key: Key;
  readonly value: T;
  readonly versionstamp: string;
}

/** The result of a read: an entry, or null and null when the key is absent. */
export interface MaybeEntry<T = unknown> {
  readonly key: Key;
  readonly value: T | null;
  readonly versionstamp: string | null;
}

/** "This key still has this stamp": null means it must be absent. */
export interface Check {
  readonly key: Key;
  readonly versionstamp: string | null;
}

/** A run of keys: all those under a prefix, or from a start (included) to an end (excluded). */
export type Selector =
  | { readonly prefix: Key }
  | { readonly prefix: Key; readonly start: Key }
  | { readonly prefix: Key; readonly end: Key }
  | { readonly start: Key; readonly end: Key };

/** How a run of keys is walked. */
export interface ListOptions {
  readonly limit?: number;
  readonly reverse?: boolean;
  readonly batchSize?: number;
}

/** Writes that happen together or not at all. */
export interface Atomic {
  check(...checks: Check[]): this;
  set(key: Key, value: unknown, options?: { readonly expireIn?: number }): this;
  delete(key: Key): this;
  sum(key: Key, amount: bigint): this;
  commit(): Promise<Committed>;
}

/** Whether the commit succeeded; not ok means a check failed and nothing was written. */
export type Committed = { readonly ok: true; readonly versionstamp: string } | {
  readonly ok: false;
};

/**
 * The part of Deno KV the program uses, which every backend file takes.
 *
 * `Deno.Kv` is one; so is a visitor's overlay of the demo.
 */
export interface Store {
  get(key: Key): Promise<MaybeEntry>;
  /** At most ten keys, read in one snapshot. */
  getMany(keys: readonly Key[]): Promise<readonly MaybeEntry[]>;
  list(selector: Selector, options?: ListOptions): AsyncIterable<Entry>;
  atomic(): Atomic;
}

export interface OpenedStore extends Store {
  close(): void;
}

/** Keys `getMany` takes at once. */
export const KEYS_PER_READ = 10;
export const MUTATIONS_PER_COMMIT = 1000;
/** Checks one commit may hold on a self-hosted server. */
export const CHECKS_PER_COMMIT = 10;
export const BYTES_PER_COMMIT = 819_200;

/** The id that the last part of a key is. */
export function idOf(key: Key): string {
  return String(key.at(-1));
}

/**
 * The value at a key, parsed by its schema.
 *
 * @returns value and versionstamp, both null when the key is absent
 * @throws TypeError when the stored value does not fit the schema
 */
export async function readEntry<T>(
  store: Store,
  key: Key,
  schema: ZodType<T>,
): Promise<MaybeEntry<T>> {
  return parsed(await store.get(key), schema);
}

/** The values at any number of keys, in their order, ten per snapshot. */
export async function readEntries<T>(
  store: Store,
  keys: readonly Key[],
  schema: ZodType<T>,
): Promise<readonly MaybeEntry<T>[]> {
  return (await getAll(store, keys)).map((entry) => parsed(entry, schema));
}

/** Called with the key of an entry that does not fit its schema, and what {@link parsedEntry} threw. */
export type Unreadable = (key: Key, fault: unknown) => void;

/** How a list is parsed: with `unreadable` what does not fit is left out, without it nothing is read. */
export interface ParsedListOptions extends ListOptions {
  readonly unreadable?: Unreadable | undefined;
}

/** The values of a run of keys, in key order. */
export async function listEntries<T>(
  store: Store,
  selector: Selector,
  schema: ZodType<T>,
  { unreadable, ...options }: ParsedListOptions = {},
): Promise<readonly Entry<T>[]> {
  const found: Entry<T>[] = [];
  for await (const entry of store.list(selector, options)) {
    if (unreadable === undefined) found.push(parsedEntry(entry, schema));
    else found.push(...readable([entry], schema, unreadable));
  }
  return found;
}

/** Those of some entries that are stored and fit a schema. @throws TypeError without `unreadable`, for one that does not */
export function readable<T>(
  entries: readonly MaybeEntry[],
  schema: ZodType<T>,
  unreadable?: Unreadable,
): Entry<T>[] {
  return entries.flatMap((entry) => {
    const { key, versionstamp } = entry;
    if (versionstamp === null) return [];
    try {
      return [{ key, versionstamp, value: parsedValue(entry, schema) }];
    } catch (fault) {
      if (unreadable === undefined) throw fault;
      unreadable(key, fault);
      return [];
    }
  });
}

/** An entry of a list that was read unparsed. @throws TypeError when a stored value does not fit the schema */
export function parsedEntry<T>(entry: Entry, schema: ZodType<T>): Entry<T> {
  return { ...entry, value: parsedValue(entry, schema) };
}

/** Unparsed entries of any number of keys, in their order, ten per snapshot. */
export async function getAll(store: Store, keys: readonly Key[]): Promise<readonly MaybeEntry[]> {
  if (keys.length <= KEYS_PER_READ) return keys.length === 0 ? [] : await store.getMany(keys);
  const slices: Promise<readonly MaybeEntry[]>[] = [];
  for (let from = 0; from < keys.length; from += KEYS_PER_READ) {
    slices.push(store.getMany(keys.slice(from, from + KEYS_PER_READ)));
  }
  return (await Promise.all(slices)).flat();
}

/** From so many keys under one prefix on, they are read as a list. */
export const LISTED_FROM = 200;
/** Entries that a list may read for each one that is wanted: beyond, the missing keys are read one by one. */
const LISTED_PER_WANTED = 4;
const LISTED_AT_ONCE = 500;

/**
 * Unparsed entries of keys that a prefix and one more part make, in the order of these parts: many of them by one list,
 * where they are a good part of what is there.
 */
export async function getUnder(
  store: Store,
  prefix: Key,
  ids: readonly string[],
): Promise<readonly MaybeEntry[]> {
  const keyOf = (id: string) => [...prefix, id];
  if (ids.length < LISTED_FROM) return await getAll(store, ids.map(keyOf));
  const wanted = new Set(ids);
  const found = new Map<string, MaybeEntry>();
  const limit = ids.length * LISTED_PER_WANTED;
  let count = 0;
  for await (const entry of store.list({ prefix }, { limit, batchSize: LISTED_AT_ONCE })) {
    count++;
    const id = idOf(entry.key);
    if (wanted.has(id)) found.set(id, entry);
  }
  const missing = count < limit ? [] : ids.filter((id) => !found.has(id));
  const others = await getAll(store, missing.map(keyOf));
  for (const entry of others) found.set(idOf(entry.key), entry);
  return ids.map((id) => found.get(id) ?? { key: keyOf(id), value: null, versionstamp: null });
}

/** An entry that was read unparsed. @throws TypeError when a stored value does not fit the schema */
export function parsed<T>(entry: MaybeEntry, schema: ZodType<T>): MaybeEntry<T> {
  if (entry.versionstamp === null) return { key: entry.key, value: null, versionstamp: null };
  return { ...entry, value: parsedValue(entry, schema) };
}

function parsedValue<T>(entry: MaybeEntry, schema: ZodType<T>): T {
  const result = schema.safeParse(entry.value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new TypeError(
    `The store holds a value that does not fit at ${entry.key.join("/")}: ${
      issue === undefined ? "" : `${issue.path.join(".")} ${issue.message}`
    }`,
  );
}
