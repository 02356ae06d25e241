/** Counts attempts and requests in windows that all processes share. @module */

import { LRUCache } from "lru-cache";
import * as z from "zod";
import { secretHash } from "@/lib/base/secrets.ts";
import { retried } from "@/lib/store/commits.ts";
import { CLOCKS_DIFFER_MS } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readEntry, type Store, type StoreClock } from "@/lib/store/store.ts";

/** A maximum number of attempts in a window of time. */
export interface Limit {
  /** Kind and subject of the count: `login/account/a@b.fr`. */
  subject: string;
  max: number;
  windowS: number;
}

/** Result of an attempt; when refused, the time of the next possible one, epoch ms. */
export type Attempt = { ok: true } | { ok: false; retryAt: number };

type Window = z.output<typeof windowRecord>;
export const windowRecord = z.object({
  count: z.int(),
  /** End of the window, epoch ms. */
  resetAt: z.int(),
});

/**
 * Whether a window has not ended. One that ends later than a new window would is of a clock that was set back since: it
 * would refuse its subject for as long as the clock was set back.
 *
 * @param now epoch ms
 */
function isRunning(
  { resetAt }: Pick<Window, "resetAt">,
  now: number,
  windowS: number,
): boolean {
  return resetAt > now && resetAt <= now + windowS * 1_000 + CLOCKS_DIFFER_MS;
}

/** The current window, or a new one. @param now epoch ms */
function windowAt(known: Window | null, now: number, windowS: number): Window {
  return known && isRunning(known, now, windowS)
    ? known
    : { count: 0, resetAt: now + windowS * 1_000 };
}

/** Maximum retries after a conflict: far more than the attempts that can run concurrently. */
const TRIES = 1_000;

/**
 * Changes the count of a limit's current window in the store; the same count is not written.
 *
 * @param change the new count for the current one, which is 0 in a new window
 * @returns the window before the change
 */
function recount(
  { store, now }: StoreClock,
  { subject, windowS }: Pick<Limit, "subject" | "windowS">,
  change: (count: number) => number,
): Promise<Window> {
  const key = keys.attempts(secretHash(subject), windowS);
  return retried<Window>(async () => {
    const at = now();
    const { value, versionstamp } = await readEntry(store, key, windowRecord);
    const window = windowAt(value, at, windowS);
    const count = change(window.count);
    if (count === window.count) return window;
    const { ok } = await store.atomic().check({ key, versionstamp })
      .set(key, { ...window, count }, { expireIn: window.resetAt - at }).commit();
    return ok ? window : null;
  }, TRIES);
}

/** Counts attempts in the store, exactly, even under concurrency. */
export class Attempts {
  /** Within this process, attempts on one subject are queued to avoid conflicts. */
  #queues = new Map<string, Promise<unknown>>();

  constructor(readonly store: Store, readonly now: () => number) {}

  /** Counts an attempt against each limit; none is counted when one of them refuses. */
  async take(limits: readonly Limit[]): Promise<Attempt> {
    const granted: Limit[] = [];
    for (const limit of limits) {
      const attempt = await this.#inTurn(limit.subject, () => this.#takeOne(limit));
      if (!attempt.ok) {
        await this.giveBack(granted);
        return attempt;
      }
      granted.push(limit);
    }
    return { ok: true };
  }

  /** Until when a limit refuses its subject, epoch ms; null when it does not. */
  async stopsUntil({ subject, max, windowS }: Limit): Promise<number | null> {
    const key = keys.attempts(secretHash(subject), windowS);
    const { value } = await readEntry(this.store, key, windowRecord);
    const isStopped = value && value.count >= max && isRunning(value, this.now(), windowS);
    return isStopped ? value.resetAt : null;
  }

  /** Resets a count, in the commit of its cause. */
  includeForgetting(atomic: Atomic, { subject, windowS }: Limit): void {
    atomic.delete(keys.attempts(secretHash(subject), windowS));
  }

