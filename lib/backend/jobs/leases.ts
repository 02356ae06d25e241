import { newId } from "@/lib/backend/accounts/secrets.ts";
import { readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { unchangedMs } from "@/lib/backend/kv/lease_age.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { type LeaseRecord, leaseRecord } from "@/lib/backend/records/leases.ts";

/** A job this process alone runs, as long as it says so in time. */
export interface Lease {
  /** Prolongs it; false when another process has it now: the job stops. */
  renew(): Promise<boolean>;
}

/**
 * How long a lease lasts without being renewed, and the clock. While the work runs it is renewed three times as often,
 * so that a long step does not lose it; a process that is suspended or dead loses it.
 */
export interface LeaseOptions {
  holdMs: number;
  now(): number;
}

/** A job that has not renewed its lease for this long does not go on: others may take it, ms. */
const LONGEST_STEP_MS = 3_600_000;

/** Nothing may be done with it. */
const NOT_HELD: Lease = { renew: () => Promise.resolve(false) };

interface LeasedWork<T> {
  /** Whether nothing is to do: no lease is taken then. Only for work that does nothing before it has renewed the lease. */
  isIdle?(): Promise<boolean>;
  work(lease: Lease): Promise<T>;
}

/** Runs a job unless another process runs it. @spec platform.jobs @returns what the job answers; null when it runs elsewhere */
export async function withLease<T>(
  store: Store,
  name: string,
  { holdMs, now, isIdle, work }: LeaseOptions & LeasedWork<T>,
): Promise<T | null> {
  if (await isIdle?.()) return await work(NOT_HELD);
  const holder = newId();
  const key = keys.lease(name);
  const hold = async (isFirst: boolean): Promise<boolean> => {
    const { value, versionstamp } = await readEntry(store, key, leaseRecord);
    const isMine = value?.holder === holder;
    const isFree = value === null || value.untilMs <= now() ||
      unchangedMs(store, key, versionstamp) >= holdMs;
    if (!isMine && !(isFirst && isFree)) return false;
    const record: LeaseRecord = { holder, untilMs: now() + holdMs };
    return (await store.atomic().check({ key, versionstamp })
      .set(key, record, { expireIn: holdMs }).commit()).ok;
  };
  if (!(await hold(true))) return null;
  const renewals = new Renewals(() => hold(false), holdMs);
  try {
    return await work(renewals);
  } finally {
    await renewals.end();
    const { value, versionstamp } = await readEntry(store, key, leaseRecord);
    if (value?.holder === holder) {
      await store.atomic().check({ key, versionstamp }).delete(key).commit();
    }
  }
}

/** The renewals of a lease while its work runs. */
class Renewals implements Lease {
  /** One after the other: of two at once one would fail. */
  #last: Promise<boolean> = Promise.resolve(true);
  #stepMs = performance.now();
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(private readonly hold: () => Promise<boolean>, holdMs: number) {
    this.#timer = setInterval(() => {
      if (performance.now() - this.#stepMs > LONGEST_STEP_MS) clearInterval(this.#timer);
      // A store that is away: the job hears of it when it renews.
      else this.#prolong().catch(() => {});
    }, holdMs / 3);
  }

  renew(): Promise<boolean> {
    this.#stepMs = performance.now();
    return this.#prolong();
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#last.catch(() => {});
  }

  #prolong(): Promise<boolean> {
    this.#last = this.#last.catch(() => true).then(() => this.hold());
    return this.#last;
  }
}
