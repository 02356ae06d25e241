/**
 * Turns of the event loop: only between two of them does it look at sockets.
 *
 * A promise that is resolved already makes no turn, and neither does a read of the store that is answered at once: Deno
 * then runs on, and looks at sockets once in about sixty reads (decision 191).
 *
 * @module
 */

/** Work after which the next operation of the store waits for a turn, ms: two slices. */
const STORE_MS = 20;

/** Slices that wait: one of them starts in each turn. */
const slices: (() => void)[] = [];
/** Operations of the store that wait: all of them start in the next turn. */
const operations: (() => void)[] = [];

/** When the last known turn began; waits for commits are added. */
let turnedAt = performance.now();
/** When the last known work ended. */
let workedAt = turnedAt;

/** Milliseconds of work since the last known turn. */
export function workedMs(): number {
  return performance.now() - turnedAt;
}

/** Notes a turn: that of a timer, or one in which a request came. */
export function noteTurn(): void {
  turnedAt = workedAt = performance.now();
}

/**
 * Lets the event loop serve what waits, sockets included, and one slice only in each of its turns: timers of several
 * tasks that are due all run before a socket is looked at (eight tasks: 66 ms at the median, 6 ms in turns).
 *
 * Not by `setImmediate`: under Deno it keeps the loop ready, which then looks at sockets once in about sixty turns only
 * (slices of 10 ms: answers after 827 ms at the median, 1.2 ms by a timer; decision 075).
 */
export function nextTurn(): Promise<void> {
  return waitsIn(slices);
}

/** Starts an operation of the store, in the next turn after much work. */
export async function inTurn<T>(operate: () => Promise<T>): Promise<T> {
  if (workedMs() >= STORE_MS) await waitsIn(operations);
  const answer = operate();
  workedAt = performance.now();
  return await answer;
}

/** A commit, whose wait for the disk is no work. */
export async function commitInTurn<T>(commit: () => Promise<T>): Promise<T> {
  try {
    return await inTurn(commit);
  } finally {
    const now = performance.now();
    turnedAt += now - workedAt;
    workedAt = now;
  }
}

function waitsIn(queue: (() => void)[]): Promise<void> {
  return new Promise((start) => {
    queue.push(start);
    if (slices.length + operations.length === 1) setTimeout(turn, 0);
  });
}

function turn(): void {
  noteTurn();
  for (const start of operations.splice(0)) start();
  slices.shift()?.();
  if (slices.length > 0) setTimeout(turn, 0);
}
