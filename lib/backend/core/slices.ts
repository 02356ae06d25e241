import { isHeld, nextTurn } from "./turns.ts";

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
export async function collectedInSlices<Element>(given: Iterable<Element>): Promise<Element[]> {
  const slices = new Slices();
  const list: Element[] = [];
  for (const element of given) {
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
