/** Caches of values by store, and by the versions of the data they show. @module */

import { LRUCache } from "lru-cache";
import { keys } from "./keys.ts";
import { Batcher } from "./read_batching.ts";
import { type Atomic, getAll, getUnder, LISTED_FROM, type Store } from "./store.ts";
import { isReadingInPart, leaveOutAgain, readAlike, type Unread } from "./unreadable_values.ts";

/** A value and the time it was obtained, epoch milliseconds. */
export interface CachedValue<Value> {
  readonly value: Value;
  readonly keptAt: number;
  /** What it was read without; absent for nothing. */
  readonly unread?: Unread;
}

/** A slower cache shared by several processes, behind the memory of this one. */
export interface SharedTier {
  read(key: string): Promise<CachedValue<unknown> | null>;
  write(key: string, cached: CachedValue<unknown>, forMs: number): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Lifetime of an answer. */
export interface Freshness {
  /** How long it is returned without a new request, ms. */
  readonly freshForMs: number;
  /** Time after that during which it is returned while a new one is fetched, ms; 0 waits for the new one. */
  readonly staleForMs: number;
  /** Version of the data, in this process: an answer of another version is fetched again and replaced. */
  readonly version?: string;
  /** Returns true for answers to cache; all when omitted. */
  readonly keep?: (value: unknown) => boolean;
}

interface FreshCacheOptions {
  readonly now: () => number;
  /** Values kept; with sizes, bytes. */
  readonly limit?: number;
  /** Size of a value in memory, bytes, always the same. */
  readonly sizeOf?: (value: unknown) => number;
  readonly shared?: SharedTier;
}

/** What a cached value takes besides itself, about, bytes: its name, its version, its place in the map. */
const ENTRY_BYTES = 400;

/**
 * A cache with a lifetime per call. Concurrent requests for a missing key share one fetch; a stale answer is returned
 * while one fetch replaces it.
 */
export class VersionedCache {
  #memory: LRUCache<string, CachedValue<unknown> & { readonly version: string | undefined }>;
  #running = new Map<string, Promise<CachedValue<unknown>>>();
  #now: () => number;
  #shared: SharedTier | undefined;

  constructor({ now, limit = 2000, sizeOf, shared }: FreshCacheOptions) {
    this.#memory = new LRUCache({
      maxSize: limit,
      sizeCalculation: ({ value }) => sizeOf === undefined ? 1 : ENTRY_BYTES + sizeOf(value),
    });
    this.#now = now;
    this.#shared = shared;
  }

  /** The cached answer when fresh, else the result of `ask`. A failure of `ask` is thrown to all waiting callers. */
  async get<Value>(
    key: string,
    freshness: Freshness,
    ask: () => Promise<Value>,
  ): Promise<CachedValue<Value>> {
    const found = await this.#get(key, freshness, ask);
    if (found.unread !== undefined) leaveOutAgain(found.unread);
    return found;
  }

  async #get<Value>(
    key: string,
    freshness: Freshness,
    ask: () => Promise<Value>,
  ): Promise<CachedValue<Value>> {
    const { version } = freshness;
    // Another caller may have fetched it while the shared tier was read.
    const cached = this.#madeFrom(key, version) ?? await this.#readShared(key) ??
      this.#madeFrom(key, version);
    const age = cached ? this.#now() - cached.keptAt : Infinity;
    // The key contains the call, whose answers always have the same type.
    if (cached && age >= 0 && age < freshness.freshForMs) return cached as CachedValue<Value>;
    const fetched = this.#fetchOnce(key, freshness, ask);
    if (cached && age >= 0 && age < freshness.freshForMs + freshness.staleForMs) {
      fetched.catch(() => {}); // the stale answer remains in use; the next caller tries again
      return cached as CachedValue<Value>;
    }
    return await fetched;
  }

  /** The result of `ask`; the cached answer when it fails. Without a usable answer the failure is thrown. */
  async newest<Value>(
    key: string,
    freshness: Freshness,
    ask: () => Promise<Value>,
  ): Promise<CachedValue<Value>> {
    try {
      return await this.#fetchOnce(key, freshness, ask);
    } catch (error) {
      const cached = await this.find<Value>(key, freshness);
      if (cached === null) throw error;
      return cached;
    }
  }

  /** The cached answer, if usable. */
  async find<Value>(key: string, freshness: Freshness): Promise<CachedValue<Value> | null> {
    const cached = this.#madeFrom(key, freshness.version) ?? await this.#readShared(key);
    const age = cached ? this.#now() - cached.keptAt : Infinity;
    // The key contains the call, whose answers always have the same type.
    return age >= 0 && age < freshness.freshForMs + freshness.staleForMs
      ? cached as CachedValue<Value>
      : null;
  }

  #fetchOnce<Value>(key: string, freshness: Freshness, ask: () => Promise<Value>) {
    const name = `${key} ${freshness.version ?? ""} ${isReadingInPart() ? "in part" : ""}`;
    const activeRead = this.#running.get(name);
    if (activeRead) return activeRead as Promise<CachedValue<Value>>;
    const fetched = this.#fetch(key, freshness, ask).finally(() => this.#running.delete(name));
    this.#running.set(name, fetched);
    return fetched;
  }

  #madeFrom(key: string, version: string | undefined): CachedValue<unknown> | undefined {
    const cached = this.#memory.get(key);
    const isWhole = cached?.unread === undefined || isReadingInPart();
    return cached?.version === version && isWhole ? cached : undefined;
  }

  async #fetch<Value>(key: string, freshness: Freshness, ask: () => Promise<Value>) {
    const { value, unread } = await readAlike(ask);
    const cached = { value, keptAt: this.#now(), ...unread.size > 0 && { unread } };
    if (freshness.keep && !freshness.keep(cached.value)) {
      // The cached answer is no longer valid: access withdrawn, entity deleted.
      this.#memory.delete(key);
      await this.#shared?.remove(key);
      return cached;
    }
    this.#memory.set(key, { ...cached, version: freshness.version });
    await this.#shared?.write(key, cached, freshness.freshForMs + freshness.staleForMs);
    return cached;
  }

  async #readShared(key: string): Promise<CachedValue<unknown> | null> {
    const cached = await this.#shared?.read(key) ?? null;
    if (cached) this.#memory.set(key, { ...cached, version: undefined });
    return cached;
  }
}

