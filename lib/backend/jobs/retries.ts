import { MINUTE_MS } from "@/lib/domain/periods/durations.ts";

/** Delay after each attempt, minutes; the last one is repeated. */
const BACKOFF_MIN = [1, 5, 15, 60, 180, 360];

/** Delay before the next attempt, after a number of attempts, ms. */
export function retryAfterMs(attempts: number): number {
  const last = BACKOFF_MIN.length - 1;
  return (BACKOFF_MIN[Math.min(attempts - 1, last)] ?? 0) * MINUTE_MS;
}
