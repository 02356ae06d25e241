import { newId } from "@/lib/backend/accounts/secrets.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { unchangedMs } from "@/lib/backend/kv/lease_age.ts";
import { type Key, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { type LeaseRecord, leaseRecord } from "@/lib/backend/records/leases.ts";
import type { JobName } from "@/lib/domain/platform/jobs.ts";
import { longestStepMs, withinSteps } from "./steps.ts";

/** A job this process alone runs, as long as it says so in time. */
export interface Lease {
  /** Prolongs it after a step; false when another process may have it now, or the run is given up: the job stops. */
  renew(): Promise<boolean>;
}

/**
 * How long a lease lasts without being renewed, and the clock. While the work runs it is renewed three times as often,
 * so that a long step does not lose it; a process that is suspended or dead loses it.
 */
export interface LeaseOptions {
  holdMs: number;
  now(): number;
  /** What the job does a part of, with a lease of its own. */
  subject?: string;
  /** How long a step takes at most, ms: what the job declares when left out. */
  stepMs?: number;
}

/** Nothing may be done with it. */
const NOT_HELD: Lease = { renew: () => Promise.resolve(false) };

interface LeasedWork<T> {
  /** Whether nothing is to do: no lease is taken then. Only for work that does nothing before it has renewed the lease. */
  isIdle?(): Promise<boolean>;
  work(lease: Lease): Promise<T>;
}

/**
 * Runs a job unless another process runs it. A run is given up when a step takes too long: its lease is free again, and
 * nothing renews it if the work goes on after all.
 *
 * @spec platform.jobs
 * @returns what the job answers; null when it runs elsewhere
 * @throws what the job throws, and when a step takes too long
 */
export async function withLease<T>(
  store: Store,
  name: JobName,
  options: LeaseOptions & LeasedWork<T>,
): Promise<T | null> {
  const { isIdle, work, subject, stepMs = longestStepMs(name) } = options;
  const isNothing = isIdle !== undefined && await withinSteps(stepMs, isIdle);
  if (isNothing) return await withinSteps(stepMs, () => work(NOT_HELD));
  const lease = new HeldLease(
    store,
    keys.lease(subject === undefined ? name : `${name} ${subject}`),
    options,
  );
  if (!await lease.take()) return null;
  try {
    return await withinSteps(stepMs, (stepDone) => work(lease.steppedBy(stepDone)));
  } finally {
    await lease.release();
  }
}

/** A lease that is renewed while its work runs. */
class HeldLease {
  readonly #holder = newId();
  /** One renewal after the other: of two at once one would fail. */
  #last: Promise<boolean> = Promise.resolve(true);
  #timer: ReturnType<typeof setInterval> | undefined;
  #isOver = false;

  constructor(
    private readonly store: Store,
    private readonly key: Key,
    private readonly options: LeaseOptions,
  ) {}

  /** @returns false when another process has it */
  async take(): Promise<boolean> {
    if (!await this.#hold(true)) return false;
    // A store that is away: the job hears of it when it renews.
    const prolong = () => void this.#prolong().catch(() => {});
    this.#timer = setInterval(prolong, this.options.holdMs / 3);
    return true;
  }

  /** The lease as its work has it. @param stepDone called at the end of each step */
  steppedBy(stepDone: () => void): Lease {
    const renew = () => {
      stepDone();
      return this.#prolong();
    };
    return { renew };
  }

  /** Frees it, unless another process has it. From now on it is not renewed. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    this.#isOver = true;
    await this.#last.catch(() => {});
    const { store, key } = this;
    const { value, versionstamp } = await readEntry(store, key, leaseRecord);
    if (value?.holder === this.#holder) {
      await store.atomic().check({ key, versionstamp }).delete(key).commit();
    }
  }

  #prolong(): Promise<boolean> {
    this.#last = this.#last.catch(() => true).then(() => !this.#isOver && this.#hold(false));
    return this.#last;
  }

  async #hold(isFirst: boolean): Promise<boolean> {
    const { store, key, options: { now, holdMs } } = this;
    const { value, versionstamp } = await readEntry(store, key, leaseRecord);
    const isMine = value?.holder === this.#holder;
    const isFree = value === null || value.untilMs <= now() ||
      unchangedMs(store, key, versionstamp) >= holdMs;
    if (!isMine && !(isFirst && isFree)) return false;
    const record: LeaseRecord = { holder: this.#holder, untilMs: now() + holdMs };
    return (await store.atomic().check({ key, versionstamp })
      .set(key, record, { expireIn: holdMs }).commit()).ok;
  }
}
