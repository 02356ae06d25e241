/** Keeps the arrivals of a residence in memory until they are compacted. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { type Counted, countedAt } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Entry, Key, Store } from "@/lib/store/store.ts";
import type { SeriesReadings } from "./arrived_readings.ts";
import {
  arrivalEntries,
  type ArrivalName,
  arrivalsVersionKey,
  BYTES_PER_ARRIVAL,
  HeldArrivals,
  nameOf,
  processOf,
  type WrittenArrival,
} from "./pending_arrivals.ts";

/** Arrivals that this process wrote and has not decoded, in write order. */
class WaitingArrivals {
  readonly #arrivals = new Map<string, WrittenArrival>();
  #readingCount = 0;
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#arrivals.size === 0;
  }

  get readingCount(): number {
    return this.#readingCount;
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#bytes;
  }

  add(arrivals: readonly WrittenArrival[]): void {
    for (const arrival of arrivals) {
      this.#arrivals.set(nameOf(arrival.key), arrival);
      this.#count(arrival, 1);
    }
  }

  /** Removes the oldest arrival. @returns null when there is none */
  take(): WrittenArrival | null {
    for (const arrival of this.#arrivals.values()) {
      this.remove([arrival.key]);
      return arrival;
    }
    return null;
  }

  /** Removes the arrivals of some keys. @returns true when there was one */
  remove(keys: readonly Key[]): boolean {
    const before = this.#arrivals.size;
    for (const name of keys.map(nameOf)) {
      const arrival = this.#arrivals.get(name);
      if (arrival === undefined) continue;
      this.#arrivals.delete(name);
      this.#count(arrival, -1);
    }
    return this.#arrivals.size < before;
  }

  #count({ readingCount, bytes }: WrittenArrival, sign: 1 | -1): void {
    this.#readingCount += sign * readingCount;
    this.#bytes += sign * (bytes.length + BYTES_PER_ARRIVAL);
  }
}

/** Maximum bytes read to find new arrivals: above it, everything is read again. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Maximum number of processes that wrote in the newest bucket: above it, everything is read again. */
const MOST_PROCESSES = 8;
/** Sorts after every name of a process. */
const END = "\uffff";

/**
 * The arrivals after the known ones, in the newest known bucket and in later buckets.
 *
 * A process names its arrivals in ascending order, so its new ones in a bucket follow its known ones.
 *
 * @returns null when too much would be read
 */
async function newEntries(
  store: Store,
  projectId: string,
  known: Iterable<ArrivalName>,
): Promise<Entry[] | null> {
  const found: Entry[] = [];
  let bytes = 0;
  const runs = runsAfter(projectId, known);
  if (runs.length > MOST_PROCESSES) return null;
  for (const run of runs) {
    for await (const entry of store.list(run)) {
      bytes += entry.value instanceof Uint8Array ? entry.value.length : 0;
      if (bytes > MOST_BYTES) return null;
      found.push(entry);
    }
  }
  return found;
}

type KeyRun = { readonly start: Key; readonly end: Key } | {
  readonly prefix: Key;
  readonly start: Key;
};

/** Key ranges after the known arrivals of each process in the newest bucket, then all later buckets. */
function runsAfter(projectId: string, known: Iterable<ArrivalName>): KeyRun[] {
  let newest = -1;
  const lastNames = new Map<string, string>();
  for (const { key } of known) {
    const [bucket, name] = [Number(key.at(-2)), String(key.at(-1))];
    if (bucket > newest) lastNames.clear();
    newest = Math.max(newest, bucket);
    const process = processOf(key);
    if (bucket === newest && name > (lastNames.get(process) ?? "")) lastNames.set(process, name);
  }
  const inBucket = [...lastNames].map(([process, name]) => ({
    start: keys.arrival(projectId, newest, `${name}\0`),
    end: keys.arrival(projectId, newest, `${process}${END}`),
  }));
  const prefix = keys.arrival.under(projectId);
  return [...inBucket, { prefix, start: keys.arrival.under(projectId, newest + 1) }];
}

/** Maximum readings of one project in memory; a project with more is compacted before it is read. */
const READINGS_HELD = 250_000;

/**
 * The acknowledged, uncompacted readings of one project, decoded once and cached in memory.
 *
 * A counter in the store changes with the arrivals, so a refresh without change reads one key. This process's own
 * writes are not read back, and decoded at the next refresh; only new arrivals of other processes are read.
 */
