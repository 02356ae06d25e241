import { epochDay, type IsoDate } from "../../domain/periods/civil_dates.ts";
import type { Figures } from "../../domain/series/figures.ts";
import { mergeReadings } from "../../domain/series/merge.ts";
import type { SecondsRange, SeriesReader, SeriesWriter } from "../../domain/series/reader.ts";
import { CONTEXT_POINTS, figuresOf, firstFrom, HOURLY_GAP_S } from "../../domain/series/rollup.ts";
import type {
  DataKind,
  MeterEvent,
  Point,
  Reading,
  RollupSlot,
  SeriesBatch,
} from "../../domain/series/types.ts";
import { getAll, readEntries } from "./entries.ts";
import { keys } from "./keys.ts";
import { appendArrivals, pendingArrivals, readingsBySeries } from "./series_arrivals.ts";
import { changeEvents, compact } from "./series_compact.ts";
import { decodeRollup, HALVES_PER_YEAR, placeOf, type Rollup } from "./series_figures.ts";
import { daySlots, hourSlots, monthSlots } from "./series_frames.ts";
import { type SeriesHead, seriesHead } from "./series_head.ts";
import { compactionFrom, readCompaction } from "./series_lease.ts";
import { openPartOf, utcMonthOf } from "./series_parts.ts";
import { planSeries, type SeriesPlan } from "./series_plan.ts";
import { PointsWindow } from "./series_window.ts";
import { gatherProjectYear, readMonths, readProjectYear } from "./series_year.ts";
import type { Store } from "./store.ts";
import { type ZoneDays, zoneDays } from "./zone_days.ts";

/** Series with pending readings a read merges itself; beyond, it has them compacted first. */
const MERGED_AT_MOST = 4;
const ARRIVALS_MERGED_AT_MOST = 64;
/** Series asked from which one read of the whole project is cheaper. */
const MANY = 10;
const READ_TRIES = 30;

/** What a read merges: the readings not compacted yet of the series it wants. */
type Pending = ReadonlyMap<string, SeriesBatch>;

/** The series of one project, kept in the store. */
export class StoredSeries implements SeriesReader, SeriesWriter {
  readonly #store: Store;
  readonly #projectId: string;
  readonly #now: () => number;

  /** @param now the clock, epoch milliseconds */
  constructor(store: Store, projectId: string, now: () => number) {
    this.#store = store;
    this.#projectId = projectId;
    this.#now = now;
  }

