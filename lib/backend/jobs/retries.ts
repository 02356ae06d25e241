const MINUTE_MS = 60_000;
/** How long after each attempt the next one is made, minutes; then the last one again and again. */
const BACKOFF_MIN = [1, 5, 15, 60, 180, 360];

/** How long after a number of attempts the next one is made, ms. */
export function retryAfterMs(attempts: number): number {
  const last = BACKOFF_MIN.length - 1;
  return (BACKOFF_MIN[Math.min(attempts - 1, last)] ?? 0) * MINUTE_MS;
}
