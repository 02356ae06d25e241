/** Reads stored figures as slots of hours, days and months. @module */

import { dateOfEpochDay, epochDay, isoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { memo } from "@/lib/base/memo.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Aggregates, type RollupSlot, slotOf, type Span } from "@/lib/timeseries/rollups.ts";
import type { DaysRange, SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import type { MergedSeries, SeriesPlace } from "./merged_reads.ts";
import { aggregatesOfDays, decodeRollup, placeOf, type Rollup } from "./stored_rollups.ts";
import { type ZoneDays, zoneDays } from "./zone_days.ts";

/** Name and length of each day of a year in one time zone, and its months. */
interface YearFrame {
  readonly days: readonly Frame[];
  /** The months of a series without readings: of thousands of series, most months of a year have none. */
  readonly emptyMonths: readonly RollupSlot[];
}

interface Frame {
  readonly at: string;
  readonly lengthS: number;
}

function monthSlots(
  zone: ZoneDays,
  year: number,
  kind: DataKind,
  aggregates: readonly (Aggregates | null)[],
): readonly RollupSlot[] {
  return frameOf(zone, year).emptyMonths.map((empty, position) => {
    const known = aggregates[position] ?? null;
    return known === null ? empty : slotOf(kind, empty.at, empty.lengthS, known);
  });
}

/** The twelve months of a year, computed once per rollup; empty without a rollup. */
export function rememberedMonths(
  zone: ZoneDays,
  year: number,
  rollup: Rollup | undefined,
): readonly RollupSlot[] {
  if (rollup === undefined) return frameOf(zone, year).emptyMonths;
  return monthSlots(zone, year, rollup.kind, rollup.aggregates);
}

/** Slots of consecutive days, from `first`, counted from 1970. */
function daySlots(
  zone: ZoneDays,
  first: number,
  kind: DataKind,
  aggregates: readonly (Aggregates | null)[],
): readonly RollupSlot[] {
  return framesFrom(zone, first, aggregates.length).map(({ at, lengthS }, position) =>
    slotOf(kind, at, lengthS, aggregates[position] ?? null)
  );
}

function framesFrom(zone: ZoneDays, first: number, count: number): readonly Frame[] {
  const year = yearOf(dateOfEpochDay(first));
  const last = yearOf(dateOfEpochDay(first + count - 1));
  const from = first - epochDay(isoDate(year, 1, 1));
  const { days } = frameOf(zone, year);
  if (last === year) return days.slice(from, from + count);
  const after = Array.from(
    { length: last - year },
    (_, position) => frameOf(zone, year + position + 1),
  );
  return [days, ...after.map((frame) => frame.days)].flat().slice(from, from + count);
}

/** Slots of hours, or of shorter spans. */
export function slotsOfSpans(
  spans: readonly Span[],
  kind: DataKind,
  aggregates: readonly (Aggregates | null)[],
): readonly RollupSlot[] {
  return spans.map(({ fromS, toS }, position) => {
    const at = `${new Date(fromS * 1000).toISOString().slice(0, 19)}Z`;
    return slotOf(kind, at, toS - fromS, aggregates[position] ?? null);
  });
}

/** The days and empty months of years, which every series of a residence shares. */
const framesOf = memo((timeZone: string) =>
  memo((year: number): YearFrame => {
    const zone = zoneDays(timeZone);
    const first = epochDay(isoDate(year, 1, 1));
    const next = epochDay(isoDate(year + 1, 1, 1));
    const days = Array.from({ length: next - first }, (_, position) => {
      const { fromS, toS } = zone.spanOf(first + position);
      return { at: dateOfEpochDay(first + position), lengthS: toS - fromS };
    });
    const emptyMonths = Array.from({ length: 12 }, (_, position) => {
      const at = isoDate(year, position + 1, 1).slice(0, 7);
      const own = days.filter((day) => day.at.startsWith(at));
      return slotOf("state", at, sumBy(own, ({ lengthS }) => lengthS), null);
    });
    return { days, emptyMonths };
  })
);

function frameOf({ timeZone }: ZoneDays, year: number): YearFrame {
  return framesOf(timeZone)(year);
}

export interface DaysQuery {
  readonly seriesId: string;
  readonly days: DaysRange;
}

/** Consecutive days, counted from 1970, `end` excluded. */
export interface DaySpan {
  readonly first: number;
  readonly end: number;
}

type Found = ReadonlyMap<string, readonly RollupSlot[]>;

/** The days of several series; the same days of several series are read together. */
export async function daysOfAll(
  read: (seriesIds: readonly string[], span: DaySpan) => Promise<Found>,
  queries: readonly DaysQuery[],
): Promise<(one: DaysQuery) => readonly RollupSlot[]> {
  const nameOf = ({ days: { from, to } }: DaysQuery) => `${from} ${to}`;
  const found = new Map<string, Found>();
  await Promise.all(
    [...Map.groupBy(queries, nameOf)].map(async ([name, some]) => {
      const [from = "", to = ""] = name.split(" ");
      const seriesIds = [...new Set(some.map(({ seriesId }) => seriesId))];
      found.set(name, await read(seriesIds, { first: epochDay(from), end: epochDay(to) }));
    }),
  );
  return (one) => found.get(nameOf(one))?.get(one.seriesId) ?? [];
}

/** The slots of some days of a series, from stored half-months and those changed by pending readings. */
export async function slotsOfDays(
  place: SeriesPlace,
  seriesId: string,
  { span, zone, merged }: {
    readonly span: DaySpan;
    readonly zone: ZoneDays;
    readonly merged: Pick<MergedSeries, "halves"> | undefined;
  },
): Promise<readonly RollupSlot[]> {
  const halves = await readHalves(place, seriesId, span);
  for (const [half, rollup] of merged?.halves ?? []) halves.set(half, rollup);
  const [rollup] = halves.values();
  return daySlots(zone, span.first, rollup?.kind ?? "state", aggregatesOfDays(halves, span));
}

/** Number of half-months from which they are listed: fewer are batched with those of other series. */
const LISTED = 4;

/** The stored half-months of a series that contain some days, by number, in order. */
async function readHalves(
  { store, projectId }: SeriesPlace,
  seriesId: string,
  { first, end }: DaySpan,
): Promise<Map<number, Rollup>> {
  const [from, to] = [placeOf(first).halfMonth, placeOf(end - 1).halfMonth + 1];
  const keyOf = (half: number) => keys.seriesDays(projectId, seriesId, half);
  const halves = new Map<number, Rollup>();
  if (to - from < LISTED) {
    const wanted = Array.from({ length: to - from }, (_, position) => from + position);
    const entries = await store.getMany(wanted.map(keyOf));
    for (const [position, { value }] of entries.entries()) {
      if (value !== null) halves.set(from + position, decodeRollup(value));
    }
    return halves;
  }
  const prefix = keys.seriesDays.under(projectId, seriesId);
  for await (const { key, value } of store.list({ start: keyOf(from), end: keyOf(to) })) {
    halves.set(Number(key[prefix.length]), decodeRollup(value));
  }
  return halves;
}

export interface MonthsQuery {
  readonly seriesId: string;
  readonly year: number;
}

/** The months of several series: one read per year, of the whole project for many series. */
export async function monthsOfAll(
  reader: Pick<SeriesReader, "monthsOfMany">,
  queries: readonly MonthsQuery[],
): Promise<(one: MonthsQuery) => readonly RollupSlot[]> {
  const byYear = Map.groupBy(queries, ({ year }) => year);
  const read = await Promise.all([...byYear].map(async ([year, some]) => {
    const seriesIds = some.map(({ seriesId }) => seriesId);
    return [year, await reader.monthsOfMany(seriesIds, year)] as const;
  }));
  const years = new Map(read);
  return ({ seriesId, year }) => years.get(year)?.get(seriesId) ?? [];
}
