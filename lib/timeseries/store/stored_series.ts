/** Reads and writes the stored series of a residence, with or without readings ahead of now. @module */

import { epochDay, type IsoDate, isoDate } from "@/lib/base/civil_dates.ts";
import { readEach } from "@/lib/base/concurrency.ts";
import { keys } from "@/lib/store/keys.ts";
import { Batcher } from "@/lib/store/read_batching.ts";
import type { Store } from "@/lib/store/store.ts";
import type { MeterEvent, RegisterJump } from "@/lib/timeseries/meter_event.ts";
import {
  FUTURE_S,
  mergeReadings,
  type Point,
  type Reading,
  type SeriesBatch,
} from "@/lib/timeseries/readings.ts";
import {
  ALL_COUNTED,
  type JudgedRange,
  judgedRange,
  type JudgedRegister,
  judgeRegister,
  type RegisterFacts,
} from "@/lib/timeseries/register_judgement.ts";
import {
  aggregatesOf,
  firstFrom,
  HOURLY_GAP_S,
  type Readings,
  type RollupSlot,
  type Span,
} from "@/lib/timeseries/rollups.ts";
import {
  type DaysRange,
  readingsBeside,
  type SecondsRange,
  type SeriesReader,
  type SeriesWriter,
} from "@/lib/timeseries/series_reader.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { appendArrivals, checkReading } from "./arrivals.ts";
import { decodePoints } from "./chunk_encoding.ts";
import { PointsWindow, utcMonthOf } from "./chunk_parts.ts";
import { baseOf, judgedUntil } from "./chunk_rewrite.ts";
import type { StoredCompaction } from "./compaction_lease.ts";
import { contextOf } from "./compaction_plan.ts";
import {
  changingBefore,
  FreshReads,
  hidesNewest,
  limitsOfPending,
  mayJump,
  type MergedSeries,
  mergedSeries,
  type Pending,
  type SeriesPlace,
  stateOfSeries,
  thoseThat,
} from "./merged_reads.ts";
import {
  daysOfAll,
  type DaySpan,
  type DaysQuery,
  monthsOfAll,
  type MonthsQuery,
  rememberedMonths,
  slotsOfDays,
  slotsOfSpans,
} from "./rollup_slots.ts";
import {
  metadataOfSeries,
  registerFactsOf,
  ruleOf,
  type SeriesMetadata,
  storedLimits,
} from "./series_metadata.ts";
import { gatherProjectYear, readMonths, readProjectYear } from "./stored_rollups.ts";
import { type ZoneDays, zoneDays } from "./zone_days.ts";

interface ReadSeries {
  readonly seriesId: string;
  /** As read together. */
  readonly pending: Pending;
  readonly compaction: StoredCompaction;
}

interface SpansQuery {
  readonly spans: readonly Span[];
  /** Longest gap between registers for which a figure is not an estimate. */
  readonly gapS: number;
}

/** The figures of consecutive spans, from the points of their range and the neighbouring points they depend on. */
async function slotsAround(
  place: SeriesPlace,
  read: ReadSeries,
  { spans, gapS }: SpansQuery,
): Promise<readonly RollupSlot[]> {
  const range = { fromS: spans[0]?.fromS ?? 0, toS: spans.at(-1)?.toS ?? 0 };
  const readings = await readingsAround(place, read, range);
  return slotsOfSpans(spans, readings.kind, aggregatesOf(readings, spans, gapS));
}

/** The readings of a range with their verdicts, pending readings merged in. */
async function judgedAround(
  place: SeriesPlace,
  read: ReadSeries,
  range: SecondsRange,
): Promise<JudgedRange> {
  const { points, register } = await readingsAround(place, read, range);
  return judgedRange(points, register ?? ALL_COUNTED, range);
}