export class Backlog {
  #held = new HeldArrivals();
  #waiting = new WaitingArrivals();
  /** Number of changes so far; null when the content is unknown. */
  #count: bigint | null = null;
  /** Stamp of the last change that a load found in the store: later ones of this process are counted as they come. */
  #stamp = "";
  #isLarge = false;
  #loading: Promise<void> = Promise.resolve();
  #replacements = 0;
  /** Commits of this process during a load; null while none runs. */
  #meanwhile: (readonly WrittenArrival[])[] | null = null;

  constructor(private readonly store: Store, private readonly projectId: string) {}

  /** True when there are too many readings for memory: they must be compacted before they can be read. */
  get isLarge(): boolean {
    return this.#isLarge;
  }

  get readingCount(): number {
    return this.#held.readingCount + this.#waiting.readingCount;
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#held.bytes + this.#waiting.bytes;
  }

  /** Number of changes other than additions by this process. */
  get replacements(): number {
    return this.#replacements;
  }

  /** Loads every reading acknowledged before the call, or before `version` was read. */
  async refresh(version?: Counted): Promise<void> {
    const { count } = version ?? await this.#version();
    if (this.#holds(count)) return;
    const loading = this.#loading.then(() => this.#takeIn(count));
    this.#loading = loading.catch(() => {});
    await loading;
  }

  /** The pending readings of a series; undefined when it has none. */
  of(seriesId: string): SeriesReadings | undefined {
    return this.#held.of(seriesId);
  }

  ofMany(seriesIds: readonly string[]): ReadonlyMap<string, SeriesReadings> {
    return new Map(seriesIds.flatMap((seriesId) => {
      const readings = this.of(seriesId);
      return readings === undefined ? [] : [[seriesId, readings] as const];
    }));
  }

  written(arrivals: readonly WrittenArrival[]): void {
    if (this.#meanwhile !== null) {
      this.#meanwhile.push(arrivals);
      return;
    }
    const isNew = arrivals.some(({ versionstamp }) => versionstamp > this.#stamp);
    if (this.#count === null || !isNew) return;
    this.#count++;
    // Additions leave it too large.
    if (this.#isLarge) return;
    this.#waiting.add(arrivals);
    if (this.readingCount > READINGS_HELD) this.#hold(new HeldArrivals(), true);
  }

  /** Removes the arrivals that this process has just compacted in one commit. */
  compacted(keys: readonly Key[]): void {
    this.#replacements++;
    // A running load ends at an earlier count: the next refresh reads again.
    if (this.#count === null || this.#meanwhile !== null) return;
    if (this.#isLarge) {
      // The next refresh counts the remaining readings.
      this.#count = null;
      return;
    }
    const left = this.#held.without(keys);
    const isRemoved = this.#waiting.remove(keys);
    if (left === this.#held && !isRemoved) return;
    this.#count++;
    this.#held = left;
  }

  #holds(count: bigint): boolean {
    return this.#count !== null && this.#count >= count && this.#waiting.isEmpty;
  }

  async #takeIn(count: bigint): Promise<void> {
    for (let next = this.#waiting.take(); next !== null; next = this.#waiting.take()) {
      this.#held.add([next]);
      await yieldToEventLoop();
    }
    if (!this.#holds(count)) await this.#load();
  }

  async #version(): Promise<Counted> {
    return countedAt(await this.store.get(arrivalsVersionKey(this.projectId)));
  }

  async #load(): Promise<void> {
    this.#replacements++;
    this.#meanwhile = [];
    try {
      if (!await this.#loadNew()) await this.#loadAll();
    } finally {
      const written = this.#meanwhile;
      this.#meanwhile = null;
      for (const arrivals of written) this.written(arrivals);
    }
  }

  /**
   * Reads the arrivals in the bucket of the newest readings.
   *
   * @returns false when there are other changes: a compaction, or an arrival in another bucket
   */
  async #loadNew(): Promise<boolean> {
    if (this.#count === null || this.#isLarge) return false;
    const { count, versionstamp: stamp } = await this.#version();
    const found = await newEntries(this.store, this.projectId, this.#held.names());
    if (found === null) return false;
    // Commits after the version was read may have been read partially.
    const isWhole = ({ versionstamp }: ArrivalName) => versionstamp <= stamp;
    const entries = found.filter(isWhole);
    const written = (this.#meanwhile ?? []).flat().filter(isWhole);
    const news = [...entries, ...written].filter((arrival) => !this.#held.has(arrival));
    const commits = new Set(news.map(({ versionstamp }) => versionstamp));
    if (this.#count + BigInt(commits.size) !== count) return false;
    for (const arrival of news) {
      if ("value" in arrival) this.#held.addEntry(arrival);
      else this.#held.add([arrival]);
      await yieldToEventLoop();
    }
    [this.#count, this.#stamp] = [count, stamp];
    if (this.readingCount > READINGS_HELD) this.#hold(new HeldArrivals(), true);
    return true;
  }

  async #loadAll(): Promise<void> {
    // Read before the arrivals: a write in between makes the next refresh load again.
    const { count, versionstamp: stamp } = await this.#version();
    const arrival = new HeldArrivals();
    for await (const entry of arrivalEntries(this.store, this.projectId)) {
      if (entry.versionstamp <= stamp) arrival.addEntry(entry, this.#held);
      if (arrival.readingCount > READINGS_HELD) break;
      await yieldToEventLoop();
    }
    const isLarge = arrival.readingCount > READINGS_HELD;
    this.#hold(isLarge ? new HeldArrivals() : arrival, isLarge);
    [this.#count, this.#stamp] = [count, stamp];
  }

  #hold(arrival: HeldArrivals, isLarge: boolean): void {
    this.#held = arrival;
    this.#waiting = new WaitingArrivals();
    this.#isLarge = isLarge;
  }
}

/** Maximum memory for the pending readings of all projects: 1.5 million readings. */
const BYTES_HELD = 32 * 1024 * 1024;
const PROJECTS_HELD = 2_000;
/** Number of readings from which an immediate compaction is worthwhile… */
const MANY_READINGS = 20_000;
/** …and minimum readings per series of the widest commit: below it, a compaction rewrites more than it adds. */
const READINGS_PER_SERIES = 24;

/** The backlogs of the projects of a store, cached within a memory limit. */
export class Backlogs {
  /** In order of last use. */
  readonly #held = new Map<string, { readonly backlog: Backlog; bytes: number }>();
  #bytes = 0;
  readonly #since = new Map<string, { readings: number; series: number }>();
  /** Called when a project has enough pending readings to be compacted now. */
  onMany: (projectId: string) => void = () => {};

  constructor(private readonly store: Store, private readonly mostBytes = BYTES_HELD) {}

  of(projectId: string): Backlog {
    const arrival = this.#held.get(projectId) ??
      { backlog: new Backlog(this.store, projectId), bytes: 0 };
    this.#held.delete(projectId);
    this.#held.set(projectId, arrival);
    return arrival.backlog;
  }

  /** The backlog of a project with every reading acknowledged before the call, or before a version was read. */
  async fresh(projectId: string, version?: Counted): Promise<Backlog> {
    const backlog = this.of(projectId);
    await backlog.refresh(version);
    this.#counted(projectId);
    const since = this.#since.get(projectId);
    // Another process may have written or compacted some of the readings.
    if (since !== undefined && !backlog.isLarge) since.readings = backlog.readingCount;
    return backlog;
  }

  written(projectId: string, arrivals: readonly WrittenArrival[]): void {
    this.#held.get(projectId)?.backlog.written(arrivals);
    this.#counted(projectId);
    const since = this.#since.get(projectId) ?? { readings: 0, series: 0 };
    this.#since.set(projectId, since);
    let series = 0;
    for (const { readingCount, seriesCount } of arrivals) {
      since.readings += readingCount;
      series += seriesCount;
    }
    since.series = Math.max(since.series, series);
    const many = Math.max(MANY_READINGS, since.series * READINGS_PER_SERIES);
    if (since.readings < many) return;
    this.#since.delete(projectId);
    this.onMany(projectId);
  }

  /** Removes the arrivals that this process has just compacted in one commit. */
  compacted(projectId: string, keys: readonly Key[]): void {
    this.#held.get(projectId)?.backlog.compacted(keys);
    this.#counted(projectId);
    this.#since.delete(projectId);
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Recounts a project, and evicts the least recently used ones, which are read again on demand. */
  #counted(projectId: string): void {
    const arrival = this.#held.get(projectId);
    if (arrival !== undefined) {
      this.#bytes += arrival.backlog.bytes - arrival.bytes;
      arrival.bytes = arrival.backlog.bytes;
    }
    for (const [oldest, { bytes }] of this.#held) {
      if (this.#bytes <= this.mostBytes && this.#held.size <= PROJECTS_HELD) return;
      this.#bytes -= bytes;
      this.#held.delete(oldest);
    }
  }
}

const BACKLOGS = new WeakMap<Store, Backlogs>();

/** The backlogs of a store, one object for the whole process. */
export function backlogsOf(store: Store): Backlogs {
  const known = BACKLOGS.get(store) ?? new Backlogs(store);
  BACKLOGS.set(store, known);
  return known;
}
