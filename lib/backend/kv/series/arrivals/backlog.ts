import { Slices } from "@/lib/backend/core/slices.ts";
import { type Counted, countedAt } from "@/lib/backend/kv/counted.ts";
import type { Key, Store } from "@/lib/backend/kv/store.ts";
import type { ArrivalName, WrittenArrival } from "./arrival_names.ts";
import { newEntries } from "./backlog_news.ts";
import { HeldArrivals } from "./held.ts";
import { arrivalEntries, arrivalsVersionKey } from "./pending.ts";
import type { SeriesReadings } from "./readings.ts";
import { WaitingArrivals } from "./waiting.ts";

/** Maximum readings of one project in memory; a project with more is compacted before it is read. */
const READINGS_HELD = 250_000;

/**
 * The acknowledged, uncompacted readings of one project, decoded once and cached in memory.
 *
 * A counter in the store changes with the arrivals, so a refresh without change reads one key. This process's own
 * writes are not read back, and decoded at the next refresh, in slices; only new arrivals of other processes are read.
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
    const slices = new Slices();
    for (let next = this.#waiting.take(); next !== null; next = this.#waiting.take()) {
      this.#held.add([next]);
      await slices.pause();
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
    const { count, stamp } = await this.#version();
    const found = await newEntries(this.store, this.projectId, this.#held.names());
    if (found === null) return false;
    // Commits after the version was read may have been read partially.
    const isWhole = ({ versionstamp }: ArrivalName) => versionstamp <= stamp;
    const entries = found.filter(isWhole);
    const written = (this.#meanwhile ?? []).flat().filter(isWhole);
    const news = [...entries, ...written].filter((arrival) => !this.#held.has(arrival));
    const commits = new Set(news.map(({ versionstamp }) => versionstamp));
    if (this.#count + BigInt(commits.size) !== count) return false;
    const slices = new Slices();
    for (const arrival of news) {
      if ("value" in arrival) this.#held.addEntry(arrival);
      else this.#held.add([arrival]);
      await slices.pause();
    }
    [this.#count, this.#stamp] = [count, stamp];
    if (this.readingCount > READINGS_HELD) this.#hold(new HeldArrivals(), true);
    return true;
  }

  async #loadAll(): Promise<void> {
    // Read before the arrivals: a write in between makes the next refresh load again.
    const { count, stamp } = await this.#version();
    const slices = new Slices();
    const held = new HeldArrivals();
    for await (const entry of arrivalEntries(this.store, this.projectId)) {
      if (entry.versionstamp <= stamp) held.addEntry(entry, this.#held);
      if (held.readingCount > READINGS_HELD) break;
      await slices.pause();
    }
    const isLarge = held.readingCount > READINGS_HELD;
    this.#hold(isLarge ? new HeldArrivals() : held, isLarge);
    [this.#count, this.#stamp] = [count, stamp];
  }

  #hold(held: HeldArrivals, isLarge: boolean): void {
    this.#held = held;
    this.#waiting = new WaitingArrivals();
    this.#isLarge = isLarge;
  }
}
