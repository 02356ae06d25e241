import type { DataKind, Reading, SeriesBatch } from "../../domain/series/types.ts";
import { Slices } from "../slices.ts";
import {
  type Arrival,
  arrivalEntries,
  arrivalsVersionKey,
  decoded,
  inOrder,
  readingCount,
  type WrittenArrival,
} from "./series_pending.ts";
import type { Key, Store } from "./store.ts";

/** Readings of one project kept in memory; a project with more is read once it is compacted. */
const READINGS_HELD = 250_000;

/** The pending readings of one series. */
export interface PendingSeries extends SeriesBatch {
  /** Changes with the readings: what was worked out from them is remembered under it. */
  readonly revision: string;
}

/**
 * The readings of one project that are acknowledged and not compacted yet, decoded once and kept in memory.
 *
 * A counter in the store grows with every change of the arrivals, so a refresh without change reads one key. This
 * process's own writes are added without reading them back.
 */
export class Backlog {
  readonly #store: Store;
  readonly #projectId: string;
  #arrivals = new Map<string, Arrival>();
  #bySeries: Map<string, PendingReadings> | null = null;
  #version: bigint | null = null;
  #isLarge = false;
  #readingCount = 0;
  #loading: Promise<void> = Promise.resolve();

  constructor(store: Store, projectId: string) {
    this.#store = store;
    this.#projectId = projectId;
  }

  /** Whether there are too many readings to hold: they must be compacted before they can be read. */
  get isLarge(): boolean {
    return this.#isLarge;
  }

  /** How many readings are held. */
  get readingCount(): number {
    return this.#readingCount;
  }

  /** Takes in every reading acknowledged before the call. */
  async refresh(): Promise<void> {
    const version = await this.#storedVersion();
    if (this.#holds(version)) return;
    const loading = this.#loading.then(() => this.#holds(version) ? undefined : this.#load());
    this.#loading = loading.catch(() => {});
    await loading;
  }

  /** The pending readings of a series; undefined when it has none. */
  of(seriesId: string): PendingSeries | undefined {
    const readings = this.#index().get(seriesId);
    return readings && {
      seriesId,
      kind: readings.kind,
      readings: readings.all(),
      revision: readings.revision,
    };
  }

  /** Changes with the pending readings of a series; empty when it has none. */
  revisionOf(seriesId: string): string {
    return this.#index().get(seriesId)?.revision ?? "";
  }

  /** Adds what this process has just written in one commit. */
  written(arrivals: readonly WrittenArrival[]): void {
    if (this.#version === null || this.#isLarge) return;
    const fresh = arrivals.filter(({ key }) => !this.#arrivals.has(nameOf(key)));
    if (fresh.length === 0) return;
    this.#version++;
    for (const { key, versionstamp, bytes } of fresh) {
      this.#hold(decoded({ key, versionstamp, value: bytes }));
    }
    if (this.#readingCount > READINGS_HELD) this.#letGo(true);
  }

  /** Removes what this process has just compacted, in one commit. */
  compacted(keys: readonly Key[]): void {
    if (this.#version === null) return;
    if (this.#isLarge) {
      // How much is left is for the next refresh to find out.
      this.#version = null;
      return;
    }
    const gone = keys.map(nameOf).filter((name) => this.#arrivals.has(name));
    if (gone.length === 0) return;
    this.#version++;
    for (const name of gone) this.#forget(name);
    this.#bySeries = null;
  }

  #holds(version: bigint): boolean {
    return this.#version !== null && this.#version >= version;
  }

  async #storedVersion(): Promise<bigint> {
    const { value } = await this.#store.get(arrivalsVersionKey(this.#projectId));
    return value instanceof Deno.KvU64 ? value.value : 0n;
  }

  async #load(): Promise<void> {
    // Read before the arrivals: a write that comes meanwhile makes the next refresh load again.
    const version = await this.#storedVersion();
    const slices = new Slices();
    const known = this.#arrivals;
    const found: Arrival[] = [];
    let count = 0;
    for await (const entry of arrivalEntries(this.#store, this.#projectId)) {
      const arrival = known.get(nameOf(entry.key)) ?? decoded(entry);
      found.push(arrival);
      count += readingCount(arrival);
      if (count > READINGS_HELD) break;
      await slices.pause();
    }
    this.#letGo(count > READINGS_HELD);
    if (!this.#isLarge) { for (const arrival of found) this.#hold(arrival); }
    this.#version = version;
  }

  #letGo(isLarge: boolean): void {
    this.#arrivals = new Map();
    this.#bySeries = null;
    this.#readingCount = 0;
    this.#isLarge = isLarge;
  }

  #hold(arrival: Arrival): void {
    this.#arrivals.set(nameOf(arrival.key), arrival);
    this.#readingCount += readingCount(arrival);
    if (this.#bySeries !== null) addTo(this.#bySeries, arrival);
  }

  #forget(name: string): void {
    const arrival = this.#arrivals.get(name);
    if (arrival === undefined) return;
    this.#arrivals.delete(name);
    this.#readingCount -= readingCount(arrival);
  }

  #index(): ReadonlyMap<string, PendingReadings> {
    if (this.#bySeries === null) {
      this.#bySeries = new Map();
      for (const arrival of this.#arrivals.values()) addTo(this.#bySeries, arrival);
    }
    return this.#bySeries;
  }
}

function addTo(series: Map<string, PendingReadings>, arrival: Arrival): void {
  for (const { seriesId, kind, readings } of arrival.batches) {
    const known = series.get(seriesId) ?? new PendingReadings(kind);
    series.set(seriesId, known);
    known.add(arrival, readings);
  }
}

function nameOf(key: Key): string {
  return key.slice(-2).join("/");
}

/** The readings of one series, arrival by arrival. */
class PendingReadings {
  readonly kind: DataKind;
  readonly #runs: { readonly arrival: Arrival; readonly readings: readonly Reading[] }[] = [];
  #isSorted = true;
  #all: readonly Reading[] | null = null;

  constructor(kind: DataKind) {
    this.kind = kind;
  }

  get revision(): string {
    this.#sort();
    const [first, last] = [this.#runs[0], this.#runs.at(-1)];
    const ends = [first, last].map((run) => run === undefined ? "" : nameOf(run.arrival.key));
    return `${ends.join()},${this.#runs.length}`;
  }

  add(arrival: Arrival, readings: readonly Reading[]): void {
    const last = this.#runs.at(-1);
    this.#isSorted &&= last === undefined || inOrder(last.arrival, arrival) <= 0;
    this.#runs.push({ arrival, readings });
    this.#all = null;
  }

  /** Every reading, in the order they were acknowledged. */
  all(): readonly Reading[] {
    this.#sort();
    const [only] = this.#runs;
    this.#all ??= only !== undefined && this.#runs.length === 1
      ? only.readings
      : this.#runs.flatMap(({ readings }) => readings);
    return this.#all;
  }

  #sort(): void {
    if (this.#isSorted) return;
    this.#runs.sort((a, b) => inOrder(a.arrival, b.arrival));
    this.#isSorted = true;
  }
}
