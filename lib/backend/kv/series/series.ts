import { Batcher } from "@/lib/backend/kv/batcher.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { epochDay, type IsoDate, isoDate } from "@/lib/domain/periods/civil_dates.ts";
import { mergeReadings } from "@/lib/domain/series/merge.ts";
import type {
  DaysRange,
  SecondsRange,
  SeriesReader,
  SeriesWriter,
} from "@/lib/domain/series/reader.ts";
import type { JudgedRange, RegisterFacts } from "@/lib/domain/series/registers/judge.ts";
import { firstFrom, HOURLY_GAP_S, type Span } from "@/lib/domain/series/rollup.ts";
import type {
  MeterEvent,
  Point,
  RegisterJump,
  RollupSlot,
  SeriesBatch,
} from "@/lib/domain/series/types.ts";
import { judgedAround, slotsAround } from "./around.ts";
import { appendArrivals, checkReading } from "./arrivals/arrivals.ts";
import type { StoredCompaction } from "./compaction/lease.ts";
import { daysOfAll, type DaySpan, type DaysQuery, slotsOfDays } from "./day_reads.ts";
import { rememberedMonths } from "./frames.ts";
import { FreshReads, type Pending, type SeriesPlace } from "./fresh.ts";
import { factsOf, type SeriesHead } from "./head.ts";
import { headsOfSeries } from "./heads.ts";
import { pointsOfPart } from "./memory.ts";
import { type MergedSeries, mergedSeries } from "./merged.ts";
import { monthsOfAll, type MonthsQuery } from "./months.ts";
import { utcMonthOf } from "./parts.ts";
import { changingBefore, hidesNewest, mayJump, thoseThat } from "./pending_parts.ts";
import { stateOfSeries, statesOfSeries } from "./state.ts";
import { gatherProjectYear, readMonths, readProjectYear } from "./year.ts";
import { type ZoneDays, zoneDays } from "./zone_days.ts";

/** Number of series from which one read of the whole project is cheaper. */
const MANY = 10;

export class StoredSeries implements SeriesReader, SeriesWriter {
  readonly #place: SeriesPlace;
  readonly #fresh: FreshReads;
  readonly #months = new Batcher((queries: readonly MonthsQuery[]) => monthsOfAll(this, queries));
  readonly #days = new Batcher((queries: readonly DaysQuery[]) =>
    daysOfAll((seriesIds, span) => this.#daysOfMany(seriesIds, span), queries)
  );

  /** @param now the clock, epoch milliseconds */
  constructor(store: Store, projectId: string, now: () => number) {
    this.#place = { store, projectId, now };
    this.#fresh = new FreshReads(this.#place);
  }

