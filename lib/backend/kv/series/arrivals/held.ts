import type { Entry, Key } from "@/lib/backend/kv/store.ts";
import {
  type ArrivalName,
  BYTES_PER_ARRIVAL,
  inOrder,
  nameOf,
  type WrittenArrival,
} from "./arrival_names.ts";
import { type MarkedRun, ReadingColumns, ReadingsBySeries, type Run } from "./columns.ts";
import type { SeriesReadings } from "./readings.ts";

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
    for (const [name, held] of this.#arrivals) {
      if (!gone.has(name)) left.#hold(held, left.#columns.addRun(this.#columns, held));
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
      for (const held of [...this.#arrivals.values()].sort(inOrder)) this.#order(held);
    }
    return this.#ordered.readings;
  }

  #order(held: HeldArrival): void {
    if (this.#ordered === null) return;
    const { readings, newest } = this.#ordered;
    if (newest !== null && inOrder(newest, held) > 0) {
      this.#ordered = null;
      return;
    }
    readings.add(held);
    this.#ordered.newest = held;
  }

  /** Copies the readings of an arrival; null when it is not held. */
  private copyTo(columns: ReadingColumns, { key }: ArrivalName): Run | null {
    const known = this.#arrivals.get(nameOf(key));
    return known === undefined ? null : columns.addRun(this.#columns, known);
  }

  #hold({ key, versionstamp }: ArrivalName, run: Run): void {
    const name = nameOf(key);
    const held = { key, versionstamp, ...run, mark: markOf(name) };
    this.#arrivals.set(name, held);
    this.#readingCount += run.to - run.from;
    this.#order(held);
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
