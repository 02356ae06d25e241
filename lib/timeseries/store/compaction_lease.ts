/** Leases of residences: one process at a time changes stored series, or chooses a time zone. @module */

import * as z from "zod";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { keys } from "@/lib/store/keys.ts";
import { isLeaseOver } from "@/lib/store/leases.ts";
import { type Atomic, type Committed, type Key, readEntry, type Store } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";

/** State of the points and figures of a project. */
type Compaction = Readonly<z.output<typeof compaction>>;
export const compaction = z.object({
  /** Time zone of its days and months. */
  timeZone: z.string(),
  /** The process that writes points and figures; null when none does. */
  holder: z.string().nullable(),
  /** When the holder is considered dead, epoch milliseconds. */
  untilMs: z.number(),
  /** True when series were written and the stored years do not include them yet. */
  dirty: z.boolean(),
  /** True when no register stored by an earlier version is left to be judged. */
  isJudged: z.boolean().optional(),
});

/** The state, with the stamp of its last write, which every commit that writes series changes. */
export interface StoredCompaction {
  readonly value: Compaction;
  readonly versionstamp: string | null;
}

const FRESH: Compaction = { timeZone: DEFAULT_TIME_ZONE, holder: null, untilMs: 0, dirty: false };

/** The state of a project's points and figures. */
export async function readCompaction(store: Store, projectId: string): Promise<StoredCompaction> {
  const { value, versionstamp } = await readEntry(store, keys.compaction(projectId), compaction);
  return { value: value ?? FRESH, versionstamp };
}

/** Lifetime of the lease of a holder that stopped renewing. */
const LEASE_MS = 10_000;

/**
 * The right to write the points and figures of one project.
 *
 * Every commit checks that the lease is still held and renews it, so two processes never mix: one
 * that paused too long writes nothing more.
 */
export class SeriesLease {
  /** Versionstamp of the lease: earlier writes are visible to any walk. */
  readonly takenAt: string;
  /** True when a holder wrote series and died before updating the stored years. */
  readonly foundDirty: boolean;
  #state: Compaction;
  #versionstamp: string;
  #finished = false;

  private constructor(
    private readonly store: Store,
    private readonly projectId: string,
    /** The holder's clock, epoch milliseconds. */
    readonly now: () => number,
    observed: { readonly state: Compaction; readonly versionstamp: string },
  ) {
    this.#state = observed.state;
    this.#versionstamp = this.takenAt = observed.versionstamp;
    this.foundDirty = observed.state.dirty;
  }

  /** @returns null when another process is writing */
  static async take(
    store: Store,
    projectId: string,
    now: () => number,
  ): Promise<SeriesLease | null> {
    const { value, versionstamp } = await readCompaction(store, projectId);
    const key = keys.compaction(projectId);
    if (value.holder !== null && !isLeaseOver(value.untilMs, LEASE_MS, now())) return null;
    const state = { ...value, holder: crypto.randomUUID(), untilMs: now() + LEASE_MS };
    const committed = await store.atomic().check({ key, versionstamp }).set(key, state).commit();
    if (!committed.ok) return null;
    return new SeriesLease(store, projectId, now, { state, versionstamp: committed.versionstamp });
  }

  get timeZone(): string {
    return this.#state.timeZone;
  }

  /** Writes series, if the lease is still held. @returns true when it was */
  write(fill: (atomic: Atomic) => void): Promise<boolean> {
    return this.#commit({ dirty: true, untilMs: this.now() + LEASE_MS }, fill);
  }

  /** Updates the stored years, if the lease is still held. */
  settle(fill: (atomic: Atomic) => void): Promise<boolean> {
    return this.#commit({ dirty: false, untilMs: this.now() + LEASE_MS }, fill);
  }

  /** The last write: releases the lease in the same commit. */
  async finish(
    fill: (atomic: Atomic) => void,
    change: Pick<Compaction, "isJudged"> = {},
  ): Promise<boolean> {
    const isLeaseHeld = await this.#commit(
      { dirty: false, holder: null, untilMs: 0, ...change },
      fill,
    );
    this.#finished = true;
    return isLeaseHeld;
  }

  /** Ends the lease; when the store cannot be written it expires, and what was written under it stays. */
  async release(): Promise<void> {
    if (this.#finished) return;
    await ignoreStoreFailure(this.#put({ ...this.#state, holder: null, untilMs: 0 }, () => {}));
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
    const key = keys.compaction(this.projectId);
    const atomic = this.store.atomic()
      .check({ key, versionstamp: this.#versionstamp })
      .set(key, state);
    write(atomic);
    return atomic.commit();
  }
}

/**
 * The write of the time zone that defines the days of a project: allowed only before its first reading (decision 010).
 *
 * @spec projects.clock
 * @returns null once the project has a reading
 */
export async function choosingTimeZone(
  store: Store,
  projectId: string,
  timeZone: string,
): Promise<((atomic: Atomic) => void) | null> {
  // Read first: a compaction that starts later makes the commit fail.
  const { value, versionstamp } = await readCompaction(store, projectId);
  if (value.timeZone === timeZone) return () => {};
  const places = [keys.arrival.under(projectId), keys.seriesHead.under(projectId)];
  const found = await Promise.all(places.map((prefix) => hasEntry(store, prefix)));
  if (value.holder !== null || found.includes(true)) return null;
  const key = keys.compaction(projectId);
  return (atomic) => atomic.check({ key, versionstamp }).set(key, { ...value, timeZone });
}

async function hasEntry(store: Store, prefix: Key): Promise<boolean> {
  return (await Array.fromAsync(store.list({ prefix }, { limit: 1 }))).length > 0;
}
