import * as z from "zod";
import { compareKeys } from "@/lib/backend/kv/key_order.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import {
  type Atomic,
  type Entry,
  getAll,
  type Key,
  type ListOptions,
  type MaybeEntry,
  type Selector,
  type Store,
} from "@/lib/backend/kv/store.ts";
import { OverlayAtomic } from "./overlay_atomic.ts";

/** A demo visitor, and the end of their data. */
interface Visitor {
  readonly visitorId: string;
  readonly untilMs: number;
}

/** Value of a visitor's own key: a value, a counter as a bigint, or the mark of a removal. */
export type OwnValue = z.output<typeof ownValue>;

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
    for (let given = 0; given < limit && (mine !== null || theirs !== null);) {
      const side = sideOf(mine, theirs, order);
      if (side <= 0 && mine !== null) {
        const seen: Own = mine;
        if (seen.what !== "gone") {
          given++;
          yield { key: seen.key, value: seen.value, versionstamp: seen.versionstamp };
        }
        mine = await this.#nextOwn(own);
      } else if (theirs !== null) {
        given++;
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
