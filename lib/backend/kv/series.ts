import { addDays, epochDay, type IsoDate } from "../../domain/periods/civil_dates.ts";
import type { Figures } from "../../domain/series/figures.ts";
import { mergeReadings } from "../../domain/series/merge.ts";
import type {
  DaysRange,
  SecondsRange,
  SeriesReader,
  SeriesWriter,
} from "../../domain/series/reader.ts";
import {
  CONTEXT_POINTS,
  figuresOf,
  firstFrom,
  HOURLY_GAP_S,
  type Span,
} from "../../domain/series/rollup.ts";
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
import { appendArrivals } from "./series_arrivals.ts";
import { decodeRollup, HALVES_PER_YEAR, placeOf, type Rollup } from "./series_figures.ts";
import { daySlots, hourSlots, rememberedMonths } from "./series_frames.ts";
import { type SeriesHead, seriesHead } from "./series_head.ts";
import { type Pending, readFresh, type SeriesPlace } from "./series_fresh.ts";
import { compactionFrom } from "./series_lease.ts";
import { pointsOfPart } from "./series_memory.ts";
import { utcMonthOf } from "./series_parts.ts";
import { planSeries, type SeriesPlan } from "./series_plan.ts";
import { PointsWindow } from "./series_window.ts";
import { gatherProjectYear, readMonths, readProjectYear } from "./series_year.ts";
import type { Store } from "./store.ts";
import { type ZoneDays, zoneDays } from "./zone_days.ts";

/** Series asked from which one read of the whole project is cheaper. */
const MANY = 10;

/** The series of one project, kept in the store. */
export class StoredSeries implements SeriesReader, SeriesWriter {
  readonly #place: SeriesPlace;

  /** @param now the clock, epoch milliseconds */
  constructor(store: Store, projectId: string, now: () => number) {
    this.#place = { store, projectId, now };
  }

