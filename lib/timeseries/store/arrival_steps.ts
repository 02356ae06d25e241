/** Reads the arrivals of a compaction, in steps that fit in memory. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { getAll, KEYS_PER_READ, type MaybeEntry, type Store } from "@/lib/store/store.ts";
import { arrivalEntries, type ArrivalName, inOrder } from "./arrival_names.ts";
import { ArrivedReadings } from "./arrived_readings.ts";

interface Found extends ArrivalName {
  readonly bytes: number;
  /** As listed; null once it is in a step, and where it is to be read again. */
  value: unknown;
}

/** Maximum stored bytes of one step of a compaction, and number of its readings: each step writes every series it has. */
const STEP_BYTES = 16 * 1024 * 1024;
const STEP_READINGS = 700_000;
/** Values held from their list on, bytes: those of a large history are read again, step by step. */
const VALUE_BYTES = 4 * 1024 * 1024;
/** Some of the arrivals, and their readings. */
export interface ArrivalStep {
  readonly arrivals: readonly ArrivalName[];
  readonly arrived: ArrivedReadings;
}

/**
 * Arrivals acknowledged before a version, in arrival order, in steps as large as memory allows: a collector that
 * sends a month late may have left millions of readings.
 *
 * @param progress receives the share of the bytes in the steps so far, 0 to 1
 * @returns at least one step, empty without arrivals
 */
export async function* arrivalsBefore(
  store: Store,
  projectId: string,
  versionstamp: string,
  progress: (share: number) => void = () => {},
): AsyncGenerator<ArrivalStep> {
  const found: Found[] = [];
  let allBytes = 0;
  for await (const { key, value, versionstamp: written } of arrivalEntries(store, projectId)) {
    if (written >= versionstamp) continue;
    const bytes = value instanceof Uint8Array ? value.length : 0;
    allBytes += bytes;
    const isHeld = allBytes <= VALUE_BYTES;
    found.push({ key, versionstamp: written, bytes, value: isHeld ? value : null });
  }
  found.sort(inOrder);
  let [from, givenBytes] = [0, 0];
  do {
    progress(givenBytes / Math.max(1, allBytes));
    const step = await readStep(store, found.slice(from));
    yield step;
    from += step.arrivals.length;
    givenBytes += step.bytes;
  } while (from < found.length);
}

/** Reads the first arrivals of a list, until a step is full. */
async function readStep(store: Store, found: readonly Found[]) {
  const arrived = new ArrivedReadings();
  let [bytes, count] = [0, 0];
  while (count < found.length && bytes < STEP_BYTES && arrived.readingCount < STEP_READINGS) {
    const some = found.slice(count, count + KEYS_PER_READ);
    for (const { key, value, versionstamp } of await entriesOf(store, some)) {
      if (versionstamp !== null) arrived.add({ key, value, versionstamp });
      await yieldToEventLoop();
    }
    for (const one of some) {
      one.value = null;
      bytes += one.bytes;
    }
    count += some.length;
  }
  return { arrived, arrivals: found.slice(0, count), bytes };
}

/** The arrivals as they were listed, since none is ever rewritten, or read again. */
async function entriesOf(store: Store, some: readonly Found[]): Promise<readonly MaybeEntry[]> {
  if (some.every(({ value }) => value !== null)) return some;
  return await getAll(store, some.map(({ key }) => key));
}
