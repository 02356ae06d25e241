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
/** Work after which all work waits for a turn, however many requests came meanwhile, ms. */
const LONGEST_MS = 25;

/** Slices that wait: one of them starts in each turn. */
const slices: (() => void)[] = [];
/** Operations of the store that wait: all of them start in the next turn. */
const operations: (() => void)[] = [];

/** When the last known turn began; waits are added. */
let turnedAt = performance.now();
/** The same, or when the last request came: then some socket at least was looked at. */
let servedAt = turnedAt;
/** When the last known work ended. */
let workedAt = turnedAt;

/** Whether there was so much work since the last turn or request, or very much since the last turn. */
export function isHeld(ms: number): boolean {
  workedAt = performance.now();
  return workedAt - servedAt >= ms || workedAt - turnedAt >= LONGEST_MS;
}

export function noteTurn(): void {
  turnedAt = servedAt = workedAt = performance.now();
}

/** Notes that a request came: on a connection that was just answered, it is read without a look at the others. */
export function noteRequest(): void {
  noteWait();
  servedAt = workedAt;
}

function noteWait(): void {
  const now = performance.now();
  turnedAt += now - workedAt;
  servedAt += now - workedAt;
  workedAt = now;
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
  if (isHeld(STORE_MS)) await waitsIn(operations);
  const answer = operate();
  workedAt = performance.now();
  return await answer;
}

/** A commit, whose wait for the disk is no work. */
export async function commitInTurn<T>(commit: () => Promise<T>): Promise<T> {
  try {
    return await inTurn(commit);
  } finally {
    noteWait();
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
