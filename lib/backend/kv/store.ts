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