  /** Refunds a successful attempt: only failures use up a limit. */
  async giveBack(limits: readonly Limit[]): Promise<void> {
    for (const limit of limits) await this.#inTurn(limit.subject, () => this.#giveBackOne(limit));
  }

  async #takeOne(limit: Limit): Promise<Attempt> {
    const taken = (count: number) => count < limit.max ? count + 1 : count;
    const { count, resetAt } = await recount(this, limit, taken);
    return count < limit.max ? { ok: true } : { ok: false, retryAt: resetAt };
  }

  async #giveBackOne(limit: Limit): Promise<void> {
    await recount(this, limit, (count) => Math.max(0, count - 1));
  }

  #inTurn<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(subject) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => {});
    this.#queues.set(subject, settled);
    void settled.then(() => {
      if (this.#queues.get(subject) === settled) this.#queues.delete(subject);
    });
    return turn;
  }
}

interface Share {
  /** End of the window, epoch ms. */
  resetAt: number;
  left: number;
  /** True when nothing is left in the store either: it is not read again before the window ends. */
  isSpent: boolean;
}

/** Part of the remainder that a process takes: few commits at first, single requests at the end. */
const SHARE_OF_WHAT_IS_LEFT = 1 / 8;
/** Maximum number of subjects; an evicted one gets a new share. */
const SUBJECTS = 20_000;

/**
 * Requests counted in windows that all processes share, without a commit per request.
 *
 * A process takes a share of a window from the store and spends it in memory; the next share is an eighth of the
 * remainder. A window never allows more than its maximum, and the unspent share of a process is lost to the others
 * until the window ends.
 */
export class RequestRates {
  #shares = new LRUCache<string, Share>({ max: SUBJECTS });
  #taking = new Map<string, Promise<void>>();

  constructor(readonly store: Store, readonly now: () => number) {}

  /** Counts one request; a promise only when a share must be taken. */
  take(limit: Limit): Attempt | Promise<Attempt> {
    return this.#spent(limit) ?? this.#takenAndSpent(limit);
  }

  /** Until when a subject is refused, epoch ms; null when it is not. Does not count a request. */
  stoppedUntil(limit: Limit): number | null {
    const share = this.#shareOf(limit);
    return share?.left === 0 && share.isSpent ? share.resetAt : null;
  }

  #shareOf({ subject, windowS }: Limit): Share | null {
    const share = this.#shares.get(subject);
    return share !== undefined && isRunning(share, this.now(), windowS) ? share : null;
  }

  /** Counts a request in the current share; null when there is none. */
  #spent(limit: Limit): Attempt | null {
    const share = this.#shareOf(limit);
    if (share === null) return null;
    if (share.left > 0) {
      share.left--;
      return { ok: true };
    }
    return share.isSpent ? { ok: false, retryAt: share.resetAt } : null;
  }

  async #takenAndSpent(limit: Limit): Promise<Attempt> {
    const { subject } = limit;
    for (;;) {
      const attempt = this.#spent(limit);
      if (attempt !== null) return attempt;
      let taking = this.#taking.get(subject);
      if (taking === undefined) {
        taking = this.#takeShare(limit).finally(() => this.#taking.delete(subject));
        this.#taking.set(subject, taking);
      }
      await taking;
    }
  }

  async #takeShare(limit: Limit): Promise<void> {
    this.#shares.set(limit.subject, await this.#share(limit).catch(() => this.#whole(limit)));
  }

  async #share(limit: Limit): Promise<Share> {
    const shareOf = (count: number) =>
      Math.ceil(Math.max(0, limit.max - count) * SHARE_OF_WHAT_IS_LEFT);
    const counted = (count: number) => count + shareOf(count);
    const { count, resetAt } = await recount(this, limit, counted);
    const left = shareOf(count);
    return { resetAt, left, isSpent: left === 0 };
  }

  /** Share when the store cannot be written: reads continue, and this process counts alone. */
  #whole({ max, windowS }: Limit): Share {
    return { resetAt: this.now() + windowS * 1_000, left: max, isSpent: true };
  }
}
