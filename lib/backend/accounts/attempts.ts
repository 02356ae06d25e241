import * as z from "zod";
import { CLOCKS_DIFFER_MS } from "@/lib/backend/core/clocks.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry, type Store, type StoreClock } from "@/lib/backend/kv/store.ts";
import { secretHash } from "./secrets.ts";

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
export function isRunning(
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
export function recount(
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

  constructor(private readonly store: Store, private readonly now: () => number) {}

  /** Counts an attempt against each limit; none is counted when one of them refuses. */
  async take(limits: readonly Limit[]): Promise<Attempt> {
    const taken: Limit[] = [];
    for (const limit of limits) {
      const attempt = await this.#inTurn(limit.subject, () => this.#takeOne(limit));
      if (!attempt.ok) {
        await this.giveBack(taken);
        return attempt;
      }
      taken.push(limit);
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
    const { count, resetAt } = await this.#recount(
      limit,
      (count) => count < limit.max ? count + 1 : count,
    );
    return count < limit.max ? { ok: true } : { ok: false, retryAt: resetAt };
  }

  async #giveBackOne(limit: Limit): Promise<void> {
    await this.#recount(limit, (count) => Math.max(0, count - 1));
  }

  #recount(limit: Limit, change: (count: number) => number): Promise<Window> {
    const { store, now } = this;
    return recount({ store, now }, limit, change);
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
