/** The interface of the key-value store, and reads of entries, lists and ids. @module */

import type { ZodType } from "zod";
import { chunk } from "@/lib/base/concurrency.ts";
import { isReadingInPart, leaveOut, UnreadableValue } from "./unreadable_values.ts";

/** One segment of a key; keys are built only in keys.ts. */
export type KeyPart = Deno.KvKeyPart;

export type Key = readonly KeyPart[];

/** A stored, unparsed value, with the versionstamp of its last write. */
export interface Entry<T = unknown> {
  readonly key: Key;
  readonly value: T;
  readonly versionstamp: string;
}

/** The result of a read: an entry, or null twice when the key is absent. */
export interface MaybeEntry<T = unknown> {
  readonly key: Key;
  readonly value: T | null;
  readonly versionstamp: string | null;
}

/** Condition of a commit: the key still has this stamp; null means it must be absent. */
export interface Check {
  readonly key: Key;
  readonly versionstamp: string | null;
}

/** A range of keys: all those under a prefix, or from a start (included) to an end (excluded). */
export type Selector =
  | { readonly prefix: Key }
  | { readonly prefix: Key; readonly start: Key }
  | { readonly prefix: Key; readonly end: Key }
  | { readonly start: Key; readonly end: Key };

/** Order and size of the reads of a list. */
export interface ListOptions {
  readonly limit?: number;
  readonly reverse?: boolean;
  readonly batchSize?: number;
}

/** An atomic write. */
export interface Atomic {
  check(...checks: Check[]): this;
  set(key: Key, value: unknown, options?: { readonly expireIn?: number }): this;
  delete(key: Key): this;
  sum(key: Key, amount: bigint): this;
  commit(): Promise<Committed>;
}

/** Result of a commit; not ok means a check failed and nothing was written. */
export type Committed = { readonly ok: true; readonly versionstamp: string } | {
  readonly ok: false;
};

/**
 * The part of Deno KV that the program uses.
 *
 * Implemented by `Deno.Kv` and by the overlay of a demo visitor.
 */
export interface Store {
  get(key: Key): Promise<MaybeEntry>;
  /** At most ten keys, read in one snapshot. */
  getMany(keys: readonly Key[]): Promise<readonly MaybeEntry[]>;
  list(selector: Selector, options?: ListOptions): AsyncIterable<Entry>;
  atomic(): Atomic;
}

/** A store, and the clock by which its entries expire, epoch ms. */
export interface StoreClock {
  readonly store: Store;
  now(): number;
}

export interface OpenedStore extends Store {
  close(): void;
}

export const KEYS_PER_READ = 10;
export const MUTATIONS_PER_COMMIT = 1000;
/** Maximum number of checks of one commit on a self-hosted server. */
export const CHECKS_PER_COMMIT = 10;
export const BYTES_PER_COMMIT = 819_200;

/** The last part of a key, as an id. */
export function idOf(key: Key): string {
  return String(key.at(-1));
}

/**
 * The value at a key, parsed by its schema.
 *
 * @returns value and versionstamp, both null when the key is absent
 * @throws UnreadableValue when the stored value does not fit the schema
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

/** The values of a range of keys, in key order; those that do not fit are treated as by {@link readable}. */
export async function listEntries<T>(
  store: Store,
  selector: Selector,
  schema: ZodType<T>,
  options: ListOptions = {},
): Promise<readonly Entry<T>[]> {
  const found: Entry<T>[] = [];
  for await (const entry of store.list(selector, options)) found.push(...readable([entry], schema));
  return found;
}

/**
 * The stored entries that fit a schema.
 *
 * @throws UnreadableValue for one that does not fit, except in a read in part, which names it
 */
export function readable<T>(entries: readonly MaybeEntry[], schema: ZodType<T>): Entry<T>[] {
  return entries.flatMap((entry) => {
    const { key, versionstamp } = entry;
    if (versionstamp === null) return [];
    try {
      return [{ key, versionstamp, value: parsedValue(entry, schema) }];
    } catch (fault) {
      if (!isReadingInPart()) throw fault;
      leaveOut(key, fault);
      return [];
    }
  });
}

/** Parses an entry of a list. @throws UnreadableValue when a stored value does not fit the schema */
export function parsedEntry<T>(entry: Entry, schema: ZodType<T>): Entry<T> {
  return { ...entry, value: parsedValue(entry, schema) };
}

/** Unparsed entries of any number of keys, in their order, ten per snapshot. */
export async function getAll(store: Store, keys: readonly Key[]): Promise<readonly MaybeEntry[]> {
  if (keys.length <= KEYS_PER_READ) return keys.length === 0 ? [] : await store.getMany(keys);
  const snapshots = chunk(keys, KEYS_PER_READ).map((some) => store.getMany(some));
  return (await Promise.all(snapshots)).flat();
}

/** Number of keys under one prefix from which they are read as a list. */
export const LISTED_FROM = 200;
/** Entries a list may read per requested entry: above it, the missing keys are read one by one. */
const LISTED_PER_WANTED = 4;
const LISTED_AT_ONCE = 500;

/**
 * Unparsed entries of keys made of a prefix and one more part, in the order of these parts: many keys are read by one
 * list, when they are a large share of the entries under the prefix.
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

/** Parses an entry. @throws UnreadableValue when a stored value does not fit the schema */
export function parsed<T>(entry: MaybeEntry, schema: ZodType<T>): MaybeEntry<T> {
  if (entry.versionstamp === null) return { key: entry.key, value: null, versionstamp: null };
  return { ...entry, value: parsedValue(entry, schema) };
}

function parsedValue<T>({ key, value }: MaybeEntry, schema: ZodType<T>): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UnreadableValue(key, issue ? `${issue.path.join(".")} ${issue.message}` : "");
}

/** The check that an entry has not changed since it was read. */
export function unchanged(entry: { key: Key; versionstamp: string | null }) {
  return { key: entry.key, versionstamp: entry.versionstamp };
}

/** A stored entity, with the id at the end of its key. */
export interface Stored<T> {
  readonly id: string;
  readonly record: T;
  readonly entry: Entry<T>;
}

/** The entities under a prefix, in key order, as by {@link listEntries}. */
export async function listStored<T>(
  store: Store,
  prefix: Key,
  schema: ZodType<T>,
): Promise<Stored<T>[]> {
  const entries = await listEntries(store, { prefix }, schema, { batchSize: 500 });
  return entries.map((entry) => ({ id: idOf(entry.key), record: entry.value, entry }));
}

/** The values of named keys, by name; each key is read once. */
export async function readNamed<T>(
  store: Store,
  named: readonly (readonly [name: string, key: Key])[],
  schema: ZodType<T>,
): Promise<ReadonlyMap<string, T>> {
  const byName = new Map(named);
  const entries = await getAll(store, [...byName.values()]);
  return new Map(
    [...byName.keys()].flatMap((name, position) =>
      readable(entries.slice(position, position + 1), schema)
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
): Promise<ReadonlyMap<string, T>> {
  return readNamed(store, ids.map((id) => [id, keyOf(id)]), schema);
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
