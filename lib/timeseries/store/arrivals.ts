/** Appends arrived readings to the store, and holds those of residences in memory until they are compacted. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { type Counted, countedAt } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  type Entry,
  type Key,
  MUTATIONS_PER_COMMIT,
  type Store,
} from "@/lib/store/store.ts";
import type { Reading, SeriesBatch } from "@/lib/timeseries/readings.ts";
import {
  arrivalEntries,
  type ArrivalName,
  arrivalName,
  arrivalsVersionKey,
  BUCKET_S,
  type EncodedArrival,
  encodedArrivals,
  inOrder,
} from "./arrival_encoding.ts";
import { ArrivedReadings, type SeriesReadings } from "./arrived_readings.ts";

/** Maximum bytes of arrivals in one commit, with room left for keys and overhead. */
const COMMIT_BYTES = 256 * 1024;
const NAME_BYTES = 8;
/** Mutations reserved for other writes in the commit of arrivals. */
const OTHER_MUTATIONS = 10;

interface NewArrival extends EncodedArrival {
  readonly key: Key;
}

interface ArrivalsPlace {
  readonly store: Store;
  readonly projectId: string;
  /** Adds to each commit the other changes made with the readings. @param isLast true for the last commit */
  readonly include?: (atomic: Atomic, isLast: boolean) => void;
  readonly committed?: (versionstamp: string) => void;
}

/** Stores batches of readings durably, as {@link appendEncoded} does. */
export async function appendArrivals(
  store: Store,
  projectId: string,
  batches: readonly SeriesBatch[],
): Promise<void> {
  await appendEncoded({ store, projectId }, [...encodedArrivals(batches)]);
}

/**
 * Stores readings durably, in as few commits as possible.
 *
 * Every arrival has its own key, never rewritten: a body sent twice is applied twice, without effect. Arrivals of one
 * commit share a versionstamp; their rank, at the end of the key, preserves their order.
 */
export async function appendEncoded(
  place: ArrivalsPlace,
  arrivals: readonly EncodedArrival[],
): Promise<void> {
  let [some, bytes]: [NewArrival[], number] = [[], 0];
  for (const arrival of withKeys(place.projectId, arrivals)) {
    const isFull = bytes + arrival.bytes.length > COMMIT_BYTES ||
      some.length === MUTATIONS_PER_COMMIT - OTHER_MUTATIONS;
    if (isFull) {
      await commit(place, { arrivals: some, isLast: false });
      [some, bytes] = [[], 0];
    }
    some.push(arrival);
    bytes += arrival.bytes.length;
    await yieldToEventLoop();
  }
  if (some.length > 0) await commit(place, { arrivals: some, isLast: true });
}

/** Adds a few readings to a commit of other data: at most one commit's worth. */
export function addArrivals(
  atomic: Atomic,
  projectId: string,
  batches: readonly SeriesBatch[],
): void {
  const arrivals = withKeys(projectId, [...encodedArrivals(batches)]);
  for (const { key, bytes } of arrivals) atomic.set(key, bytes);
  if (arrivals.length > 0) atomic.sum(arrivalsVersionKey(projectId), 1n);
}

/** @throws RangeError when the time is not a second since 1970, or the value is not a number */
export function checkReading(reading: Reading): void {
  const isPoint = !("removed" in reading);
  if (!Number.isSafeInteger(reading.epochS) || reading.epochS < 0) {
    throw new RangeError(`Not a second since 1970: ${reading.epochS}`);
  }
  if (isPoint && !Number.isFinite(reading.value)) {
    throw new RangeError(`Not a value: ${reading.value}`);
  }
}

async function commit(
  { store, projectId, include = () => {}, committed: onCommitted = () => {} }: ArrivalsPlace,
  { arrivals, isLast }: { readonly arrivals: readonly NewArrival[]; readonly isLast: boolean },
): Promise<void> {
  const atomic = store.atomic().sum(arrivalsVersionKey(projectId), 1n);
  for (const { key, bytes } of arrivals) atomic.set(key, bytes);
  include(atomic, isLast);
  const committed = await atomic.commit();
  if (!committed.ok) return;
  const { versionstamp } = committed;
  backlogsOf(store).written(projectId, arrivals.map((one) => ({ ...one, versionstamp })));
  onCommitted(versionstamp);
}

/** Random name of this process among the writers of a store. */
const PROCESS = crypto.getRandomValues(new Uint8Array(NAME_BYTES)).toHex();
/** Increases with every arrival of this process: the order within a commit. */
let nextRank = 0;

/** Under the bucket of their newest reading. */
function withKeys(projectId: string, arrivals: readonly EncodedArrival[]): NewArrival[] {
  let newestS = 0;
  for (const one of arrivals) newestS = Math.max(newestS, one.newestS);
  const bucket = Math.floor(newestS / BUCKET_S);
  return arrivals.map((arrival) => {
    return { ...arrival, key: keys.arrival(projectId, bucket, arrivalName(PROCESS, nextRank++)) };
  });
}

