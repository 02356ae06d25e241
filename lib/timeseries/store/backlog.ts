/** Keeps the arrivals of a residence in memory until they are compacted. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { type Counted, countedAt } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Entry, Store } from "@/lib/store/store.ts";
import {
  arrivalEntries,
  type ArrivalName,
  arrivalsVersionKey,
  type EncodedArrival,
  inOrder,
  nameOf,
  processOf,
} from "./arrival_encoding.ts";
import { type ArrivedBytes, ArrivedReadings, type SeriesReadings } from "./arrived_readings.ts";

export interface WrittenArrival extends ArrivalName, EncodedArrival {}

/** Memory of an arrival that is not decoded besides its bytes: its key and its stamp. */
const BYTES_PER_ARRIVAL = 400;
/** Maximum bytes read to find new arrivals: above it, everything is read again. */
const MOST_NEW_BYTES = 4 * 1024 * 1024;
/** Maximum number of processes that wrote in the newest bucket: above it, everything is read again. */
const MOST_PROCESSES = 8;
/** Sorts after every name of a process. */
const END = "\uffff";

/** The last arrivals of each process in the newest bucket: new ones follow them, since a process names its arrivals in order. */
class NewestBucket {
  #bucket = -1;
  readonly #lastNames = new Map<string, string>();

  note({ key }: Pick<ArrivalName, "key">): void {
    const [bucket, name] = [Number(key.at(-2)), String(key.at(-1))];
    if (bucket < this.#bucket) return;
    if (bucket > this.#bucket) this.#lastNames.clear();
    this.#bucket = bucket;
    const process = processOf(key);
    if (name > (this.#lastNames.get(process) ?? "")) this.#lastNames.set(process, name);
  }

  /** The arrivals after the known ones, in the newest bucket and in later ones; null when too much would be read. */
  async laterEntries(store: Store, projectId: string): Promise<Entry[] | null> {
    if (this.#lastNames.size >= MOST_PROCESSES) return null;
    const inBucket = [...this.#lastNames].map(([process, name]) => ({
      start: keys.arrival(projectId, this.#bucket, `${name}\0`),
      end: keys.arrival(projectId, this.#bucket, `${process}${END}`),
    }));
    const prefix = keys.arrival.under(projectId);
    const later = { prefix, start: keys.arrival.under(projectId, this.#bucket + 1) };
    const found: Entry[] = [];
    let bytes = 0;
    for (const run of [...inBucket, later]) {
      for await (const entry of store.list(run)) {
        bytes += sizeOf(entry);
        if (bytes > MOST_NEW_BYTES) return null;
        found.push(entry);
      }
    }
    return found;
  }
}

function sizeOf({ value }: Pick<Entry, "value">): number {
  return value instanceof Uint8Array ? value.length : 0;
}

/** Maximum readings of one project in memory, and bytes of their arrivals; a project with more is compacted before it is read. */
const READINGS_HELD = 250_000;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The acknowledged, uncompacted readings of one project, decoded once and cached in memory.
 *
 * A counter in the store changes with the arrivals, so a refresh without change reads one key. This process's own
 * writes are not read back, and decoded at the next refresh; only new arrivals of other processes are read.
 */
export class Backlog {
  #held = new ArrivedReadings();
  #newest = new NewestBucket();
  /** Arrivals that this process wrote and has not decoded, in write order. */
  #waiting: WrittenArrival[] = [];
  /** Number of changes so far; null when the content is unknown. */
  #count: bigint | null = null;
  /** Stamp of the last change that a load found in the store: later ones of this process are counted as they come. */
  #stamp = "";
  #isLarge = false;
  #loading: Promise<void> = Promise.resolve();
  /** Commits of this process during a load; null while none runs. */
  #meanwhile: (readonly WrittenArrival[])[] | null = null;

  constructor(private readonly store: Store, private readonly projectId: string) {}

  /** True when there are too many readings for memory: they must be compacted before they can be read. */
  get isLarge(): boolean {
    return this.#isLarge;
  }

  get readingCount(): number {
    return this.#held.readingCount + sumBy(this.#waiting, ({ readingCount }) => readingCount);
  }

  /** Bytes of memory used. */
  get bytes(): number {
    const waiting = sumBy(this.#waiting, ({ bytes }) => bytes.length + BYTES_PER_ARRIVAL);
    return this.#held.bytes + waiting;
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
    this.#waiting.push(...arrivals);
    if (this.readingCount > READINGS_HELD) this.#hold(null);
  }

  #holds(count: bigint): boolean {
    return this.#count !== null && this.#count >= count && this.#waiting.length === 0;
  }

  async #takeIn(count: bigint): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (!this.#add({ ...next, value: next.bytes })) this.#count = null;
      await yieldToEventLoop();
    }
    if (!this.#holds(count)) await this.#load();
  }

  #add(arrival: ArrivedBytes): boolean {
    this.#newest.note(arrival);
    return this.#held.add(arrival);
  }

  async #version(): Promise<Counted> {
    return countedAt(await this.store.get(arrivalsVersionKey(this.projectId)));
  }

  async #load(): Promise<void> {
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
    const found = await this.#newest.laterEntries(this.store, this.projectId);
    if (found === null) return false;
    const written = (this.#meanwhile ?? []).flat().map((one) => ({ ...one, value: one.bytes }));
    // Commits after the version was read may have been read partially.
    const news = new Map<string, ArrivedBytes>(
      [...found, ...written].filter(({ versionstamp }) => versionstamp <= stamp)
        .map((one) => [nameOf(one.key), one]),
    );
    const commits = new Set([...news.values()].map(({ versionstamp }) => versionstamp));
    if (this.#count + BigInt(commits.size) !== count) return false;
    for (const arrival of [...news.values()].sort(inOrder)) {
      if (!this.#add(arrival)) return false;
      await yieldToEventLoop();
    }
    [this.#count, this.#stamp] = [count, stamp];
    if (this.readingCount > READINGS_HELD) this.#hold(null);
    return true;
  }

  async #loadAll(): Promise<void> {
    // Read before the arrivals: a write in between makes the next refresh load again.
    const { count, versionstamp: stamp } = await this.#version();
    const entries: Entry[] = [];
    let bytes = 0;
    for await (const entry of arrivalEntries(this.store, this.projectId)) {
      if (entry.versionstamp > stamp) continue;
      entries.push(entry);
      bytes += sizeOf(entry);
      if (bytes > MOST_BYTES) break;
    }
    const held = new ArrivedReadings();
    const newest = new NewestBucket();
    if (bytes <= MOST_BYTES) {
      for (const entry of entries.sort(inOrder)) {
        held.add(entry);
        newest.note(entry);
        if (held.readingCount > READINGS_HELD) break;
        await yieldToEventLoop();
      }
    }
    this.#hold(bytes > MOST_BYTES || held.readingCount > READINGS_HELD ? null : held, newest);
    [this.#count, this.#stamp] = [count, stamp];
  }

  /** @param held null when there is too much */
  #hold(held: ArrivedReadings | null, newest = new NewestBucket()): void {
    this.#held = held ?? new ArrivedReadings();
    this.#newest = newest;
    this.#waiting = [];
    this.#isLarge = held === null;
  }
}
/** Maximum memory for the pending readings of all projects: some 600,000 readings. */
const BYTES_HELD = 48 * 1024 * 1024;
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

  /** Forgets a project, some of whose arrivals this process has just compacted: those left are read again. */
  compacted(projectId: string): void {
    this.#bytes -= this.#held.get(projectId)?.bytes ?? 0;
    this.#held.delete(projectId);
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