  async append(batches: readonly SeriesBatch[]): Promise<void> {
    for (const { readings } of batches) readings.forEach(checkReading);
    await appendArrivals(this.#store, this.#projectId, batches);
  }

  async events(seriesId: string): Promise<readonly MeterEvent[]> {
    return (await this.#head(seriesId))?.events ?? [];
  }

  async setEvents(seriesId: string, events: readonly MeterEvent[]): Promise<void> {
    const series = { projectId: this.#projectId, seriesId };
    const sorted = events.toSorted((a, b) => a.epochS - b.epochS);
    for (let tries = 0; tries < EVENT_TRIES; tries++) {
      if (await changeEvents(this.#store, series, sorted, this.#now) === "done") return;
      await pause(tries);
    }
    throw new Error(`Cannot write the events of series ${seriesId}: the project is being written`);
  }

  async months(seriesId: string, year: number): Promise<readonly RollupSlot[]> {
    const months = await this.monthsOfMany([seriesId], year);
    return months.get(seriesId) ?? [];
  }

  monthsOfMany(
    seriesIds: readonly string[],
    year: number,
  ): Promise<ReadonlyMap<string, readonly RollupSlot[]>> {
    return this.#read(seriesIds, async (pending) => {
      const [known, { value }] = await Promise.all([
        this.#knownMonths(seriesIds, year, pending),
        this.#store.get(keys.compaction(this.#projectId)),
      ]);
      const zone = zoneDays(compactionFrom(value).timeZone);
      const plans = await this.#plans(pending);
      return new Map(seriesIds.map((seriesId) => {
        const rollup = plans.get(seriesId)?.years.get(year) ?? known.get(seriesId);
        return [seriesId, slotsOfMonths(zone, year, rollup)];
      }));
    });
  }

  days(seriesId: string, year: number): Promise<readonly RollupSlot[]> {
    return this.#read([seriesId], async (pending) => {
      const halves = new Map<number, Rollup>();
      const prefix = keys.seriesDays.under(this.#projectId, seriesId);
      const start = keys.seriesDays(this.#projectId, seriesId, year * HALVES_PER_YEAR);
      const end = keys.seriesDays(this.#projectId, seriesId, (year + 1) * HALVES_PER_YEAR);
      for await (const { key, value } of this.#store.list({ start, end })) {
        halves.set(Number(key[prefix.length]), decodeRollup(value));
      }
      const plans = await this.#plans(pending);
      for (const [half, rollup] of plans.get(seriesId)?.halves ?? []) halves.set(half, rollup);
      const [rollup] = halves.values();
      return daySlots(
        await this.#zone(),
        year,
        rollup?.kind ?? "state",
        figuresOfYear(halves, year),
      );
    });
  }

  hours(seriesId: string, date: IsoDate): Promise<readonly RollupSlot[]> {
    return this.#read([seriesId], async (pending) => {
      const hours = (await this.#zone()).hoursOf(epochDay(date));
      const head = await this.#head(seriesId);
      const batch = pending.get(seriesId);
      const kind = head?.kind ?? batch?.kind ?? "state";
      const [fromS, toS] = [hours[0]?.fromS ?? 0, hours.at(-1)?.toS ?? 0];
      const points = await this.#pointsAround(seriesId, head, { fromS, toS }, batch);
      const readings = { kind, points, events: head?.events ?? [] };
      return hourSlots(hours, kind, figuresOf(readings, hours, HOURLY_GAP_S));
    });
  }

  points(seriesId: string, { fromS, toS }: SecondsRange): Promise<readonly Point[]> {
    return this.#read([seriesId], async (pending) => {
      const start = keys.points.under(this.#projectId, seriesId, utcMonthOf(fromS));
      const end = keys.points.under(this.#projectId, seriesId, utcMonthOf(toS - 1) + 1);
      const runs: (readonly Point[])[] = [];
      for await (const entry of this.#store.list({ start, end }, { batchSize: 500 })) {
        runs.push(openPartOf(entry).points);
      }
      const stored = runs.length === 1 ? runs[0] ?? [] : runs.flat();
      const batch = pending.get(seriesId);
      const points = batch === undefined
        ? stored
        : mergeReadings(stored, batch.readings, (await this.#head(seriesId))?.kind ?? batch.kind);
      return points.slice(firstFrom(points, fromS), firstFrom(points, toS));
    });
  }

  async last(seriesId: string): Promise<Point | null> {
    return (await this.lastOfMany([seriesId])).get(seriesId) ?? null;
  }

  lastOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, Point>> {
    return this.#read(seriesIds, async (pending) => {
      const wanted = seriesIds.map((id) => keys.seriesHead(this.#projectId, id));
      const heads = await readEntries(this.#store, wanted, seriesHead);
      const plans = await this.#plans(pending);
      return new Map(seriesIds.flatMap((seriesId, at) => {
        const last = (plans.get(seriesId)?.head ?? heads[at]?.value)?.last ?? null;
        return last === null ? [] : [[seriesId, last] as const];
      }));
    });
  }

  /**
   * Answers a read with every acknowledged reading in it.
   *
   * Nothing pending, the usual case: one walk over no arrival. Little pending: merged here, and
   * read again if points were written meanwhile. Much pending: compacted first.
   */
  async #read<T>(
    seriesIds: readonly string[],
    answer: (pending: Pending) => Promise<T>,
  ): Promise<T> {
    const wanted = new Set(seriesIds);
    for (let tries = 0; tries < READ_TRIES; tries++) {
      const before = tries === 0 ? null : await readCompaction(this.#store, this.#projectId);
      const arrivals = await pendingArrivals(this.#store, this.#projectId);
      const pending = readingsBySeries(arrivals, wanted);
      if (pending.size === 0) return await answer(pending);
      if (before === null) {
        const isMuch = pending.size > MERGED_AT_MOST || arrivals.length > ARRIVALS_MERGED_AT_MOST;
        if (isMuch) await this.#compactIfPossible();
        continue;
      }
      const merged = await answer(pending);
      const after = await readCompaction(this.#store, this.#projectId);
      if (after.value.generation === before.value.generation) return merged;
      await pause(tries);
    }
    throw new Error(`Cannot read the series of project ${this.#projectId}: written too fast`);
  }

  /** A read is answered even where nothing can be written: disk full, another process at it. */
  async #compactIfPossible(): Promise<void> {
    await compact(this.#store, this.#projectId, this.#now).catch(() => "busy");
  }

  async #plans(pending: Pending): Promise<ReadonlyMap<string, SeriesPlan>> {
    if (pending.size === 0) return new Map();
    const zone = await this.#zone();
    const plans = [...pending.values()].map(async (batch) => {
      const head = await this.#head(batch.seriesId);
      const coming = { ...batch, projectId: this.#projectId, head };
      return [batch.seriesId, await planSeries(this.#store, coming, zone)] as const;
    });
    return new Map(await Promise.all(plans));
  }

  async #knownMonths(
    seriesIds: readonly string[],
    year: number,
    pending: Pending,
  ): Promise<ReadonlyMap<string, Rollup>> {
    const isMany = seriesIds.length > MANY && pending.size === 0;
    if (!isMany) return await readMonths(this.#store, this.#projectId, seriesIds, year);
    return await readProjectYear(this.#store, this.#projectId, year) ??
      await gatherProjectYear(this.#store, this.#projectId, year) ??
      await readMonths(this.#store, this.#projectId, seriesIds, year);
  }

  async #pointsAround(
    seriesId: string,
    head: SeriesHead | null,
    { fromS, toS }: SecondsRange,
    batch: SeriesBatch | undefined,
  ): Promise<readonly Point[]> {
    const lastS = head?.last?.epochS ?? -Infinity;
    const window = new PointsWindow(this.#store, this.#projectId, seriesId, {
      pivotS: toS,
      lastS,
    });
    const readings: readonly Reading[] = batch?.readings ?? [];
    const removals = readings.filter((reading) => "removed" in reading).length;
    await window.reach(fromS, toS, CONTEXT_POINTS + removals);
    const kind: DataKind = head?.kind ?? batch?.kind ?? "state";
    return mergeReadings(window.points, readings, kind);
  }

  async #head(seriesId: string): Promise<SeriesHead | null> {
    const key = keys.seriesHead(this.#projectId, seriesId);
    const [entry] = await readEntries(this.#store, [key], seriesHead);
    return entry?.value ?? null;
  }

  async #zone(): Promise<ZoneDays> {
    const [entry] = await getAll(this.#store, [keys.compaction(this.#projectId)]);
    return zoneDays(compactionFrom(entry?.value ?? null).timeZone);
  }
}

const EVENT_TRIES = 200;

/** Slots already made of figures that are remembered. */
const SLOTS = new WeakMap<Rollup, readonly RollupSlot[]>();

function slotsOfMonths(
  zone: ZoneDays,
  year: number,
  rollup: Rollup | undefined,
): readonly RollupSlot[] {
  if (rollup === undefined) return monthSlots(zone, year, "state", []);
  const known = SLOTS.get(rollup) ?? monthSlots(zone, year, rollup.kind, rollup.figures);
  SLOTS.set(rollup, known);
  return known;
}

function figuresOfYear(
  halves: ReadonlyMap<number, Rollup>,
  year: number,
): readonly (Figures | null)[] {
  const first = epochDay(`${String(year).padStart(4, "0")}-01-01`);
  return Array.from({ length: 366 }, (_, rank) => {
    const { halfMonth, at } = placeOf(first + rank);
    return halves.get(halfMonth)?.figures[at] ?? null;
  });
}

function checkReading(reading: Reading): void {
  const isPoint = !("removed" in reading);
  if (!Number.isSafeInteger(reading.epochS) || reading.epochS < 0) {
    throw new RangeError(`Not a second since 1970: ${reading.epochS}`);
  }
  if (isPoint && !Number.isFinite(reading.value)) {
    throw new RangeError(`Not a value: ${reading.value}`);
  }
}

function pause(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, 50)));
}
