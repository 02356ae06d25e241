/** How long the requests of a page wait after a refusal. @module */

import { PAGE_WAITS } from "./wait_notice.ts";

/** Added to the reset time of a 429 response before a retry (F §9). */
const MARGIN_MS = 1_000;
/** Wait, before the margin, when a 429 response has no reset time. */
const UNNAMED_RESET_MS = 10_000;
/** Seconds from which a number is an instant; below, it is a duration. */
const FIRST_INSTANT_SECONDS = 1_000_000_000;

/** The clock of a {@link Waiting}; tests pass their own. */
interface WaitingClock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

type Listener = (until: number | null) => void;

/**
 * Reset time of a 429 response, epoch ms, without the margin.
 *
 * `RateLimit-Reset` and `Retry-After` take precedence over `X-RateLimit-Reset`: a duration is not affected by a wrong
 * client clock.
 *
 * @spec calls.waiting "HTTP 429 triggers a wait until the reset time plus 1 second"
 * @param headers headers of the 429 response
 * @param now epoch ms
 */
export function resetTime(headers: Headers, now: number): number {
  for (const name of ["ratelimit-reset", "retry-after", "x-ratelimit-reset"]) {
    const at = instantOf(headers.get(name), now);
    if (at !== null) return Math.max(at, now);
  }
  return now + UNNAMED_RESET_MS;
}

function instantOf(value: string | null, now: number): number | null {
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds) && seconds >= 0) {
    return seconds >= FIRST_INSTANT_SECONDS ? seconds * 1_000 : now + seconds * 1_000;
  }
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : date;
}

/**
 * The wait shared by all requests after a 429: none is sent before its end, and a page can show the remaining time.
 *
 * @spec calls.waiting
 */
export class Waiting {
  #until: number | null = null;

  /** @param onChange called at each change of {@link until} */
  constructor(
    private readonly clock: WaitingClock = systemClock,
    private readonly onChange: Listener = () => {},
  ) {}

  /** End of the wait, epoch ms; null when nothing waits. */
  get until(): number | null {
    return this.#until;
  }

  /** Makes every request wait for the reset time of this 429 response plus one second. */
  hold(response: Response): void {
    const until = resetTime(response.headers, this.clock.now()) + MARGIN_MS;
    if (this.#until === null || until > this.#until) this.#change(until);
  }

  /** Resolves when the wait is over, even if it was extended meanwhile. */
  async over(signal?: AbortSignal): Promise<void> {
    while (this.#until !== null) {
      const remaining = this.#until - this.clock.now();
      if (remaining <= 0) return this.#change(null);
      await this.clock.sleep(remaining, signal);
    }
  }

  #change(until: number | null): void {
    this.#until = until;
    this.onChange(until);
  }
}

const systemClock: WaitingClock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      // setTimeout counts in 32 bits: the caller's loop splits a longer wait.
      const timer = setTimeout(done, Math.min(ms, 2_147_483_647));
      function done() {
        signal?.removeEventListener("abort", aborted);
        resolve();
      }
      function aborted() {
        clearTimeout(timer);
        reject(signal?.reason);
      }
      signal?.addEventListener("abort", aborted, { once: true });
    }),
};

/** The wait shared by all requests of a page, which its script shows. */
export const waiting: Waiting = new Waiting(
  systemClock,
  (until) => globalThis.document?.dispatchEvent(new CustomEvent(PAGE_WAITS, { detail: until })),
);