  async append(batches: readonly SeriesBatch[]): Promise<void> {
    for (const { readings } of batches) readings.forEach(checkReading);
    await appendArrivals(this.#place.store, this.#place.projectId, batches);
  }

  async events(seriesId: string): Promise<readonly MeterEvent[]> {
    return (await this.#head(seriesId))?.events ?? [];
  }

  async eventsOfMany(
    seriesIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly MeterEvent[]>> {
    const wanted = seriesIds.map((id) => keys.seriesHead(this.#place.projectId, id));
    const heads = await readEntries(this.#place.store, wanted, seriesHead);
    return new Map(seriesIds.flatMap((seriesId, at) => {
      const events = heads[at]?.value?.events ?? [];
      return events.length === 0 ? [] : [[seriesId, events] as const];
    }));
  }

  async months(seriesId: string, year: number): Promise<readonly RollupSlot[]> {
    const months = await this.monthsOfMany([seriesId], year);
    return months.get(seriesId) ?? [];
  }

  monthsOfMany(
    seriesIds: readonly string[],
    year: number,
  ): Promise<ReadonlyMap<string, readonly RollupSlot[]>> {
    return readFresh(this.#place, seriesIds, async (pending) => {
      const [known, { value }] = await Promise.all([
        this.#knownMonths(seriesIds, year, pending),
        this.#place.store.get(keys.compaction(this.#place.projectId)),
      ]);
      const zone = zoneDays(compactionFrom(value).timeZone);
      const plans = await this.#plans(pending);
      return new Map(seriesIds.map((seriesId) => {
        const rollup = plans.get(seriesId)?.years.get(year) ?? known.get(seriesId);
        return [seriesId, rememberedMonths(zone, year, rollup)];
      }));
    });
  }

  days(seriesId: string, year: number): Promise<readonly RollupSlot[]> {
    return readFresh(this.#place, [seriesId], async (pending) => {
      const halves = new Map<number, Rollup>();
      const prefix = keys.seriesDays.under(this.#place.projectId, seriesId);
      const start = keys.seriesDays(this.#place.projectId, seriesId, year * HALVES_PER_YEAR);
      const end = keys.seriesDays(this.#place.projectId, seriesId, (year + 1) * HALVES_PER_YEAR);
      for await (const { key, value } of this.#place.store.list({ start, end })) {
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

  async hours(seriesId: string, date: IsoDate): Promise<readonly RollupSlot[]> {
    const [hours] = await this.hoursOfDays(seriesId, { from: date, to: addDays(date, 1) });
    return hours ?? [];
  }

  hoursOfDays(
    seriesId: string,
    { from, to }: DaysRange,
  ): Promise<readonly (readonly RollupSlot[])[]> {
    return readFresh(this.#place, [seriesId], async (pending) => {
      const zone = await this.#zone();
      const days: (readonly Span[])[] = [];
      for (let day = epochDay(from); day < epochDay(to); day++) days.push(zone.hoursOf(day));
      const hours = days.flat();
      const head = await this.#head(seriesId);
      const batch = pending.get(seriesId);
      const kind = head?.kind ?? batch?.kind ?? "state";
      const [fromS, toS] = [hours[0]?.fromS ?? 0, hours.at(-1)?.toS ?? 0];
      const points = await this.#pointsAround(seriesId, head, { fromS, toS }, batch);
      const readings = { kind, points, events: head?.events ?? [] };
      const slots = hourSlots(hours, kind, figuresOf(readings, hours, HOURLY_GAP_S));
      let next = 0;
      return days.map(({ length }) => slots.slice(next, next += length));
    });
  }

  points(seriesId: string, { fromS, toS }: SecondsRange): Promise<readonly Point[]> {
    return readFresh(this.#place, [seriesId], async (pending) => {
      const start = keys.points.under(this.#place.projectId, seriesId, utcMonthOf(fromS));
      const end = keys.points.under(this.#place.projectId, seriesId, utcMonthOf(toS - 1) + 1);
      const runs: (readonly Point[])[] = [];
      for await (const entry of this.#place.store.list({ start, end }, { batchSize: 500 })) {
        runs.push(pointsOfPart(this.#place.store, entry));
      }
      const stored = runs.length === 1 ? runs[0] ?? [] : runs.flat();
      const batch = pending.get(seriesId);
      const points = batch === undefined
        ? stored
        : mergeReadings(stored, batch.readings, (await this.#head(seriesId))?.kind ?? batch.kind);
      const [from, to] = [firstFrom(points, fromS), firstFrom(points, toS)];
      return from === 0 && to === points.length ? points : points.slice(from, to);
    });
  }

  async last(seriesId: string): Promise<Point | null> {
    return (await this.lastOfMany([seriesId])).get(seriesId) ?? null;
  }

  lastOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, Point>> {
    return readFresh(this.#place, seriesIds, async (pending) => {
      const wanted = seriesIds.map((id) => keys.seriesHead(this.#place.projectId, id));
      const heads = await readEntries(this.#place.store, wanted, seriesHead);
      const plans = await this.#plans(pending);
      return new Map(seriesIds.flatMap((seriesId, at) => {
        const last = (plans.get(seriesId)?.head ?? heads[at]?.value)?.last ?? null;
        return last === null ? [] : [[seriesId, last] as const];
      }));
    });
  }

  async #plans(pending: Pending): Promise<ReadonlyMap<string, SeriesPlan>> {
    if (pending.size === 0) return new Map();
    const zone = await this.#zone();
    const plans = [...pending.values()].map(async (batch) => {
      const head = await this.#head(batch.seriesId);
      const coming = { ...batch, projectId: this.#place.projectId, head };
      return [batch.seriesId, await planSeries(this.#place.store, coming, zone)] as const;
    });
    return new Map(await Promise.all(plans));
  }

  async #knownMonths(
    seriesIds: readonly string[],
    year: number,
    pending: Pending,
  ): Promise<ReadonlyMap<string, Rollup>> {
    const isMany = seriesIds.length > MANY && pending.size === 0;
    if (!isMany) return await readMonths(this.#place.store, this.#place.projectId, seriesIds, year);
    return await readProjectYear(this.#place.store, this.#place.projectId, year) ??
      await gatherProjectYear(this.#place.store, this.#place.projectId, year) ??
      await readMonths(this.#place.store, this.#place.projectId, seriesIds, year);
  }

  async #pointsAround(
    seriesId: string,
    head: SeriesHead | null,
    { fromS, toS }: SecondsRange,
    batch: SeriesBatch | undefined,
  ): Promise<readonly Point[]> {
    const lastS = head?.last?.epochS ?? -Infinity;
    const window = new PointsWindow(this.#place.store, this.#place.projectId, seriesId, {
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
    const key = keys.seriesHead(this.#place.projectId, seriesId);
    const [entry] = await readEntries(this.#place.store, [key], seriesHead);
    return entry?.value ?? null;
  }

  async #zone(): Promise<ZoneDays> {
    const [entry] = await getAll(this.#place.store, [keys.compaction(this.#place.projectId)]);
    return zoneDays(compactionFrom(entry?.value ?? null).timeZone);
  }
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