/** The points of a range and those its figures depend on, pending readings merged in, a register with its judgement. */
async function readingsAround(
  { store, projectId }: SeriesPlace,
  { seriesId, pending, compaction }: ReadSeries,
  { fromS, toS }: SecondsRange,
): Promise<Readings> {
  const head = (await metadataOfSeries(store, projectId, [seriesId], compaction)).get(seriesId)
    ?.value;
  const batch = pending.get(seriesId);
  const kind: DataKind = head?.kind ?? batch?.kind ?? "state";
  const lastS = head?.last?.epochS ?? -Infinity;
  const window = new PointsWindow(store, projectId, seriesId, { pivotS: toS, lastS });
  const readings: readonly Reading[] = batch?.readings ?? [];
  if (kind !== "index") {
    await window.reach(fromS, toS, contextOf(readings));
    return { kind, points: mergeReadings(window.points, readings, kind) };
  }
  const firstS = readings.reduce((first, { epochS }) => Math.min(first, epochS), fromS);
  await window.reach(firstS, toS, contextOf(readings));
  const limits = batch && await limitsOfPending(store, projectId, batch);
  const rule = ruleOf({ ...head ?? { events: [] }, ...limits && { limits: storedLimits(limits) } });
  let points: readonly Point[] = [];
  const register: JudgedRegister = await judgedUntil(window, { fromS: firstS, toS }, () => {
    const endS = window.reachedEnd ? Infinity : window.points.at(-1)?.epochS ?? -Infinity;
    const within = readings.filter(({ epochS }) => epochS <= endS);
    points = mergeReadings(window.points, within, kind);
    return judgeRegister(points, rule, baseOf(window));
  });
  return { kind, points, register };
}

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
    return new Map(seriesIds.flatMap((seriesId) => {
      const events = headOf(seriesId)?.events ?? [];
      return events.length === 0 ? [] : [[seriesId, events] as const];
    }));
  }

  jumpsOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, readonly RegisterJump[]>> {
    return this.#fromHeads(seriesIds, ({ falls }) => falls.length === 0 ? null : falls);
  }

  registersOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, RegisterFacts>> {
    return this.#fromHeads(
      seriesIds,
      (head) => head.kind === "index" ? registerFactsOf(head) : null,
    );
  }

  /** What is known of registers from their heads, without those of which it is null. */
  #fromHeads<Known>(seriesIds: readonly string[], known: (head: SeriesMetadata) => Known | null) {
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
        runs.push(decodePoints(entry.value));
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

  /** @param compaction the one read with the pending readings, if any */
  async #headsOf(
    seriesIds: readonly string[],
    compaction?: StoredCompaction,
  ): Promise<(seriesId: string) => SeriesMetadata | null> {
    const { store, projectId } = this.#place;
    const metadata = await metadataOfSeries(store, projectId, seriesIds, compaction);
    return (seriesId) => metadata.get(seriesId)?.value ?? null;
  }
}

function zoneOf({ value }: StoredCompaction): ZoneDays {
  return zoneDays(value.timeZone);
}

/** The series of a project as pages and jobs read them: see {@link presentPoints}. */
export class PresentSeries extends StoredSeries {
  /** @param now epoch ms */
  constructor(store: Store, projectId: string, private readonly now: () => number) {
    super(store, projectId, now);
  }

  override async lastOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, Point>> {
    const newest = await super.lastOfMany(seriesIds);
    return await presentPoints(newest, this.now(), (id, range) => this.points(id, range));
  }
}

/**
 * The newest readings of some series, without those later than any accepted now: they were dated on arrival by a clock
 * that was ahead, and would hide each reading until their time comes.
 *
 * @spec series.clock-ahead
 * @param newest by series
 */
export async function presentPoints(
  newest: ReadonlyMap<string, Point>,
  nowMs: number,
  pointsOf: (seriesId: string, range: SecondsRange) => Promise<readonly Point[]>,
): Promise<ReadonlyMap<string, Point>> {
  const latestS = Math.floor(nowMs / 1_000) + FUTURE_S;
  const ahead = [...newest].filter(([, { epochS }]) => epochS > latestS);
  if (ahead.length === 0) return newest;
  const present = new Map(newest);
  await readEach(ahead, async ([id]) => {
    const read = (range: SecondsRange) => pointsOf(id, range);
    const point = (await readingsBeside(read, { atS: latestS + 1, side: "before" })).at(-1);
    if (point === undefined) present.delete(id);
    else present.set(id, point);
  });
  return present;
}
