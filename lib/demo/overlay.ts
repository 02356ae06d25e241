/** Store of one visitor of the demo: own writes above the shared, unchanged entries. @module */

import * as z from "zod";
import { compareKeys, keyText } from "@/lib/store/key_families.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Check,
  type Committed,
  type Entry,
  getAll,
  type Key,
  type ListOptions,
  type MaybeEntry,
  type Selector,
  type Store,
} from "@/lib/store/store.ts";

/** Keys and values of a visitor's overlay. */
interface OwnKeys {
  ownKey(key: Key): Key;
  ownValue(entry: MaybeEntry): OwnValue | null;
  /** Null wraps a removal. */
  wrap(value: unknown): { readonly own: OwnValue; readonly expireIn: number };
}

type Write =
  | { readonly what: "set"; readonly key: Key; readonly value: unknown; readonly expireIn: number }
  | { readonly what: "delete"; readonly key: Key }
  | { readonly what: "sum"; readonly key: Key; readonly amount: bigint };

const TRIES = 50;

/** Writes of a visitor: checked against what the visitor sees, stored under the visitor's prefix. */
class OverlayAtomic implements Atomic {
  readonly #checks: Check[] = [];
  readonly #writes: Write[] = [];

  constructor(private readonly base: Store, private readonly own: OwnKeys) {}

  check(...checks: Check[]): this {
    this.#checks.push(...checks);
    return this;
  }

  set(key: Key, value: unknown, options: { readonly expireIn?: number } = {}): this {
    this.#writes.push({ what: "set", key, value, expireIn: options.expireIn ?? Infinity });
    return this;
  }

  delete(key: Key): this {
    this.#writes.push({ what: "delete", key });
    return this;
  }

  sum(key: Key, amount: bigint): this {
    this.#writes.push({ what: "sum", key, amount });
    return this;
  }

  async commit(): Promise<Committed> {
    for (let tries = 0; tries < TRIES; tries++) {
      const seen = await this.#seen();
      const isTrue = this.#checks.every(({ key, versionstamp }) =>
        seen.get(keyText(key))?.versionstamp === versionstamp
      );
      if (!isTrue) return { ok: false };
      const atomic = this.base.atomic();
      // The checked entries must not have changed: only the visitor's own layer can.
      for (const { ownKey, ownStamp } of seen.values()) {
        atomic.check({ key: ownKey, versionstamp: ownStamp });
      }
      this.#fill(atomic, seen);
      const committed = await atomic.commit();
      if (committed.ok) return committed;
    }
    return { ok: false };
  }

  /** The checked and the summed keys as the visitor sees them now. */
  async #seen(): Promise<ReadonlyMap<string, VisitorEntry>> {
    const summed = this.#writes.filter(({ what }) => what === "sum");
    const named = new Map([...this.#checks, ...summed].map(({ key }) => [keyText(key), key]));
    const wanted = [...named.values()];
    const ownKeys = wanted.map((key) => this.own.ownKey(key));
    const layers = await getAll(this.base, [...ownKeys, ...wanted]);
    return new Map([...named.keys()].map((text, at) => {
      const ownKey = ownKeys[at] ?? [];
      const own = layers[at] ?? { key: ownKey, value: null, versionstamp: null };
      const below = layers[wanted.length + at];
      const mine = this.own.ownValue(own);
      const ownStamp = own.versionstamp;
      if (mine === null) {
        return [text, {
          ownKey,
          ownStamp,
          versionstamp: below?.versionstamp ?? null,
          value: below?.value,
        }];
      }
      return [text, {
        ownKey,
        ownStamp,
        versionstamp: mine.what === "gone" ? null : ownStamp,
        value: mine.value,
      }];
    }));
  }

  #fill(atomic: Atomic, seen: ReadonlyMap<string, VisitorEntry>): void {
    const sums = new Map<string, bigint>();
    for (const write of this.#writes) {
      const { own, expireIn } = this.own.wrap(valueOf(write, seen, sums));
      const lifetimeMs = write.what === "set" ? Math.min(expireIn, write.expireIn) : expireIn;
      atomic.set(this.own.ownKey(write.key), own, { expireIn: lifetimeMs });
    }
  }
}

/** Value after a write: null for a removal. */
function valueOf(
  write: Write,
  seen: ReadonlyMap<string, VisitorEntry>,
  sums: Map<string, bigint>,
): unknown {
  if (write.what === "set") return write.value;
  if (write.what === "delete") return null;
  const text = keyText(write.key);
  const known = seen.get(text)?.value;
  const before = sums.get(text) ?? (known instanceof Deno.KvU64 ? known.value : 0n);
  const after = BigInt.asUintN(64, before + write.amount);
  sums.set(text, after);
  return new Deno.KvU64(after);
}

interface VisitorEntry {
  readonly ownKey: Key;
  readonly ownStamp: string | null;
  /** Stamp of the key as the visitor sees it. */
  readonly versionstamp: string | null;
  readonly value: unknown;
}

/** A demo visitor, and the end of their data. */
interface Visitor {
  readonly visitorId: string;
  readonly untilMs: number;
}

