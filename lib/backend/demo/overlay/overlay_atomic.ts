import { keyText } from "@/lib/backend/kv/key_order.ts";
import {
  type Atomic,
  type Check,
  type Committed,
  getAll,
  type Key,
  type MaybeEntry,
  type Store,
} from "@/lib/backend/kv/store.ts";
import type { OwnValue } from "./overlay.ts";

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
export class OverlayAtomic implements Atomic {
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
        seen.get(keyText(key))?.stamp === versionstamp
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
  async #seen(): Promise<ReadonlyMap<string, Seen>> {
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
          stamp: below?.versionstamp ?? null,
          value: below?.value,
        }];
      }
      return [text, {
        ownKey,
        ownStamp,
        stamp: mine.what === "gone" ? null : ownStamp,
        value: mine.value,
      }];
    }));
  }

  #fill(atomic: Atomic, seen: ReadonlyMap<string, Seen>): void {
    const sums = new Map<string, bigint>();
    for (const write of this.#writes) {
      const { own, expireIn } = this.own.wrap(valueOf(write, seen, sums));
      const kept = write.what === "set" ? Math.min(expireIn, write.expireIn) : expireIn;
      atomic.set(this.own.ownKey(write.key), own, { expireIn: kept });
    }
  }
}

/** Value after a write: null for a removal. */
function valueOf(
  write: Write,
  seen: ReadonlyMap<string, Seen>,
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

interface Seen {
  readonly ownKey: Key;
  readonly ownStamp: string | null;
  /** Stamp of the key as the visitor sees it. */
  readonly stamp: string | null;
  readonly value: unknown;
}
