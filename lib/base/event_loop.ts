/** Lets the event loop serve others during long work. @module */

/** Start of the work since the last turn of the event loop. */
let turnedAt = performance.now();

/**
 * Lets the event loop answer requests, once the work since its last turn has lasted `ms` milliseconds. For loops that may
 * last longer than 50 ms without waiting for anything else.
 *
 * Not `setImmediate`: under Deno it keeps the loop ready, which then polls sockets once in about sixty turns.
 */
export async function yieldToEventLoop(ms = 20): Promise<void> {
  if (performance.now() - turnedAt < ms) return;
  await new Promise((resolve) => setTimeout(resolve, 0));
  turnedAt = performance.now();
}