/**
 * Whose data a cached answer shows: every write of that scope makes the answer unreachable. What collectors send to a
 * residence is a scope of its own, "readings": a tick leaves answers without readings where they are. So are its
 * "alarms", which start and end by themselves, the "deliveries" of a residence or an organisation: what became of its
 * mails and webhooks, and the "figures" that its lists show of its residences.
 */
export type Scope = {
  readonly kind: "project" | "readings" | "alarms" | "deliveries" | "figures" | "org" | "account";
  readonly id: string;
};

/**
 * How long this process trusts a version it read, ms. A write of another process is in every answer begun after it: half
 * of the promised second, so that an answer begun just before may take as long over a distant store.
 *
 * @spec calls.other-processes
 */
export const SEEN_FOR_MS = 500;

/** Scopes of a kind: a landlord may have ten thousand residences, all read for one page. */
const SEEN_LIMIT = 20_000;

/** Not a maximum count, for which the library allocates all places at once. */
const SEEN_ROOM = { maxSize: SEEN_LIMIT, sizeCalculation: () => 1 };

class CachedVersions
  extends LRUCache<string, { readonly version: string; readonly seenAt: number }> {}

/**
 * Counters incremented by each write of a project, its readings, an organisation or an account, for every cache key.
 *
 * A write of this process is visible immediately, one of another process within {@link SEEN_FOR_MS}.
 */
export class Versions {
  /** By kind, then by id: read many times a request, so no combined key is built. */
  #seen = nothingSeen();
  #bumps = 0;
  readonly #reads = new Batcher((queries: readonly (readonly Scope[])[]) => this.#readAll(queries));

  constructor(private readonly store: Store, private readonly now: () => number) {}

  async of(scopes: readonly Scope[]): Promise<string> {
    return this.known(scopes) ?? await this.#reads.ask(scopes);
  }

  /** As `of()`, without a read, when all versions were read recently; null otherwise. */
  known(scopes: readonly Scope[]): string | null {
    const now = this.now();
    let text = "";
    for (const scope of scopes) {
      const seen = this.#seen[scope.kind].get(scope.id);
      const age = seen ? now - seen.seenAt : Infinity;
      if (!seen || age < 0 || age >= SEEN_FOR_MS) return null;
      text += `${seen.version}.`;
    }
    return text;
  }

  /**
   * Invalidates all cached answers of the scopes; called after the write, before it is acknowledged.
   *
   * @returns the stamp of the commit; null without a scope
   */
  async bump(scopes: readonly Scope[]): Promise<string | null> {
    if (scopes.length === 0) return null;
    const atomic = this.store.atomic();
    this.include(atomic, scopes);
    const committed = await atomic.commit();
    this.forget(scopes);
    return committed.ok ? committed.versionstamp : null;
  }