  async append(batches: readonly SeriesBatch[]): Promise<void> {
    for (const { readings } of batches) readings.forEach(checkReading);
    await appendArrivals(this.#place.store, this.#place.projectId, batches);
  }

  async eventsOfMany(
    seriesIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly MeterEvent[]>> {
    const headOf = await this.#headsOf(seriesIds);
    return thoseWithAny(seriesIds, (seriesId) => headOf(seriesId)?.events);
  }

  jumpsOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, readonly RegisterJump[]>> {
    return this.#fromHeads(seriesIds, ({ falls }) => falls.length === 0 ? null : falls);
  }

  registersOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, RegisterFacts>> {
    return this.#fromHeads(seriesIds, (head) => head.kind === "index" ? factsOf(head) : null);
  }

  /** What is known of registers from their heads, without those of which it is null. */
  #fromHeads<Known>(seriesIds: readonly string[], known: (head: SeriesHead) => Known | null) {
    return this.#fresh.read(seriesIds, async (pending, compaction) => {
      const [headOf, merged] = await Promise.all([
        this.#headsOf(seriesIds, compaction),
        this.#merged(thoseThat(pending, mayJump), zoneOf(compaction)),
      ]);
      return new Map(seriesIds.flatMap((seriesId) => {
        const head = merged.get(seriesId)?.head ?? headOf(seriesId);
        const found = head === null ? null : known(head);
        return found === null ? [] : [[seriesId, found] as const];
      }));
    }, mayJump);
  }

  judged(seriesId: string, range: SecondsRange): Promise<JudgedRange> {
    return this.#fresh.read(
      [seriesId],
      (pending, compaction) => judgedAround(this.#place, { seriesId, pending, compaction }, range),
    );
  }

  months(seriesId: string, year: number): Promise<readonly RollupSlot[]> {
    return this.#months.ask({ seriesId, year });
  }

  monthsOfMany(
    seriesIds: readonly string[],
    year: number,
  ): Promise<ReadonlyMap<string, readonly RollupSlot[]>> {
    return this.#fresh.read(seriesIds, async (pending, compaction) => {
      const zone = zoneOf(compaction);
      const endS = zone.startOf(epochDay(isoDate(year + 1, 1, 1)));
      const [known, merged] = await Promise.all([
        this.#knownMonths(seriesIds, year, compaction),
        this.#merged(changingBefore(pending, endS), zone),
      ]);
      return new Map(seriesIds.map((seriesId) => {
        const rollup = merged.get(seriesId)?.years.get(year) ?? known.get(seriesId);
        return [seriesId, rememberedMonths(zone, year, rollup)];
      }));
    });
  }

  async days(seriesId: string, days: DaysRange): Promise<readonly RollupSlot[]> {
    return days.to <= days.from ? [] : await this.#days.ask({ seriesId, days });
  }

  #daysOfMany(seriesIds: readonly string[], span: DaySpan) {
    return this.#fresh.read(seriesIds, async (pending, compaction) => {
      const zone = zoneOf(compaction);
      const all = await this.#merged(changingBefore(pending, zone.startOf(span.end)), zone);
      const found = seriesIds.map(async (id) =>
        [id, await slotsOfDays(this.#place, id, { span, zone, merged: all.get(id) })] as const
      );
      return new Map(await Promise.all(found));
    });
  }

  hoursOfDays(
    seriesId: string,
    { from, to }: DaysRange,
  ): Promise<readonly (readonly RollupSlot[])[]> {
    return this.#fresh.read([seriesId], async (pending, compaction) => {
      const zone = zoneOf(compaction);
      const days: (readonly Span[])[] = [];
      for (let day = epochDay(from); day < epochDay(to); day++) days.push(zone.hoursOf(day));
      const query = { spans: days.flat(), gapS: HOURLY_GAP_S };
      const slots = await slotsAround(this.#place, { seriesId, pending, compaction }, query);
      let next = 0;
      return days.map(({ length }) => slots.slice(next, next += length));
    });
  }

  shortSlots(seriesId: string, spans: readonly Span[], gapS: number) {
    return this.#fresh.read(
      [seriesId],
      (pending, compaction) =>
        slotsAround(this.#place, { seriesId, pending, compaction }, { spans, gapS }),
    );
  }

  points(seriesId: string, { fromS, toS }: SecondsRange): Promise<readonly Point[]> {
    return this.#fresh.read([seriesId], async (pending, compaction) => {
      const start = keys.points.under(this.#place.projectId, seriesId, utcMonthOf(fromS));
      const end = keys.points.under(this.#place.projectId, seriesId, utcMonthOf(toS - 1) + 1);
      const runs: (readonly Point[])[] = [];
      for await (const entry of this.#place.store.list({ start, end }, { batchSize: 500 })) {
        runs.push(pointsOfPart(this.#place.store, entry));
      }
      const stored = runs.length === 1 ? runs[0] ?? [] : runs.flat();
      const batch = pending.get(seriesId);
      const points = batch === undefined ? stored : mergeReadings(
        stored,
        batch.readings,
        (await this.#headsOf([seriesId], compaction))(seriesId)?.kind ?? batch.kind,
      );
      const [from, to] = [firstFrom(points, fromS), firstFrom(points, toS)];
      return from === 0 && to === points.length ? points : points.slice(from, to);
    });
  }

  async last(seriesId: string): Promise<Point | null> {
    return (await this.lastOfMany([seriesId])).get(seriesId) ?? null;
  }

  lastOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, Point>> {
    return this.#fresh.read(seriesIds, async (pending, compaction) => {
      const headOf = await this.#headsOf(seriesIds, compaction);
      const merged = await this.#merged(thoseThat(pending, hidesNewest), zoneOf(compaction));
      return new Map(seriesIds.flatMap((seriesId) => {
        const head = merged.get(seriesId)?.head ?? headOf(seriesId);
        const last = pending.get(seriesId)?.newest() ?? head?.last ?? null;
        return last === null ? [] : [[seriesId, last] as const];
      }));
    }, hidesNewest);
  }

  endedBefore(seriesIds: readonly string[], day: IsoDate): Promise<ReadonlySet<string>> {
    return this.#fresh.read(seriesIds, async (pending, compaction) => {
      const headOf = await this.#headsOf(seriesIds, compaction);
      const fromS = zoneOf(compaction).startOf(epochDay(day));
      const newestOf = (id: string) =>
        pending.has(id) ? pending.get(id)?.newest() : headOf(id)?.last;
      return new Set(seriesIds.filter((id) => (newestOf(id)?.epochS ?? Infinity) < fromS));
    }, () => false);
  }

  async #merged(pending: Pending, zone: ZoneDays): Promise<ReadonlyMap<string, MergedSeries>> {
    return pending.size === 0 ? new Map() : await mergedSeries(this.#place, pending, zone);
  }

  async #knownMonths(seriesIds: readonly string[], year: number, compaction: StoredCompaction) {
    const { store, projectId } = this.#place;
    // While series are being written, the stored years of the project do not include them yet.
    const isMany = seriesIds.length > MANY && !compaction.value.dirty;
    if (!isMany) return await readMonths(store, projectId, seriesIds, year);
    return await readProjectYear(store, projectId, year) ??
      await gatherProjectYear(store, projectId, year) ??
      await readMonths(store, projectId, seriesIds, year);
  }

  stateOf(seriesIds: readonly string[], before?: IsoDate): Promise<string | null> {
    return stateOfSeries(this.#place, seriesIds, before);
  }

  /** A key for each series, which changes with its data; null while too much is pending. */
  protected statesOf(seriesIds: readonly string[]): Promise<readonly string[] | null> {
    return statesOfSeries(this.#place, seriesIds);
  }

  /** @param compaction the one read with the pending readings, if any */
  async #headsOf(
    seriesIds: readonly string[],
    compaction?: StoredCompaction,
  ): Promise<(seriesId: string) => SeriesHead | null> {
    const { store, projectId } = this.#place;
    const heads = await headsOfSeries(store, projectId, seriesIds, compaction);
    return (seriesId) => heads.get(seriesId)?.value ?? null;
  }
}

function zoneOf({ value }: StoredCompaction): ZoneDays {
  return zoneDays(value.timeZone);
}

function thoseWithAny<T>(
  seriesIds: readonly string[],
  listOf: (seriesId: string) => readonly T[] | undefined,
): ReadonlyMap<string, readonly T[]> {
  return new Map(seriesIds.flatMap((seriesId) => {
    const list = listOf(seriesId) ?? [];
    return list.length === 0 ? [] : [[seriesId, list] as const];
  }));
}
