import { changedSpan } from "../../domain/series/changed.ts";
import { combinedFigures, type Figures } from "../../domain/series/figures.ts";
import { mergeReadings } from "../../domain/series/merge.ts";
import { CONTEXT_POINTS, figuresOf, type Readings, type Span } from "../../domain/series/rollup.ts";
import { isSameEvent } from "../../domain/series/meter_event.ts";
import type { DataKind, MeterEvent, Point, Reading } from "../../domain/series/types.ts";
import { getAll } from "./entries.ts";
import { keys } from "./keys.ts";
import { type DayPlace, daysOfHalf, decodeRollup, placeOf, type Rollup } from "./series_figures.ts";
import type { SeriesHead } from "./series_head.ts";
import { type PartChanges, partChanges } from "./series_recut.ts";
import { PointsWindow } from "./series_window.ts";
import type { Key, Store } from "./store.ts";
import type { ZoneDays } from "./zone_days.ts";

/** What comes to one series, and what is known of it before. */
export interface Coming {
  readonly projectId: string;
  readonly seriesId: string;
  readonly kind: DataKind;
  /** Null before the first reading. */
  readonly head: SeriesHead | null;
  /** In the order they came. */
  readonly readings: readonly Reading[];
  /** New events of the meter, when they are what changes. */
  readonly events?: readonly MeterEvent[];
}

/** What a series becomes: everything that must be written together. */
export interface SeriesPlan {
  readonly seriesId: string;
  readonly head: SeriesHead;
  /** Half-months whose days changed, by number. */
  readonly halves: ReadonlyMap<number, Rollup>;
  /** Years whose months changed. */
  readonly years: ReadonlyMap<number, Rollup>;
  /** The parts to write; reads that only merge never ask. */
  parts(): Promise<PartChanges>;
}

/**
 * Works out what readings or events change in a series, writing nothing.
 *
 * Only the days between the nearest readings on each side are computed again.
 */
export async function planSeries(
  store: Store,
  coming: Coming,
  zone: ZoneDays,
): Promise<SeriesPlan> {
  const { projectId, seriesId, head, readings } = coming;
  const kind = head?.kind ?? coming.kind;
  const eventsBefore = head?.events ?? [];
  const events = coming.events ?? eventsBefore;
  const near = spanOfComing(readings, changedEvents(eventsBefore, events));
  const lastS = head?.last?.epochS ?? -Infinity;
  const window = new PointsWindow(store, projectId, seriesId, { pivotS: near.toS, lastS });
  const context = CONTEXT_POINTS + readings.filter((reading) => "removed" in reading).length;
  await window.reach(near.fromS, near.toS, context);
  const before: Readings = { kind, points: window.points, events: eventsBefore };
  const mergedNow = () => mergeReadings(window.points, readings, kind);
  const changed = changedSpan(before, { kind, points: mergedNow(), events });
  const days = changed === null ? [] : daysFrom(zone, changed);
  const spans = days.map((day) => zone.spanOf(day));
  await window.reach(spans[0]?.fromS ?? near.fromS, spans.at(-1)?.toS ?? near.toS, context);
  const merged = mergedNow();
  const figures = figuresOf({ kind, points: merged, events }, spans);
  const changedDays = days.map((day, at) => ({ ...placeOf(day), figures: figures[at] ?? null }));
  return {
    seriesId,
    head: { kind, last: lastPoint(window, merged, head), events },
    ...await patchedRollups(store, coming, kind, changedDays),
    parts: () =>
      partChanges(store, { projectId, seriesId, kind, readings, parts: window.parts, merged }),
  };
}

/** Events that only one of two lists has. */
function changedEvents(
  before: readonly MeterEvent[],
  after: readonly MeterEvent[],
): readonly MeterEvent[] {
  const without = (events: readonly MeterEvent[], others: readonly MeterEvent[]) =>
    events.filter((event) => !others.some((other) => isSameEvent(event, other)));
  return [...without(before, after), ...without(after, before)];
}

function spanOfComing(readings: readonly Reading[], events: readonly MeterEvent[]): Span {
  let [fromS, toS] = [Infinity, -Infinity];
  for (const { epochS } of readings.length > 0 ? readings : events) {
    if (epochS < fromS) fromS = epochS;
    if (epochS >= toS) toS = epochS + 1;
  }
  return fromS === Infinity ? { fromS: 0, toS: 0 } : { fromS, toS };
}

function daysFrom(zone: ZoneDays, { fromS, toS }: Span): readonly number[] {
  const first = zone.dayAt(fromS);
  const last = zone.dayAt(toS - 1);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function lastPoint(
  window: PointsWindow,
  points: readonly Point[],
  head: SeriesHead | null,
): Point | null {
  return window.reachedEnd ? points.at(-1) ?? null : head?.last ?? null;
}

interface ChangedDay extends DayPlace {
  readonly figures: Figures | null;
}

/** The half-months and years that hold the days computed again, with the rest as it was. */
async function patchedRollups(
  store: Store,
  { projectId, seriesId }: Coming,
  kind: DataKind,
  days: readonly ChangedDay[],
): Promise<Pick<SeriesPlan, "halves" | "years">> {
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
  for (const { halfMonth, at, figures } of days) {
    const list = daysOf.get(halfMonth);
    if (list !== undefined) list[at] = figures;
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

/** What the store holds under each number; null where nothing. */
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