/** An arrival of this process, as it was committed. */
interface WrittenArrival extends ArrivalName, EncodedArrival {}

/** Memory of an arrival that is not decoded besides its bytes: its key and its stamp. */
const BYTES_PER_ARRIVAL = 400;
/** Maximum readings of one project in memory, and bytes of their arrivals; a project with more is compacted before it is read. */
const READINGS_HELD = 250_000;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The acknowledged, uncompacted readings of one project, decoded once and cached in memory.
 *
 * A counter in the store changes with the arrivals, so a refresh without change reads one key. This process's own
 * commits are not read back, and decoded at the next refresh; after those of another process all arrivals are read.
 */
class Backlog {
  #held = new ArrivedReadings();
  /** Commits of this process that are not decoded, in order. */
  #waiting: (readonly WrittenArrival[])[] = [];
  /** Number of changes held; null when the content is unknown. */
  #count: bigint | null = null;
  /** Stamp of the last change that a load found in the store. */
  #stamp = "";
  #isLarge = false;
  #loading: Promise<void> = Promise.resolve();

  constructor(private readonly store: Store, private readonly projectId: string) {}

  /** True when there are too many readings for memory: they must be compacted before they can be read. */
  get isLarge(): boolean {
    return this.#isLarge;
  }

  get readingCount(): number {
    const waiting = sumBy(this.#waiting.flat(), ({ readingCount }) => readingCount);
    return this.#held.readingCount + waiting;
  }

  /** Bytes of memory used. */
  get bytes(): number {
    const waiting = sumBy(this.#waiting.flat(), ({ bytes }) => bytes.length + BYTES_PER_ARRIVAL);
    return this.#held.bytes + waiting;
  }

  /** Loads every reading acknowledged before the call. */
  async refresh(): Promise<void> {
    const { count } = await this.#version();
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

  /** Adds a commit of this process; nothing when a load has found it. */
  written(arrivals: readonly WrittenArrival[]): void {
    if (isOlder(arrivals, this.#stamp)) return;
    // Additions leave it too large.
    if (this.#isLarge) return this.#counts();
    this.#waiting.push(arrivals);
    if (this.readingCount <= READINGS_HELD) return;
    for (const _ of this.#waiting) this.#counts();
    this.#hold(null);
  }

  #counts(): void {
    if (this.#count !== null) this.#count++;
  }

  #holds(count: bigint): boolean {
    return this.#count !== null && this.#count >= count && this.#waiting.length === 0;
  }

  async #takeIn(count: bigint): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      for (const arrival of next) {
        if (!this.#held.add({ ...arrival, value: arrival.bytes })) this.#count = null;
        await yieldToEventLoop();
      }
      this.#counts();
    }
    if (!this.#holds(count)) await this.#load();
  }

  async #version(): Promise<Counted> {
    return countedAt(await this.store.get(arrivalsVersionKey(this.projectId)));
  }

  async #load(): Promise<void> {
    // Read before the arrivals: a write in between makes the next refresh load again, unless it is this process's own.
    const { count, versionstamp: stamp } = await this.#version();
    const entries: Entry[] = [];
    let bytes = 0;
    for await (const entry of arrivalEntries(this.store, this.projectId)) {
      if (entry.versionstamp > stamp) continue;
      entries.push(entry);
      bytes += entry.value instanceof Uint8Array ? entry.value.length : 0;
      if (bytes > MOST_BYTES) break;
    }
    const held = new ArrivedReadings();
    if (bytes <= MOST_BYTES) {
      for (const entry of entries.sort(inOrder)) {
        held.add(entry);
        if (held.readingCount > READINGS_HELD) break;
        await yieldToEventLoop();
      }
    }
    const later = this.#waiting.filter((arrivals) => !isOlder(arrivals, stamp));
    this.#hold(bytes > MOST_BYTES || held.readingCount > READINGS_HELD ? null : held);
    [this.#count, this.#stamp] = [count, stamp];
    for (const arrivals of later) this.written(arrivals);
  }

  /** @param held null when there is too much */
  #hold(held: ArrivedReadings | null): void {
    this.#held = held ?? new ArrivedReadings();
    this.#waiting = [];
    this.#isLarge = held === null;
  }
}

/** Whether a commit is not after a stamp. */
function isOlder([first]: readonly WrittenArrival[], stamp: string): boolean {
  return first === undefined || first.versionstamp <= stamp;
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

  /** The backlog of a project with every reading acknowledged before the call. */
  async fresh(projectId: string): Promise<Backlog> {
    const backlog = this.of(projectId);
    await backlog.refresh();
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
