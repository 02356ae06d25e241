import { z } from "zod";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { type Atomic, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { secretHash } from "./secrets.ts";

/** So many attempts in so many seconds. */
export interface Limit {
  /** What is counted, with whom: `login/account/a@b.fr`. */
  subject: string;
  max: number;
  windowS: number;
}

/** Whether an attempt may be made, and if not from when on, epoch ms. */
export type Attempt = { ok: true } | { ok: false; retryAt: number };

type Window = z.output<typeof windowRecord>;
export const windowRecord = z.object({
  count: z.int(),
  /** End of the window, epoch ms. */
  resetAt: z.int(),
});

/** The window that runs now, or a new one. @param now epoch ms */
export function windowAt(known: Window | null, now: number, windowS: number): Window {
  return known && known.resetAt > now ? known : { count: 0, resetAt: now + windowS * 1_000 };
}

/** A lost race is tried again this often: far more than attempts that can be under way at once. */
const TRIES = 1_000;

/** Attempts counted in the store, exactly, also under concurrency. */
export class Attempts {
  /** In this process attempts on one subject wait for each other rather than race. */
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

  /** Until when a limit stops its subject, epoch ms; null when it does not. */
  async stopsUntil({ subject, max, windowS }: Limit): Promise<number | null> {
    const key = keys.attempts(secretHash(subject), windowS);
    const { value } = await readEntry(this.store, key, windowRecord);
    return value && value.count >= max && value.resetAt > this.now() ? value.resetAt : null;
  }

  /** Resets a count, in the commit of its cause. */
  includeForgetting(atomic: Atomic, { subject, windowS }: Limit): void {
    atomic.delete(keys.attempts(secretHash(subject), windowS));
  }

  /** Uncounts an attempt that turned out well: only failures use up a limit. */
  async giveBack(limits: readonly Limit[]): Promise<void> {
    for (const limit of limits) await this.#inTurn(limit.subject, () => this.#giveBackOne(limit));
  }

  async #takeOne({ subject, max, windowS }: Limit): Promise<Attempt> {
    const key = keys.attempts(secretHash(subject), windowS);
    return await retried<Attempt>(async () => {
      const now = this.now();
      const { value, versionstamp } = await readEntry(this.store, key, windowRecord);
      const { count, resetAt } = windowAt(value, now, windowS);
      if (count >= max) return { ok: false, retryAt: resetAt };
      const counted = { count: count + 1, resetAt };
      const { ok } = await this.store.atomic().check({ key, versionstamp })
        .set(key, counted, { expireIn: resetAt - now }).commit();
      return ok ? { ok } : null;
    }, TRIES);
  }

  async #giveBackOne({ subject, windowS }: Limit): Promise<void> {
    const key = keys.attempts(secretHash(subject), windowS);
    await retried(async () => {
      const { value, versionstamp } = await readEntry(this.store, key, windowRecord);
      const left = (value?.resetAt ?? 0) - this.now();
      if (value === null || value.count === 0 || left <= 0) return true;
      const { ok } = await this.store.atomic().check({ key, versionstamp })
        .set(key, { ...value, count: value.count - 1 }, { expireIn: left }).commit();
      return ok || null;
    }, TRIES);
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
