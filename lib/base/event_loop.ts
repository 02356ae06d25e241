/**
 * Splits long work into slices, so that the event loop goes on serving requests.
 *
 * It polls sockets only between two turns. An already resolved promise makes no turn, and neither does a read of the
 * store that is answered immediately: Deno then continues, and polls sockets once in about sixty reads.
 *
 * @module
 */

/** Work after which the next operation of the store waits for a turn, ms: two slices. */
const STORE_MS = 20;
/** Work after which all work waits for a turn, however many requests arrived meanwhile, ms. */
const LONGEST_MS = 25;
/** Time after which a timer counts as a turn, whatever was done meanwhile, ms: requests may arrive without end. */
const LATEST_MS = 50;

/** Waiting slices: one of them starts in each turn. */
const slices: (() => void)[] = [];
/** Waiting operations of the store: all of them start in the next turn. */
const operations: (() => void)[] = [];

/** Start of the last known turn; time spent waiting is added. */
let turnedAt = performance.now();
/** As `turnedAt`, or the arrival of the last request: at least one socket was polled then. */
let servedAt = turnedAt;
let workedAt = turnedAt;
/** When the next turn was asked for, and when its last timer was set. */
let askedAt = turnedAt;
let timedAt = turnedAt;

/** True after `ms` of work since the last turn or request, or LONGEST_MS since the last turn. */
export function isHeld(ms: number): boolean {
  workedAt = performance.now();
  return workedAt - servedAt >= ms || workedAt - turnedAt >= LONGEST_MS;
}

export function noteTurn(): void {
  turnedAt = servedAt = workedAt = performance.now();
}

/** Records the arrival of a request: on a connection just answered, it is read without polling the others. */
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
 * Yields to the event loop, sockets included, and starts only one slice in each of its turns: due timers of several
 * tasks all run before a socket is polled (eight tasks: 66 ms at the median, 6 ms in turns).
 *
 * Not `setImmediate`: under Deno it keeps the loop ready, which then polls sockets once in about sixty turns only
 * (slices of 10 ms: answers after 827 ms at the median, 1.2 ms with a timer).
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

/** Runs a commit, whose wait for the disk does not count as work. */
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
    if (slices.length + operations.length === 1) askTurn();
  });
}

function askTurn(): void {
  askedAt = performance.now();
  setTimer();
}

function setTimer(): void {
  timedAt = performance.now();
  setTimeout(turn, 0);
}

/** A timer that became due during work fires without a poll of the sockets: it is set again. */
function turn(): void {
  if (workedAt > timedAt && performance.now() - askedAt < LATEST_MS) return setTimer();
  noteTurn();
  for (const start of operations.splice(0)) start();
  slices.shift()?.();
  if (slices.length > 0) askTurn();
}

/** Maximum duration of a slice, ms: several may follow each other within the 50 ms that a page may wait. */
const SLICE_MS = 10;
/** Elements sorted or merged between two checks of the clock. */
const RUN = 1_024;

/** Splits long work into slices: between two of them the event loop serves other tasks. */
export class Slices {
  #asked = 0;

  /** True when the slice is used up, for a loop over elements: the clock is read once every sixty-four calls. */
  isOver(): boolean {
    return (++this.#asked & 63) === 0 && isHeld(SLICE_MS);
  }

  async pause(): Promise<void> {
    if (isHeld(SLICE_MS)) await nextTurn();
  }
}

/** The elements of a generator as a list, in slices: for elements that are slow to compute. */
export async function collectedInSlices<Element>(elements: Iterable<Element>): Promise<Element[]> {
  const slices = new Slices();
  const list: Element[] = [];
  for (const element of elements) {
    list.push(element);
    await slices.pause();
  }
  return list;
}

/** A sorted copy of a list, computed in slices; stable. */
export async function sortedInSlices<Element>(
  list: readonly Element[],
  compare: (a: Element, b: Element) => number,
): Promise<Element[]> {
  const slices = new Slices();
  let runs: Element[][] = [];
  for (let from = 0; from < list.length; from += RUN) {
    runs.push(list.slice(from, from + RUN).sort(compare));
    await slices.pause();
  }
  while (runs.length > 1) {
    const merged: Element[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await mergedRuns(runs[at] ?? [], runs[at + 1] ?? [], { compare, slices }));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedRuns<Element>(
  left: readonly Element[],
  right: readonly Element[],
  { compare, slices }: { compare(a: Element, b: Element): number; slices: Slices },
): Promise<Element[]> {
  const merged: Element[] = [];
  let [at, other] = [0, 0];
  for (let count = left.length + right.length; count > 0; count--) {
    const [a, b] = [left[at], right[other]];
    // One of the two lists has an element left: their lengths were counted.
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) merged.push(left[at++]!);
    else merged.push(right[other++]!);
    if (count % RUN === 0) await slices.pause();
  }
  return merged;
}
