/** Names the stored arrivals and holds those that wait to be compacted. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Entry,
  getAll,
  type Key,
  KEYS_PER_READ,
  type MaybeEntry,
  type Store,
} from "@/lib/store/store.ts";
import type { EncodedArrival } from "./arrival_encoding.ts";
import {
  type MarkedRun,
  ReadingColumns,
  ReadingsBySeries,
  type Run,
  type SeriesReadings,
} from "./arrived_readings.ts";

/** Key of an arrival, and the stamp of the commit that wrote it. */
export interface ArrivalName {
  readonly key: Key;
  readonly versionstamp: string;
}

export interface WrittenArrival extends ArrivalName, EncodedArrival {}

/** Memory of an arrival besides its readings, or their bytes: its key, its stamp and its map entry. */
export const BYTES_PER_ARRIVAL = 400;

/** Digits of a rank in a key, enough for years of arrivals. */
const RANK_DIGITS = 12;

/**
 * Orders arrivals by acknowledgement: by commit, then by rank in it.
 *
 * @returns negative when `a` is first
 */
export function inOrder(a: ArrivalName, b: ArrivalName): number {
  if (a.versionstamp !== b.versionstamp) return a.versionstamp < b.versionstamp ? -1 : 1;
  return rankOf(a.key) - rankOf(b.key);
}

/** The last part of the key of an arrival, in ascending order for each process. */
export function arrivalName(process: string, position: number): string {
  return `${process}.${String(position).padStart(RANK_DIGITS, "0")}`;
}

/** Name of an arrival, unique in its project. */
export function nameOf(key: Key): string {
  return key.slice(-2).join("/");
}

export function processOf(key: Key): string {
  return String(key.at(-1)).split(".")[0] ?? "";
}

/** Rank of an arrival in its process; 0 for those of an earlier version of the program. */
function rankOf(key: Key): number {
  return Number(String(key.at(-1)).split(".")[1] ?? 0);
}

interface HeldArrival extends MarkedRun, ArrivalName {}

/** Readings by series, in acknowledgement order, up to the newest arrival. */
interface Ordered {
  readonly readings: ReadingsBySeries;
  newest: ArrivalName | null;
}

export class HeldArrivals {
  readonly #columns = new ReadingColumns();
  readonly #arrivals = new Map<string, HeldArrival>();
  /** Null before the first read, and after an arrival older than the newest. */
  #ordered: Ordered | null = null;
  #readingCount = 0;

  /** @param isGroupedAsAdded groups the readings of each arrival when it is added, not all of them at the first read */
  constructor({ isGroupedAsAdded = false }: { readonly isGroupedAsAdded?: boolean } = {}) {
    if (isGroupedAsAdded) this.#bySeries();
  }

  get readingCount(): number {
    return this.#readingCount;
  }

  get seriesCount(): number {
    return this.#columns.seriesCount;
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#columns.bytes + this.#arrivals.size * BYTES_PER_ARRIVAL;
  }

  has({ key }: Pick<ArrivalName, "key">): boolean {
    return this.#arrivals.has(nameOf(key));
  }

  names(): Iterable<ArrivalName> {
    return this.#arrivals.values();
  }

  add(arrivals: readonly WrittenArrival[]): void {
    for (const arrival of arrivals) {
      if (!this.has(arrival)) this.#hold(arrival, this.#columns.addArrival(arrival.bytes));
    }
  }

  /** Adds a stored arrival, unless it is held: copied from other held arrivals, or decoded. */
  addEntry(entry: Entry, others?: HeldArrivals): void {
    if (this.has(entry)) return;
    this.#hold(
      entry,
      others?.copyTo(this.#columns, entry) ?? this.#columns.addArrival(entry.value),
    );
  }

  /** The content without some arrivals; the same object when it contains none of them. */
  without(keys: readonly Key[]): HeldArrivals {
    const gone = new Set(keys.map(nameOf).filter((name) => this.#arrivals.has(name)));
    if (gone.size === 0) return this;
    const left = new HeldArrivals();
    for (const [name, arrival] of this.#arrivals) {
      if (!gone.has(name)) left.#hold(arrival, left.#columns.addRun(this.#columns, arrival));
    }
    return left;
  }

  /** The readings of a series, in the order they were acknowledged; undefined when it has none. */
  of(seriesId: string): SeriesReadings | undefined {
    return this.#bySeries().of(seriesId);
  }

  all(): Iterable<SeriesReadings> {
    return this.#bySeries().all();
  }

  #bySeries(): ReadingsBySeries {
    if (this.#ordered === null) {
      this.#ordered = { readings: new ReadingsBySeries(this.#columns), newest: null };
      for (const arrival of [...this.#arrivals.values()].sort(inOrder)) this.#order(arrival);
    }
    return this.#ordered.readings;
  }

  #order(arrival: HeldArrival): void {
    if (this.#ordered === null) return;
    const { readings, newest } = this.#ordered;
    if (newest !== null && inOrder(newest, arrival) > 0) {
      this.#ordered = null;
      return;
    }
    readings.add(arrival);
    this.#ordered.newest = arrival;
  }

  /** Copies the readings of an arrival; null when it is not held. */
  private copyTo(columns: ReadingColumns, { key }: ArrivalName): Run | null {
    const known = this.#arrivals.get(nameOf(key));
    return known === undefined ? null : columns.addRun(this.#columns, known);
  }

  #hold({ key, versionstamp }: ArrivalName, run: Run): void {
    const name = nameOf(key);
    const arrival = { key, versionstamp, ...run, mark: markOf(name) };
    this.#arrivals.set(name, arrival);
    this.#readingCount += run.to - run.from;
    this.#order(arrival);
  }
}

const OFFSETS: readonly [number, number] = [0x811c9dc5, 0x6c62272e];
const PRIME = 0x01000193;

/** A number below 2^48 for a name: two FNV-1a hashes of it, 16 bits of one and all of the other. */
function markOf(name: string): number {
  let [high, low] = OFFSETS;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    high = Math.imul(high ^ code, PRIME);
    low = Math.imul(low ^ code, PRIME);
  }
  return (high >>> 16) * 2 ** 32 + (low >>> 0);
}

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
  const arrival = new HeldArrivals({ isGroupedAsAdded: true });
  let [bytes, foundCount, pausedAt] = [0, 0, 0];
  while (from + foundCount < found.length && bytes < STEP_BYTES && !isFull(arrival)) {
    const some = found.slice(from + foundCount, from + foundCount + KEYS_PER_READ);
    for (const { key, value, versionstamp } of await entriesOf(store, some)) {
      if (versionstamp === null) continue;
      arrival.addEntry({ key, value, versionstamp });
      await yieldToEventLoop();
    }
    for (const one of some) one.value = null;
    foundCount += some.length;
    bytes += sumBy(some, (one) => one.bytes);
    if (arrival.readingCount - pausedAt < READ_AT_ONCE) continue;
    pausedAt = arrival.readingCount;
    await between();
  }
  return { held: arrival, foundCount, bytes };
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
