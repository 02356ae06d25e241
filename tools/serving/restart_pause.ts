/** Pause after the first end of a server, and the longest one, ms. */
const FIRST_MS = 250;
const LONGEST_MS = 60_000;
/** Run after which the pause is the first one again, ms. */
const STABLE_RUN_MS = 60_000;

/**
 * The pause before a server that ended by itself is started again, ms: twice as long each time.
 *
 * @param lastMs the pause before; null at the first end
 * @param run how long the server ran, ms
 */
export function restartPause(lastMs: number | null, { ranMs }: { readonly ranMs: number }): number {
  if (lastMs === null || ranMs >= STABLE_RUN_MS) return FIRST_MS;
  return Math.min(LONGEST_MS, 2 * lastMs);
}
