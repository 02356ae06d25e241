import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import { isReadingInPart, leaveOutAgain, readAlike, type Unread } from "@/lib/backend/kv/unread.ts";

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
  write(key: string, kept: CachedValue<unknown>, forMs: number): Promise<void>;
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
export const ENTRY_BYTES = 400;

/**
 * A cache with a lifetime per call. Concurrent requests for a missing key share one fetch; a stale answer is returned
 * while one fetch replaces it.
 */
export class FreshCache {
  #memory: BoundedMap<CachedValue<unknown> & { readonly version: string | undefined }>;
  #running = new Map<string, Promise<CachedValue<unknown>>>();
  #now: () => number;
  #shared: SharedTier | undefined;

  constructor({ now, limit = 2000, sizeOf, shared }: FreshCacheOptions) {
    this.#memory = new BoundedMap(limit, sizeOf && (({ value }) => ENTRY_BYTES + sizeOf(value)));
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
    const kept = this.#madeFrom(key, version) ?? await this.#readShared(key) ??
      this.#madeFrom(key, version);
    const age = kept ? this.#now() - kept.keptAt : Infinity;
    // The key contains the call, whose answers always have the same type.
    if (kept && age >= 0 && age < freshness.freshForMs) return kept as CachedValue<Value>;
    const fetched = this.#fetchOnce(key, freshness, ask);
    if (kept && age >= 0 && age < freshness.freshForMs + freshness.staleForMs) {
      fetched.catch(() => {}); // the stale answer remains in use; the next caller tries again
      return kept as CachedValue<Value>;
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
      const kept = await this.find<Value>(key, freshness);
      if (kept === null) throw error;
      return kept;
    }
  }

  /** The cached answer, if usable. */
  async find<Value>(key: string, freshness: Freshness): Promise<CachedValue<Value> | null> {
    const kept = this.#madeFrom(key, freshness.version) ?? await this.#readShared(key);
    const age = kept ? this.#now() - kept.keptAt : Infinity;
    // The key contains the call, whose answers always have the same type.
    return age >= 0 && age < freshness.freshForMs + freshness.staleForMs
      ? kept as CachedValue<Value>
      : null;
  }

  #fetchOnce<Value>(key: string, freshness: Freshness, ask: () => Promise<Value>) {
    const name = `${key} ${freshness.version ?? ""} ${isReadingInPart() ? "in part" : ""}`;
    const running = this.#running.get(name);
    if (running) return running as Promise<CachedValue<Value>>;
    const fetched = this.#fetch(key, freshness, ask).finally(() => this.#running.delete(name));
    this.#running.set(name, fetched);
    return fetched;
  }

  #madeFrom(key: string, version: string | undefined): CachedValue<unknown> | undefined {
    const kept = this.#memory.get(key);
    const isWhole = kept?.unread === undefined || isReadingInPart();
    return kept?.version === version && isWhole ? kept : undefined;
  }

  async #fetch<Value>(key: string, freshness: Freshness, ask: () => Promise<Value>) {
    const { value, unread } = await readAlike(ask);
    const kept = { value, keptAt: this.#now(), ...unread.size > 0 && { unread } };
    if (freshness.keep && !freshness.keep(kept.value)) {
      // The cached answer is no longer valid: access withdrawn, entity deleted.
      this.#memory.delete(key);
      await this.#shared?.remove(key);
      return kept;
    }
    this.#memory.set(key, { ...kept, version: freshness.version });
    await this.#shared?.write(key, kept, freshness.freshForMs + freshness.staleForMs);
    return kept;
  }

  async #readShared(key: string): Promise<CachedValue<unknown> | null> {
    const kept = await this.#shared?.read(key) ?? null;
    if (kept) this.#memory.set(key, { ...kept, version: undefined });
    return kept;
  }
}
