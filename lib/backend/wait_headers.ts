/**
 * Headers of a 429 answer, in each of the forms that clients read: seconds left, and the instant.
 *
 * @param resetAt epoch ms
 * @param now epoch ms
 */
export function waitHeaders(resetAt: number, now: number): Record<string, string> {
  const left = String(Math.max(1, Math.ceil((resetAt - now) / 1_000)));
  return {
    "retry-after": left,
    "ratelimit-reset": left,
    "x-ratelimit-reset": String(Math.ceil(resetAt / 1_000)),
  };
}
