import { z } from "zod";
import { parsed } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { unchangedMs } from "@/lib/backend/kv/lease_age.ts";
import type { Atomic, Committed, MaybeEntry, Store } from "@/lib/backend/kv/store.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";

/** How the points and figures of a project are kept. */
export interface Compaction {
  /** Time zone its days and months are cut in. */
  readonly timeZone: string;
  /** Who is writing points and figures; null when nobody is. */
  readonly holder: string | null;
  /** When the holder may be taken for dead, epoch milliseconds. */
  readonly untilMs: number;
  /** Series were written and the kept years do not show it yet. */
  readonly dirty: boolean;
}

export const compaction: z.ZodType<Compaction> = z.object({
  timeZone: z.string(),
  holder: z.string().nullable(),
  untilMs: z.number(),
  dirty: z.boolean(),
});

/** The same with the stamp of its last write, which every commit that writes series changes. */
export interface StoredCompaction {
  readonly value: Compaction;
  readonly versionstamp: string | null;
}

const FRESH: Compaction = {
  timeZone: DEFAULT_TIME_ZONE,
  holder: null,
  untilMs: 0,
  dirty: false,
};

/** The state of a project's points and figures. */
export async function readCompaction(
  store: Store,
  projectId: string,
): Promise<StoredCompaction> {
  return storedCompaction(await store.get(keys.compaction(projectId)));
}

/** The same from what was read at its key. @throws TypeError when it does not fit */
export function storedCompaction(entry: MaybeEntry): StoredCompaction {
  const { value, versionstamp } = parsed(entry, compaction);
  return { value: value ?? FRESH, versionstamp };
}

/** How long a holder that said nothing keeps others out. */
const LEASE_MS = 10_000;

/**
 * The right to write the points and figures of one project.
 *
 * Every commit checks that the right is still held and renews it, so two processes never mix: one
 * that slept too long writes nothing any more.
 */
export class SeriesLease {
  readonly #store: Store;
  readonly #projectId: string;
  readonly #now: () => number;
  #state: Compaction;
  #versionstamp: string;
  readonly #foundDirty: boolean;
  readonly #takenAt: string;
  #finished = false;

  private constructor(
    store: Store,
    projectId: string,
    now: () => number,
    held: { readonly state: Compaction; readonly versionstamp: string },
  ) {
    this.#store = store;
    this.#projectId = projectId;
    this.#now = now;
    this.#state = held.state;
    this.#versionstamp = held.versionstamp;
    this.#takenAt = held.versionstamp;
    this.#foundDirty = held.state.dirty;
  }

  /** @returns null when another process is writing */
  static async take(
    store: Store,
    projectId: string,
    now: () => number,
  ): Promise<SeriesLease | null> {
    const { value, versionstamp } = await readCompaction(store, projectId);
    const key = keys.compaction(projectId);
    const isOver = value.untilMs <= now() || unchangedMs(store, key, versionstamp) >= LEASE_MS;
    if (value.holder !== null && !isOver) return null;
    const state = { ...value, holder: crypto.randomUUID(), untilMs: now() + LEASE_MS };
    const committed = await store.atomic().check({ key, versionstamp }).set(key, state).commit();
    if (!committed.ok) return null;
    return new SeriesLease(store, projectId, now, {
      state,
      versionstamp: committed.versionstamp,
    });
  }

  get timeZone(): string {
    return this.#state.timeZone;
  }

  /** Versionstamp from which the right is held: what was written before is seen by any walk. */
  get takenAt(): string {
    return this.#takenAt;
  }

  /** The clock of whoever holds it, epoch milliseconds. */
  now(): number {
    return this.#now();
  }

  /** Whether someone wrote series and died before the kept years showed it. */
  get foundDirty(): boolean {
    return this.#foundDirty;
  }

  /** Writes series, if the right is still held. @returns whether it was */
  write(fill: (atomic: Atomic) => void): Promise<boolean> {
    return this.#commit({ dirty: true, untilMs: this.#now() + LEASE_MS }, fill);
  }

  /** Writes what makes the kept years true again, if the right is still held. */
  settle(fill: (atomic: Atomic) => void): Promise<boolean> {
    return this.#commit({ dirty: false, untilMs: this.#now() + LEASE_MS }, fill);
  }

  /** The last write: gives the right back in the same commit. */
  async finish(fill: (atomic: Atomic) => void): Promise<boolean> {
    const held = await this.#commit({ dirty: false, holder: null, untilMs: 0 }, fill);
    this.#finished = true;
    return held;
  }

  /** Gives the right back, unless the last write did. */
  async release(): Promise<void> {
    if (!this.#finished) await this.#put({ ...this.#state, holder: null, untilMs: 0 }, () => {});
  }

  async #commit(change: Partial<Compaction>, fill: (atomic: Atomic) => void): Promise<boolean> {
    const next = { ...this.#state, ...change };
    const committed = await this.#put(next, fill);
    if (!committed.ok) return false;
    this.#state = next;
    this.#versionstamp = committed.versionstamp;
    return true;
  }

  #put(state: Compaction, write: (atomic: Atomic) => void): Promise<Committed> {
    const key = keys.compaction(this.#projectId);
    const atomic = this.#store.atomic()
      .check({ key, versionstamp: this.#versionstamp })
      .set(key, state);
    write(atomic);
    return atomic.commit();
  }
}

/**
 * Sets the time zone days are cut in, before the first reading of the project.
 *
 * @returns false when readings were already cut in another zone: nothing changes
 */
export async function fixTimeZone(
  store: Store,
  projectId: string,
  timeZone: string,
): Promise<boolean> {
  const { value, versionstamp } = await readCompaction(store, projectId);
  if (value.timeZone === timeZone) return true;
  const prefix = keys.seriesHead.under(projectId);
  const heads = await Array.fromAsync(store.list({ prefix }, { limit: 1 }));
  if (heads.length > 0) return false;
  const key = keys.compaction(projectId);
  const state = { ...value, timeZone };
  return (await store.atomic().check({ key, versionstamp }).set(key, state).commit()).ok;
}
