import { type Attempt, isRunning, type Limit, recount } from "@/lib/backend/accounts/attempts.ts";
import { BoundedMap } from "@/lib/backend/core/bounded_map.ts";
import type { Store } from "@/lib/backend/kv/store.ts";

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
  #shares = new BoundedMap<Share>(SUBJECTS);
  #taking = new Map<string, Promise<void>>();

  constructor(private readonly store: Store, private readonly now: () => number) {}

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
    const { store, now } = this;
    const taken = (count: number) => count + shareOf(count);
    const { count, resetAt } = await recount({ store, now }, limit, taken);
    const left = shareOf(count);
    return { resetAt, left, isSpent: left === 0 };
  }

  /** Share when the store cannot be written: reads continue, and this process counts alone. */
  #whole({ max, windowS }: Limit): Share {
    return { resetAt: this.now() + windowS * 1_000, left: max, isSpent: true };
  }
}
