/** Leases that let one process at a time run a job, within the time of its steps. @module */

import * as z from "zod";
import { MINUTE_MS } from "@/lib/base/durations.ts";
import { newId } from "@/lib/base/secrets.ts";
import { CLOCKS_DIFFER_MS } from "./expiry.ts";
import { type JobName, JOBS, leaseMs, writeGivenUp } from "./jobs.ts";
import { keys } from "./keys.ts";
import { type Key, readEntry, type Store } from "./store.ts";

/** Maximum duration of a step of a job, ms. */
export function longestStepMs(name: JobName): number {
  return JOBS[name].longestStepMin * MINUTE_MS;
}

/** Error for a step of a job that has not ended in time: its run is abandoned. */
class StepTooLong extends Error {
  override name = "StepTooLong";

  constructor(longestMs: number) {
    super(writeGivenUp(Math.round(longestMs / MINUTE_MS)));
  }
}

/**
 * Waits for work of several steps while each ends in time. The work itself cannot be stopped: after it is abandoned,
 * its effects must be checked.
 *
 * @spec platform.jobs
 * @param work calls its argument at the end of each step
 * @throws StepTooLong when a step takes longer
 */
export async function withinSteps<T>(
  longestMs: number,
  work: (stepDone: () => void) => Promise<T>,
): Promise<T> {
  const tooLong = Promise.withResolvers<never>();
  const begin = () => setTimeout(() => tooLong.reject(new StepTooLong(longestMs)), longestMs);
  let timer = begin();
  let isOver = false;
  const stepDone = () => {
    clearTimeout(timer);
    if (!isOver) timer = begin();
  };
  try {
    return await Promise.race([work(stepDone), tooLong.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/** Holder and end of the lease of a job. */
export type LeaseRecord = z.output<typeof leaseRecord>;
export const leaseRecord = z.object({
  holder: z.string(),
  /** Epoch ms: the store deletes expired entries late, so the lease has its own end. */
  untilMs: z.number(),
});

/**
 * Whether a lease has ended. One that ends later than any lease was taken before the clock was set back: its holder may be
 * dead, and a living one finds at its next renewal that it has lost it.
 */
export function isLeaseOver(untilMs: number, holdMs: number, nowMs: number): boolean {
  return untilMs <= nowMs || untilMs > nowMs + holdMs + CLOCKS_DIFFER_MS;
}

/** The exclusive right of a process to run a job, while it is renewed in time. */
export interface Lease {
  /** Renews it after a step; false when another process may have it, or the run was abandoned: the job stops. */
  renew(): Promise<boolean>;
}

/**
 * Duration of a lease without renewal, and the clock. While the work runs the lease is renewed three times as often, so
 * that a long step does not lose it; a suspended or dead process loses it.
 */
interface LeaseOptions {
  /** By default, that declared by the job. */
  holdMs?: number;
  now(): number;
  /** Part of the job with its own lease. */
  subject?: string;
  /** Maximum duration of a step, ms; by default, that declared by the job. */
  stepMs?: number;
}

const NOT_HELD: Lease = { renew: () => Promise.resolve(false) };

export interface LeasedWork<T> {
  /** True when there is nothing to do: then no lease is taken. Only for work that renews the lease before it acts. */
  isIdle?(): Promise<boolean>;
  work(lease: Lease): Promise<T>;
}

/**
 * Runs a job unless another process runs it. A run is abandoned when a step takes too long: its lease is free again,
 * and is not renewed even if the work continues.
 *
 * @spec platform.jobs
 * @returns the result of the job; null when it runs in another process
 * @throws the errors of the job, and when a step takes too long
 */
export async function withLease<T>(
  store: Store,
  name: JobName,
  options: LeaseOptions & LeasedWork<T>,
): Promise<T | null> {
  const { isIdle, work, now, subject, stepMs = longestStepMs(name) } = options;
  const isNothing = isIdle !== undefined && await withinSteps(stepMs, isIdle);
  if (isNothing) return await withinSteps(stepMs, () => work(NOT_HELD));
  const lease = new HeldLease(
    store,
    keys.lease(subject === undefined ? name : `${name} ${subject}`),
    { now, holdMs: options.holdMs ?? leaseMs(name) },
  );
  if (!await lease.take()) return null;
  try {
    return await withinSteps(stepMs, (stepDone) => {
      const renew = () => {
        stepDone();
        return lease.renew();
      };
      return work({ renew });
    });
  } finally {
    await lease.release();
  }
}

/**
 * Takes a lease that a process keeps between runs, until it gives it back or loses it.
 *
 * @returns null when another process has it
 */
export async function takeLease(
  store: Store,
  name: string,
  options: { readonly now: () => number; readonly holdMs: number },
): Promise<HeldLease | null> {
  const lease = new HeldLease(store, keys.lease(name), options);
  return await lease.take() ? lease : null;
}

class HeldLease implements Lease {
  readonly #holder = newId();
  /** Renewals run one after the other: of two concurrent ones one would fail. */
  #last: Promise<boolean> = Promise.resolve(true);
  #timer: ReturnType<typeof setInterval> | undefined;
  #isOver = false;

  constructor(
    private readonly store: Store,
    private readonly key: Key,
    private readonly options: Required<Pick<LeaseOptions, "now" | "holdMs">>,
  ) {}

  /** @returns false when another process has it */
  async take(): Promise<boolean> {
    if (!await this.#hold(true)) return false;
    // If the store is unavailable, the job finds out at its next renewal.
    const prolong = () => void this.renew().catch(() => {});
    this.#timer = setInterval(prolong, this.options.holdMs / 3);
    return true;
  }

  /** Releases it, unless another process has it. It is no longer renewed. */
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

  renew(): Promise<boolean> {
    this.#last = this.#last.catch(() => true).then(() => !this.#isOver && this.#hold(false));
    return this.#last;
  }

  async #hold(isFirst: boolean): Promise<boolean> {
    const { store, key, options: { now, holdMs } } = this;
    const { value, versionstamp } = await readEntry(store, key, leaseRecord);
    const isMine = value?.holder === this.#holder;
    const isFree = value === null || isLeaseOver(value.untilMs, holdMs, now());
    if (!isMine && !(isFirst && isFree)) return false;
    const record: LeaseRecord = { holder: this.#holder, untilMs: now() + holdMs };
    return (await store.atomic().check({ key, versionstamp })
      .set(key, record, { expireIn: holdMs }).commit()).ok;
  }
}
