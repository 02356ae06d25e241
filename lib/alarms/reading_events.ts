/** Knows the newest readings of series in this process without reading the store. @module */

import type { SensorValue } from "@/lib/facilities/faults.ts";
import type { Counted } from "@/lib/store/commits.ts";
import {
  mergeReadings,
  type Point,
  type Reading,
  type SeriesBatch,
} from "@/lib/timeseries/readings.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import type { TakenReadings } from "@/lib/web/state.ts";

/** Maximum number of waiting readings, and of uncounted commits: above it, the store is read. */
const MOST_WAITING = 20_000;
/** Approximate memory of a series and of a waiting reading. */
const BYTES_PER_SERIES = 120;
const BYTES_PER_READING = 80;
const NEVER_S = -1;

/** The readings of a series not evaluated yet, in arrival order. */
interface PendingReadings {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly points: Point[];
}

/**
 * The newest readings of some series as this process knows them, without reading the store: its own writes are added
 * here.
 *
 * Each change of the readings of a residence increments a counter in the store. When it grew by more than the commits
 * of this process, another process wrote: the store is read again.
 *
 * @spec alarms.evaluation
 */
export class ReadingEvents {
  readonly seriesIds: readonly string[];
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #newestS: Float64Array;
  readonly #waiting = new Map<number, PendingReadings>();
  #waitingCount = 0;
  /** The version up to which everything is known; null when the store must be read. */
  #known: Counted | null = null;
  /** Stamps of the commits of this process since then. */
  #stamps: string[] = [];

  /** @param holdsReadings true when the readings wait for an evaluation; false when only their time counts */
  constructor(seriesIds: Iterable<string>, private readonly holdsReadings: boolean) {
    this.seriesIds = [...new Set(seriesIds)];
    this.#ranks = new Map(this.seriesIds.map((id, position) => [id, position]));
    this.#newestS = new Float64Array(this.#ranks.size).fill(NEVER_S);
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#ranks.size * BYTES_PER_SERIES + this.#waitingCount * BYTES_PER_READING;
  }

  add({ batches, stamps }: TakenReadings): void {
    this.#stamps.push(...stamps);
    for (const batch of batches) {
      const position = this.#ranks.get(batch.seriesId);
      if (position === undefined) continue;
      for (const reading of batch.readings) this.#addReading(position, batch, reading);
    }
    if (Math.max(this.#waitingCount, this.#stamps.length) > MOST_WAITING) this.forget();
  }

  /** True when all readings up to a version of the residence's readings are known. */
  isComplete(version: Counted): boolean {
    if (this.#known === null) return false;
    const later = this.#stamps.filter((versionstamp) => versionstamp > version.versionstamp);
    const own = this.#stamps.length - later.length;
    if (this.#known.count + BigInt(own) !== version.count) return false;
    [this.#known, this.#stamps] = [version, later];
    return true;
  }

  /** Reads the newest readings, after the version was read. */
  async load<Newest extends ReadonlyMap<string, Point>>(
    version: Counted,
    read: () => Promise<Newest>,
  ): Promise<Newest> {
    const later = this.#stamps.filter((versionstamp) => versionstamp > version.versionstamp);
    this.forget();
    this.#stamps = later;
    const newest = await read();
    for (const [id, { epochS }] of newest) {
      const position = this.#ranks.get(id) ?? -1;
      this.#newestS[position] = Math.max(epochS, this.#newestS[position] ?? NEVER_S);
    }
    this.#known = version;
    return newest;
  }

  /** Returns and clears the waiting readings, in time order, as the store returns them. */
  take(): ReadonlyMap<string, readonly Point[]> {
    const received = new Map<string, readonly Point[]>();
    for (const [position, { seriesId, kind, points }] of this.#waiting) {
      const merged = mergeReadings([], points, kind);
      this.#newestS[position] = merged.at(-1)?.epochS ?? NEVER_S;
      received.set(seriesId, merged);
    }
    this.#waiting.clear();
    this.#waitingCount = 0;
    return received;
  }

  /** Makes the next evaluation read the store again. */
  forget(): void {
    this.#known = null;
    this.#stamps = [];
    this.#newestS.fill(NEVER_S);
    this.#waiting.clear();
    this.#waitingCount = 0;
  }

  /** The time of the last reading of a series, without its value, which a silence does not need. */
  get(seriesId: string): SensorValue | undefined {
    const epochS = this.#newestS[this.#ranks.get(seriesId) ?? -1] ?? NEVER_S;
    return epochS === NEVER_S ? undefined : { epochS, state: 0 };
  }

  has(seriesId: string): boolean {
    return this.get(seriesId) !== undefined;
  }

  #addReading(position: number, { seriesId, kind }: SeriesBatch, reading: Reading): void {
    const newestS = this.#newestS[position] ?? NEVER_S;
    if (reading.epochS < newestS) return;
    if (!this.holdsReadings) {
      this.#newestS[position] = reading.epochS;
      return;
    }
    // Collectors send no removals.
    if ("removed" in reading) return;
    const pending = this.#waiting.get(position) ?? { seriesId, kind, points: [] };
    this.#waiting.set(position, pending);
    pending.points.push(reading);
    this.#waitingCount++;
  }
}
