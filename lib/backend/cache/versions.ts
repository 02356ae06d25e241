import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import { Batcher } from "@/lib/backend/kv/batcher.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, getAll, getUnder, LISTED_FROM, type Store } from "@/lib/backend/kv/store.ts";

/**
 * Whose data a cached answer shows: every write of that scope makes the answer unreachable. What collectors send to a
 * residence is a scope of its own, "readings": a tick leaves answers without readings where they are. So are its
 * "alarms", which start and end by themselves, and the "deliveries" of a residence or an organisation: what became of its
 * mails and webhooks.
 */
export type Scope = {
  readonly kind: "project" | "readings" | "alarms" | "deliveries" | "org" | "account";
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

class Seen extends BoundedMap<{ readonly version: string; readonly seenAt: number }> {}

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
    return new Map(order.map((scope, rank) => [scope, entries[rank]?.value]));
  }
}

function nothingSeen(): Readonly<Record<Scope["kind"], Seen>> {
  return {
    project: new Seen(SEEN_LIMIT),
    readings: new Seen(SEEN_LIMIT),
    alarms: new Seen(SEEN_LIMIT),
    deliveries: new Seen(SEEN_LIMIT),
    org: new Seen(SEEN_LIMIT),
    account: new Seen(SEEN_LIMIT),
  };
}

function nameOf({ kind, id }: Scope): string {
  return `${kind} ${id}`;
}

function versionText(value: unknown): string {
  return value instanceof Deno.KvU64 ? value.value.toString(36) : "0";
}
