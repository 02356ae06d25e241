import { keys } from "@/lib/backend/kv/keys.ts";
import { epochDay } from "@/lib/domain/periods/civil_dates.ts";
import type { DaysRange } from "@/lib/domain/series/reader.ts";
import type { RollupSlot } from "@/lib/domain/series/types.ts";
import { decodeRollup, figuresOfDays, placeOf, type Rollup } from "./figures.ts";
import { daySlots } from "./frames.ts";
import type { SeriesPlace } from "./fresh.ts";
import type { MergedSeries } from "./merged.ts";
import type { ZoneDays } from "./zone_days.ts";

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
  return daySlots(zone, span.first, rollup?.kind ?? "state", figuresOfDays(halves, span));
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
    const wanted = Array.from({ length: to - from }, (_, rank) => from + rank);
    const entries = await store.getMany(wanted.map(keyOf));
    for (const [rank, { value }] of entries.entries()) {
      if (value !== null) halves.set(from + rank, decodeRollup(value));
    }
    return halves;
  }
  const prefix = keys.seriesDays.under(projectId, seriesId);
  for await (const { key, value } of store.list({ start: keyOf(from), end: keyOf(to) })) {
    halves.set(Number(key[prefix.length]), decodeRollup(value));
  }
  return halves;
}
