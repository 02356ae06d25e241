import type { TakenReadings } from "@/lib/backend/ingest/receive.ts";
import type { Counted } from "@/lib/backend/kv/counted.ts";
import type { SeriesRuns } from "@/lib/backend/kv/series/arrivals/runs.ts";
import type { SensorValue } from "@/lib/domain/facilities/faults.ts";
import { mergeReadings } from "@/lib/domain/series/merge.ts";
import type { DataKind, Point } from "@/lib/domain/series/types.ts";

/** Readings that wait for an evaluation, and commits that were not counted yet: beyond, the store is read. */
const MOST_WAITING = 20_000;
/** About what is remembered of a series and of a waiting reading. */
const BYTES_PER_SERIES = 120;
const BYTES_PER_READING = 80;
const NEVER_S = -1;
/** Instead of the rank of a series. */
const NOT_WATCHED = -1;

const NONE_NUMBERED = { series: [], ranks: [] };

/** The readings of a series that no evaluation has seen, in the order they came. */
interface Waiting {
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly points: Point[];
}

/**
 * What this process knows of the newest readings of some series without reading them again: those that it stored itself
 * were handed over.
 *
 * Each change of the readings of a residence adds one to a counter in the store. When it has grown by more than the
 * commits of this process, something else came: the store is read again.
 *
 * @spec decision 160
 */
export class HeardReadings {
  readonly seriesIds: readonly string[];
  /** Whether a series was heard for the first time since this was last set to false. */
  hasFirst = false;
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #newestS: Float64Array;
  /** Series by number, as the claims of the residence gave them last, and the rank of each. */
  #numbered: { readonly series: SeriesRuns["series"]; readonly ranks: number[] } = NONE_NUMBERED;
  readonly #waiting = new Map<number, Waiting>();
  #waitingCount = 0;
  /** The version up to which everything is known; null when the store must be read. */
  #known: Counted | null = null;
  /** Of the commits of this process since then. */
  #stamps: string[] = [];

  /** @param holdsReadings whether the readings themselves wait for an evaluation, or only their time counts */
  constructor(seriesIds: Iterable<string>, private readonly holdsReadings: boolean) {
    this.seriesIds = [...new Set(seriesIds)];
    this.#ranks = new Map(this.seriesIds.map((id, rank) => [id, rank]));
    this.#newestS = new Float64Array(this.#ranks.size).fill(NEVER_S);
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#ranks.size * BYTES_PER_SERIES + this.#waitingCount * BYTES_PER_READING;
  }

  /** Takes note of what this process has just stored. */
  add({ runs, stamps }: TakenReadings): void {
    this.#stamps.push(...stamps);
    let rank = 0;
    const ranks = this.#ranksOf(runs.series);
    for (let run = 0; run < runs.runCount; run++) {
      const end = runs.ends[run] ?? 0;
      const number = runs.seriesOfRun[run] ?? -1;
      const [series, own = NOT_WATCHED] = [runs.series[number], ranks[number]];
      if (series !== undefined && own !== NOT_WATCHED) {
        for (let at = rank; at < end; at++) {
          this.#addRow(own, { series, row: runs.rows[at] ?? 0 }, runs);
        }
      }
      rank = end;
    }
    if (Math.max(this.#waitingCount, this.#stamps.length) > MOST_WAITING) this.forget();
  }

  /** Whether all readings up to a version of the residence's readings are known. */
  isComplete(version: Counted): boolean {
    if (this.#known === null) return false;
    const later = this.#stamps.filter((stamp) => stamp > version.stamp);
    const own = this.#stamps.length - later.length;
    if (this.#known.count + BigInt(own) !== version.count) return false;
    [this.#known, this.#stamps] = [version, later];
    return true;
  }

  /** Reads the newest readings, once the version was read. */
  async load<Newest extends ReadonlyMap<string, Point>>(
    version: Counted,
    read: () => Promise<Newest>,
  ): Promise<Newest> {
    const later = this.#stamps.filter((stamp) => stamp > version.stamp);
    this.forget();
    this.#stamps = later;
    const newest = await read();
    for (const [id, { epochS }] of newest) {
      const rank = this.#ranks.get(id) ?? -1;
      this.#newestS[rank] = Math.max(epochS, this.#newestS[rank] ?? NEVER_S);
    }
    this.#known = version;
    return newest;
  }

  /** The readings that wait for an evaluation, in time order, as the store gives them; none waits from then on. */
  take(): ReadonlyMap<string, readonly Point[]> {
    const taken = new Map<string, readonly Point[]>();
    for (const [rank, { seriesId, kind, points }] of this.#waiting) {
      const merged = mergeReadings([], points, kind);
      this.#newestS[rank] = merged.at(-1)?.epochS ?? NEVER_S;
      taken.set(seriesId, merged);
    }
    this.#waiting.clear();
    this.#waitingCount = 0;
    return taken;
  }

  /** Has the store read again. */
  forget(): void {
    this.#known = null;
    this.#stamps = [];
    this.#newestS.fill(NEVER_S);
    this.#waiting.clear();
    this.#waitingCount = 0;
  }

  /** When a series was last heard, without the value: a silence needs no more. */
  get(seriesId: string): SensorValue | undefined {
    const epochS = this.#newestS[this.#ranks.get(seriesId) ?? -1] ?? NEVER_S;
    return epochS === NEVER_S ? undefined : { epochS, state: 0 };
  }

  /** When the last of some series was heard, seconds since 1970; null when none ever was. */
  lastOf(seriesIds: readonly string[]): number | null {
    const first = this.#ranks.get(seriesIds[0] ?? "") ?? NOT_WATCHED;
    let lastS = NEVER_S;
    for (const [at, id] of seriesIds.entries()) {
      // The series of a subject have the ranks that follow each other, as a rule.
      const rank = this.seriesIds[first + at] === id
        ? first + at
        : this.#ranks.get(id) ?? NOT_WATCHED;
      lastS = Math.max(lastS, this.#newestS[rank] ?? NEVER_S);
    }
    return lastS === NEVER_S ? null : lastS;
  }

  has(seriesId: string): boolean {
    return this.get(seriesId) !== undefined;
  }

  /** A tick of ten thousand series looks none of them up by its id: claims number them in the same way until they change. */
  #ranksOf(series: SeriesRuns["series"]): readonly number[] {
    if (this.#numbered.series !== series) this.#numbered = { series, ranks: [] };
    const { ranks } = this.#numbered;
    for (let number = ranks.length; number < series.length; number++) {
      ranks.push(this.#ranks.get(series[number]?.storedId ?? "") ?? NOT_WATCHED);
    }
    return ranks;
  }

  #addRow(
    rank: number,
    { series: { storedId: seriesId, kind }, row }: {
      readonly series: { readonly storedId: string; readonly kind: DataKind };
      readonly row: number;
    },
    { seconds, values, others }: SeriesRuns,
  ): void {
    const epochS = seconds[row] ?? 0;
    const newestS = this.#newestS[rank] ?? NEVER_S;
    if (epochS < newestS) return;
    if (newestS === NEVER_S) this.hasFirst = true;
    if (!this.holdsReadings) {
      this.#newestS[rank] = epochS;
      return;
    }
    const point = others.get(row) ?? { epochS, value: values[row] ?? 0 };
    // Collectors remove nothing.
    if ("removed" in point) return;
    const waiting = this.#waiting.get(rank) ?? { seriesId, kind, points: [] };
    this.#waiting.set(rank, waiting);
    waiting.points.push(point);
    this.#waitingCount++;
  }
}
