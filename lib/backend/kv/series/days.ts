import { keys } from "@/lib/backend/kv/keys.ts";
import { getAll, type Key, type Store } from "@/lib/backend/kv/store.ts";
import { combinedFigures, type Figures } from "@/lib/domain/series/figures.ts";
import type { DataKind } from "@/lib/domain/series/types.ts";
import { type DayPlace, daysOfHalf, decodeRollup, placeOf, type Rollup } from "./figures.ts";

export interface ChangedDay extends DayPlace {
  /** The new figures, from the stored ones. */
  figuresFrom(known: Figures | null): Figures | null;
}

interface SeriesName {
  readonly projectId: string;
  readonly seriesId: string;
}

/** Half-months and years of a series, by number. */
interface PatchedRollups {
  readonly halves: ReadonlyMap<number, Rollup>;
  readonly years: ReadonlyMap<number, Rollup>;
}

/** The half-months and years that contain changed days, with the other days unchanged. */
export async function patchedRollups(
  store: Store,
  { projectId, seriesId }: SeriesName,
  kind: DataKind,
  days: readonly ChangedDay[],
): Promise<PatchedRollups> {
  const months = new Set(days.map(({ year, month }) => year * 12 + month));
  const [halves, years] = await Promise.all([
    readRollups(
      store,
      [...months].flatMap((month) => [2 * month, 2 * month + 1]),
      (half) => keys.seriesDays(projectId, seriesId, half),
    ),
    readRollups(
      store,
      [...new Set(days.map(({ year }) => year))],
      (year) => keys.seriesMonths(projectId, seriesId, year),
    ),
  ]);
  const daysOf = new Map([...halves].map(([half, known]) => {
    return [half, Array.from({ length: daysOfHalf(half) }, (_, at) => known?.figures[at] ?? null)];
  }));
  for (const { halfMonth, at, figuresFrom } of days) {
    const list = daysOf.get(halfMonth);
    if (list !== undefined) list[at] = figuresFrom(list[at] ?? null);
  }
  const monthFigures = (year: number, rank: number, known: Rollup | null) => {
    const month = year * 12 + rank;
    if (!months.has(month)) return known?.figures[rank] ?? null;
    return combinedFigures([...daysOf.get(2 * month) ?? [], ...daysOf.get(2 * month + 1) ?? []]);
  };
  const touched = new Set(days.map(({ halfMonth }) => halfMonth));
  return {
    halves: new Map([...touched].map((half) => [half, { kind, figures: daysOf.get(half) ?? [] }])),
    years: new Map([...years].map(([year, known]) => {
      const figures = Array.from({ length: 12 }, (_, rank) => monthFigures(year, rank, known));
      return [year, { kind, figures }];
    })),
  };
}

/** The stored figures of some days; null where absent. */
export async function readDays(
  store: Store,
  { projectId, seriesId }: SeriesName,
  days: readonly number[],
): Promise<ReadonlyMap<number, Figures | null>> {
  const halves = await readRollups(
    store,
    [...new Set(days.map((day) => placeOf(day).halfMonth))],
    (half) => keys.seriesDays(projectId, seriesId, half),
  );
  return new Map(days.map((day) => {
    const { halfMonth, at } = placeOf(day);
    return [day, halves.get(halfMonth)?.figures[at] ?? null];
  }));
}

/** The stored value of each number; null where absent. */
async function readRollups(
  store: Store,
  numbers: readonly number[],
  keyOf: (number: number) => Key,
): Promise<ReadonlyMap<number, Rollup | null>> {
  const entries = await getAll(store, numbers.map(keyOf));
  return new Map(numbers.map((number, at) => {
    const entry = entries[at];
    const value = entry === undefined || entry.versionstamp === null ? null : entry.value;
    return [number, value === null ? null : decodeRollup(value)];
  }));
}
