import { Slices } from "@/lib/backend/core/slices.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import {
  type Entry,
  getAll,
  type Key,
  KEYS_PER_READ,
  type MaybeEntry,
  type Store,
} from "@/lib/backend/kv/store.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { type ArrivalName, inOrder } from "./arrival_names.ts";
import { HeldArrivals } from "./held.ts";

interface Found extends ArrivalName {
  readonly bytes: number;
  /** As listed; null once it is in a step, and where it is to be read again. */
  value: unknown;
}

/** Length of the buckets in arrival keys, s: the bucket is that of the newest reading. */
export const BUCKET_S = 300;

/** Maximum stored bytes of one step of a compaction. */
const STEP_BYTES = 16 * 1024 * 1024;
/** Readings from which a step is large enough, when they are enough a series… */
const STEP_READINGS = 300_000;
/** …to be worth its rewriting, which takes as long as some hundred readings… */
const READINGS_PER_SERIES = 100;
/** …and the memory from which it is full anyway: some 700,000 readings. */
const STEP_MEMORY_BYTES = 16 * 1024 * 1024;

/** Key of the counter that changes with the arrivals of a project. */
export function arrivalsVersionKey(projectId: string): Key {
  return keys.version("arrivals", projectId);
}

/** The stored arrivals of a project, by bucket. */
export function arrivalEntries(store: Store, projectId: string): AsyncIterable<Entry> {
  return store.list({ prefix: keys.arrival.under(projectId) }, { batchSize: 50 });
}

/** Values held from their list on, bytes: those of a large history are read again, step by step. */
const VALUE_BYTES = 4 * 1024 * 1024;

interface StepOptions {
  /** Receives the share of the bytes in the steps so far, 0 to 1. */
  readonly progress?: (share: number) => void;
  /** Awaited each time that many readings were read. */
  readonly between?: () => Promise<void>;
}

/** Readings read between two pauses, some 10 ms of work: arrivals of few readings add no pauses. */
const READ_AT_ONCE = 30_000;

/**
 * Arrivals acknowledged before a version, in arrival order, in steps as large as memory allows: a collector that
 * sends a month late may have left millions of readings.
 *
 * @returns at least one step, empty without arrivals
 */
export async function* arrivalsBefore(
  store: Store,
  projectId: string,
  versionstamp: string,
  { progress = () => {}, between = () => Promise.resolve() }: StepOptions = {},
): AsyncGenerator<HeldArrivals> {
  const found: Found[] = [];
  let allBytes = 0;
  for await (const { key, value, versionstamp: written } of arrivalEntries(store, projectId)) {
    if (written >= versionstamp) continue;
    const bytes = value instanceof Uint8Array ? value.length : 0;
    allBytes += bytes;
    found.push({
      key,
      versionstamp: written,
      bytes,
      value: allBytes <= VALUE_BYTES ? value : null,
    });
  }
  found.sort(inOrder);
  let [from, givenBytes] = [0, 0];
  do {
    progress(givenBytes / Math.max(1, allBytes));
    const step = await readStep(store, found, { from, between });
    yield step.held;
    from += step.foundCount;
    givenBytes += step.bytes;
  } while (from < found.length);
}

/** Reads arrivals from a rank on, until a step is full. */
async function readStep(
  store: Store,
  found: readonly Found[],
  { from, between }: { readonly from: number; readonly between: () => Promise<void> },
) {
  const slices = new Slices();
  const held = new HeldArrivals({ isGroupedAsAdded: true });
  let [bytes, foundCount, pausedAt] = [0, 0, 0];
  while (from + foundCount < found.length && bytes < STEP_BYTES && !isFull(held)) {
    const some = found.slice(from + foundCount, from + foundCount + KEYS_PER_READ);
    for (const { key, value, versionstamp } of await entriesOf(store, some)) {
      if (versionstamp === null) continue;
      held.addEntry({ key, value, versionstamp });
      await slices.pause();
    }
    for (const one of some) one.value = null;
    foundCount += some.length;
    bytes += sumBy(some, (one) => one.bytes);
    if (held.readingCount - pausedAt < READ_AT_ONCE) continue;
    pausedAt = held.readingCount;
    await between();
  }
  return { held, foundCount, bytes };
}

function isFull({ readingCount, seriesCount, bytes }: HeldArrivals): boolean {
  return readingCount >= STEP_READINGS &&
    (readingCount >= seriesCount * READINGS_PER_SERIES || bytes >= STEP_MEMORY_BYTES);
}

/** The arrivals as they were listed, since none is ever rewritten, or read again. */
async function entriesOf(store: Store, some: readonly Found[]): Promise<readonly MaybeEntry[]> {
  if (some.every(({ value }) => value !== null)) return some;
  return await getAll(store, some.map(({ key }) => key));
}