/** Value of a visitor's own key: a value, a counter as a bigint, or the mark of a removal. */
type OwnValue = z.output<typeof ownValue>;

/** {@link OwnValue} as the store keeps it. */
export const ownValue = z.object({
  untilMs: z.number(),
  what: z.enum(["value", "counter", "gone"]),
  value: z.unknown(),
});

/**
 * A store of one's own over another that is only read: the demo's, one per visitor.
 *
 * Writes go under the visitor's prefix and win over what is below; removals hide it. Stamps are
 * those of whichever entry is seen, so checks mean what they mean on a plain store. After the
 * visitor's time everything they wrote is as if it had never been.
 */
export class OverlayStore implements Store {
  /** @param now the clock, epoch milliseconds */
  constructor(
    private readonly base: Store,
    private readonly visitor: Visitor,
    private readonly now: () => number,
  ) {}

  async get(key: Key): Promise<MaybeEntry> {
    const [entry] = await this.getMany([key]);
    return entry ?? nothingAt(key);
  }

  async getMany(wanted: readonly Key[]): Promise<readonly MaybeEntry[]> {
    const layers = await getAll(this.base, [...wanted.map((key) => this.ownKey(key)), ...wanted]);
    return wanted.map((key, at) => {
      const own = layers[at];
      const below = layers[wanted.length + at];
      const value = own === undefined ? null : this.ownValue(own);
      if (value === null || own === undefined) return below ?? nothingAt(key);
      return value.what === "gone" ? nothingAt(key) : { ...own, key, value: value.value };
    });
  }

  async *list(selector: Selector, options: ListOptions = {}): AsyncGenerator<Entry> {
    const { limit = Infinity, ...walk } = options;
    const order = walk.reverse === true ? -1 : 1;
    const own = this.base.list(this.#ownSelector(selector), walk)[Symbol.asyncIterator]();
    const below = this.base.list(selector, walk)[Symbol.asyncIterator]();
    let [mine, theirs] = [await this.#nextOwn(own), await next(below)];
    for (let count = 0; count < limit && (mine !== null || theirs !== null);) {
      const side = sideOf(mine, theirs, order);
      if (side <= 0 && mine !== null) {
        const seen: Own = mine;
        if (seen.what !== "gone") {
          count++;
          yield { key: seen.key, value: seen.value, versionstamp: seen.versionstamp };
        }
        mine = await this.#nextOwn(own);
      } else if (theirs !== null) {
        count++;
        yield theirs;
      }
      if (side >= 0) theirs = await next(below);
    }
  }

  atomic(): Atomic {
    return new OverlayAtomic(this.base, this);
  }

  /** The visitor's own version of a key. */
  ownKey(key: Key): Key {
    return [...keys.visitor(this.visitor.visitorId), ...key];
  }

  /** The visitor's value at the key; null when there is none, or when the visit has ended. */
  ownValue(entry: MaybeEntry): OwnValue | null {
    if (!isOwnValue(entry.value) || entry.value.untilMs <= this.now()) return null;
    const { what, value } = entry.value;
    // Inside another value, a counter loses its class.
    if (what !== "counter" || typeof value !== "bigint") return entry.value;
    return { ...entry.value, value: new Deno.KvU64(value) };
  }

  /** A value as the visitor's own key holds it, and how long the store may keep it. */
  wrap(value: unknown): { readonly own: OwnValue; readonly expireIn: number } {
    const { untilMs } = this.visitor;
    const own: OwnValue = value instanceof Deno.KvU64
      ? { untilMs, what: "counter", value: value.value }
      : { untilMs, what: value === null ? "gone" : "value", value };
    return { own, expireIn: Math.max(1, untilMs - this.now()) };
  }

  #ownSelector(selector: Selector): Selector {
    const own: Record<string, Key> = {};
    for (const [bound, key] of Object.entries(selector)) own[bound] = this.ownKey(key);
    // Same bounds as the selector given.
    return own as Selector;
  }

  async #nextOwn(entries: AsyncIterator<Entry>): Promise<Own | null> {
    const prefixLength = this.ownKey([]).length;
    for (;;) {
      const entry = await next(entries);
      if (entry === null) return null;
      const value = this.ownValue(entry);
      if (value !== null) return { ...entry, ...value, key: entry.key.slice(prefixLength) };
    }
  }
}

type Own = Entry & OwnValue;

function nothingAt(key: Key): MaybeEntry {
  return { key, value: null, versionstamp: null };
}

/** The list to continue: negative for the visitor's, positive for the base, 0 for both, at the same key. */
function sideOf(mine: Own | null, theirs: Entry | null, order: 1 | -1): number {
  if (mine === null) return 1;
  return theirs === null ? -1 : order * compareKeys(mine.key, theirs.key);
}

function isOwnValue(value: unknown): value is OwnValue {
  return typeof value === "object" && value !== null && "untilMs" in value && "what" in value &&
    typeof value.untilMs === "number";
}

async function next(entries: AsyncIterator<Entry>): Promise<Entry | null> {
  const step = await entries.next();
  return step.done === true ? null : step.value;
}