  /** Adds the increments to the commit of the write; call {@link forget} after the commit. */
  include(atomic: Atomic, scopes: readonly Scope[]): void {
    for (const scope of scopes) atomic.sum(keys.version(scope.kind, scope.id), 1n);
  }

  /** Makes the next call read the scopes again: a write of this process has just changed them. */
  forget(scopes: readonly Scope[]): void {
    this.#bumps++;
    for (const scope of scopes) this.#seen[scope.kind].delete(scope.id);
  }

  /** Makes the next calls read every scope again, for an answer that must not miss a write of another process. */
  forgetAll(): void {
    this.#bumps++;
    this.#seen = nothingSeen();
  }

  /**
   * The current version of each scope, in order, which {@link known} returns from then on: for values cached under
   * another scope's version, which may have been read later than these.
   */
  async newest(scopes: readonly Scope[]): Promise<readonly string[]> {
    const read = await this.#readNow(scopes);
    return scopes.map((scope) => read.get(scope) ?? "");
  }

  /** Reads the scopes of concurrent callers, each scope once. */
  async #readAll(
    queries: readonly (readonly Scope[])[],
  ): Promise<(scopes: readonly Scope[]) => string> {
    const texts = new Map<string, string>();
    const missing = new Map<string, Scope>();
    for (const scope of queries.flat()) {
      const known = this.known([scope]);
      if (known === null) missing.set(nameOf(scope), scope);
      else texts.set(nameOf(scope), known);
    }
    const read = await this.#readNow([...missing.values()]);
    for (const [scope, version] of read) texts.set(nameOf(scope), `${version}.`);
    return (some) => some.map((scope) => texts.get(nameOf(scope)) ?? "").join("");
  }

  async #readNow(scopes: readonly Scope[]): Promise<ReadonlyMap<Scope, string>> {
    const seenAt = this.now();
    const bumps = this.#bumps;
    const values = await this.#valuesOf(scopes);
    const read = new Map(scopes.map((scope) => [scope, versionText(values.get(scope))]));
    // A concurrent read that started later may have ended before; one later than now is of a clock that was set back.
    const now = this.now();
    const isLater = (otherAt = -Infinity) => otherAt > seenAt && otherAt <= now;
    for (const [{ kind, id }, version] of read) {
      const seen = this.#seen[kind];
      // A bump during this read may be missing from it: the next call reads again.
      if (bumps !== this.#bumps) seen.delete(id);
      else if (!isLater(seen.get(id)?.seenAt)) seen.set(id, { version, seenAt });
    }
    return read;
  }

  /** The versions of scopes: kinds with many scopes are listed, the others are read together. */
  async #valuesOf(scopes: readonly Scope[]): Promise<ReadonlyMap<Scope, unknown>> {
    const byKind = [...Map.groupBy(scopes, ({ kind }) => kind)];
    const isListed = ([, { length }]: (typeof byKind)[number]) => length >= LISTED_FROM;
    const many = byKind.filter(isListed);
    const few = byKind.filter((kind) => !isListed(kind)).flatMap(([, some]) => some);
    const [read, ...lists] = await Promise.all([
      getAll(this.store, few.map(({ kind, id }) => keys.version(kind, id))),
      ...many.map(([kind, some]) =>
        getUnder(this.store, keys.version.under(kind), some.map(({ id }) => id))
      ),
    ]);
    const entries = [...read, ...lists.flat()];
    const order = [...few, ...many.flatMap(([, some]) => some)];
    return new Map(order.map((scope, position) => [scope, entries[position]?.value]));
  }
}

function nothingSeen(): Readonly<Record<Scope["kind"], CachedVersions>> {
  return {
    project: new CachedVersions(SEEN_ROOM),
    readings: new CachedVersions(SEEN_ROOM),
    alarms: new CachedVersions(SEEN_ROOM),
    deliveries: new CachedVersions(SEEN_ROOM),
    figures: new CachedVersions(SEEN_ROOM),
    org: new CachedVersions(SEEN_ROOM),
    account: new CachedVersions(SEEN_ROOM),
  };
}

function nameOf({ kind, id }: Scope): string {
  return `${kind} ${id}`;
}

function versionText(value: unknown): string {
  return value instanceof Deno.KvU64 ? value.value.toString(36) : "0";
}

/** Used instead of an organisation's id when there is none: in the audit log, and in {@link ORG_NAMES}. */
export const PLATFORM_SCOPE = "platform";

/** Scope of the names of all organisations, and of changes of teams, tags and residences, which open or close them to many. */
export const ORG_NAMES: Scope = { kind: "org", id: PLATFORM_SCOPE };
