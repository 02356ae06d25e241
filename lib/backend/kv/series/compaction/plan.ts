import { isDeepStrictEqual } from "node:util";
import { type ChangedDay, patchedRollups } from "@/lib/backend/kv/series/days.ts";
import { placeOf, type Rollup } from "@/lib/backend/kv/series/figures.ts";
import type { Purged, SeriesHead } from "@/lib/backend/kv/series/head.ts";
import { PointsWindow } from "@/lib/backend/kv/series/window.ts";
import type { ZoneDays } from "@/lib/backend/kv/series/zone_days.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { changedSpans } from "@/lib/domain/series/changed.ts";
import { movedDay } from "@/lib/domain/series/correction.ts";
import { mergeReadings } from "@/lib/domain/series/merge.ts";
import { isSameEvent } from "@/lib/domain/series/meter_event.ts";
import { validRegisters } from "@/lib/domain/series/register.ts";
import { changedFalls, FALL_READINGS, registerFalls } from "@/lib/domain/series/register_falls.ts";
import {
  CONTEXT_POINTS,
  figuresOf,
  firstFrom,
  type Readings,
  type Span,
} from "@/lib/domain/series/rollup.ts";
import type { MeterEvent, Point, Reading, RegisterFall } from "@/lib/domain/series/types.ts";
import { lateDays, type LateNote, type SeriesArrivals } from "./late.ts";
import { type PartChanges, partChanges } from "./recut.ts";

/** The arrivals of one series, and its previous head. */
export interface SeriesInput extends Omit<SeriesArrivals, "events" | "purged" | "isLate"> {
  /** Null before the first reading. */
  readonly head: SeriesHead | null;
  /** New events of the meter, when they change. */
  readonly events?: readonly MeterEvent[];
}

/** The changes of a series: everything that must be written together. */
export interface SeriesPlan {
  readonly seriesId: string;
  readonly head: SeriesHead;
  /** Half-months whose days changed, by number. */
  readonly halves: ReadonlyMap<number, Rollup>;
  readonly years: ReadonlyMap<number, Rollup>;
  /** Results of readings for a time already purged. */
  readonly notes: readonly LateNote[];
  /** The parts to write; not computed by reads, which only merge. */
  parts(): Promise<PartChanges>;
}

/**
 * Computes the changes that readings or events make in a series, without writing.
 *
 * Only the days between the nearest readings on each side are recomputed.
 */
export async function planSeries(
  store: Store,
  coming: SeriesInput,
  zone: ZoneDays,
): Promise<SeriesPlan> {
  const { projectId, seriesId, head } = coming;
  const kind = head?.kind ?? coming.kind;
  const purged = head?.purged ?? null;
  const isLate = ({ epochS }: Reading) => purged !== null && epochS < purged.anchorS;
  const readings = purged === null
    ? coming.readings
    : coming.readings.filter((reading) => !isLate(reading));
  const eventsBefore = head?.events ?? [];
  const events = coming.events ?? eventsBefore;
  const near = spanOfComing(readings, changedEvents(eventsBefore, events));
  const lastS = head?.last?.epochS ?? -Infinity;
  const window = new PointsWindow(store, projectId, seriesId, { pivotS: near.toS, lastS });
  const context = contextOf(readings);
  await window.reach(near.fromS, near.toS, context);
  const before: Readings = { kind, points: window.points, events: eventsBefore };
  const mergedNow = () => mergeReadings(window.points, readings, kind);
  const days = daysOf(zone, changedSpans({ before, after: { kind, points: mergedNow(), events } }));
  const spans = days.map((day) => zone.spanOf(day));
  await window.reach(spans[0]?.fromS ?? near.fromS, spans.at(-1)?.toS ?? near.toS, context);
  const merged = mergedNow();
  const known: Readings = { kind, points: window.points, events: eventsBefore };
  const after: Readings = { kind, points: merged, events };
  const late = await lateDays(store, { ...coming, kind, events, purged, isLate }, zone);
  const changedDays = [...late.days, ...changesOf(days, { known, after, purged }, zone)];
  const ends = window.reachedEnd
    ? { last: merged.at(-1) ?? null, previousS: previousS(after) }
    : { last: head?.last ?? null, previousS: head?.previousS ?? null };
  const falls = fallsOf(after, head?.falls ?? [], [near, ...spans]);
  const next = { kind, ...ends, events, falls, purged };
  const isEarlier = late.days.length > 0 || isEarlierChanged(days, { head, next }, zone);
  const earlierChanges = (head?.earlierChanges ?? 0) + (isEarlier ? 1 : 0);
  return {
    seriesId,
    head: { ...next, earlierChanges },
    notes: late.notes,
    ...await patchedRollups(store, coming, kind, changedDays),
    parts: () =>
      partChanges(store, { projectId, seriesId, kind, readings, parts: window.parts, merged }),
  };
}

/** True for a change counted by {@link SeriesHead.earlierChanges}, such as a newest point moved to an earlier day. */
function isEarlierChanged(
  [first = Infinity]: readonly number[],
  { head, next }: {
    readonly head: SeriesHead | null;
    readonly next: Pick<SeriesHead, "last" | "events" | "falls">;
  },
  zone: ZoneDays,
): boolean {
  const dayOf = (point: Point | null | undefined) => point ? zone.dayAt(point.epochS) : -Infinity;
  const [before, after] = [dayOf(head?.last), dayOf(next.last)];
  const { events = [], falls = [] } = head ?? {};
  return after < before || first < Math.max(before, after) ||
    !isDeepStrictEqual([events, falls], [next.events, next.falls]);
}

/** Points to read on each side of readings: a removal removes at most two. */
export function contextOf(readings: readonly Reading[]): number {
  return CONTEXT_POINTS + 2 * readings.filter((reading) => "removed" in reading).length;
}

/** Second of the point before the last one; null when there is none, or when no consumption is counted from it. */
function previousS({ kind, points, events }: Readings): number | null {
  const last = points.slice(-CONTEXT_POINTS);
  const previous = last.at(-2);
  const counts = kind !== "index" || previous === validRegisters(last, events).at(-2);
  return counts ? previous?.epochS ?? null : null;
}

/** The falls of a register after changes in some spans, given in time order except the first. */
function fallsOf(
  { kind, points, events }: Readings,
  known: readonly RegisterFall[],
  spans: readonly Span[],
): readonly RegisterFall[] {
  if (kind !== "index") return known;
  const fromS = Math.min(...spans.slice(0, 2).map((span) => span.fromS));
  const toS = Math.max(spans[0]?.toS ?? 0, spans.at(-1)?.toS ?? 0);
  // The cause of a fall depends on the two readings before it.
  const next = firstFrom(points, toS) + FALL_READINGS - 1;
  const nextS = points[Math.min(next, points.length - 1)]?.epochS ?? toS;
  const part = { fromS, toS: Math.max(toS, nextS + 1) };
  return changedFalls({ known, found: registerFalls(points, events) }, part);
}

interface Change {
  readonly known: Readings;
  readonly after: Readings;
  readonly purged: Purged | null;
}

/** Recomputed days; days with partially stored readings change by the difference of the stored part. */
function changesOf(
  days: readonly number[],
  { known, after, purged }: Change,
  zone: ZoneDays,
): ChangedDay[] {
  const spans = days.map((day) => zone.spanOf(day));
  const now = figuresOf(after, spans);
  if (purged === null) {
    return days.map((day, at) => ({ ...placeOf(day), figuresFrom: () => now[at] ?? null }));
  }
  const before = figuresOf(known, spans);
  const firstWhole = zone.dayAt(purged.pointsBeforeS);
  return days.flatMap((day, at) => {
    if (day < purged.daysBefore) return [];
    const figuresFrom: ChangedDay["figuresFrom"] = (kept) =>
      day >= firstWhole
        ? now[at] ?? null
        : movedDay(kept, { before: before[at] ?? null, after: now[at] ?? null });
    return [{ ...placeOf(day), figuresFrom }];
  });
}

export function changedEvents(
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

/** The days that overlap spans in time order, without duplicates. */
function daysOf(zone: ZoneDays, spans: readonly Span[]): readonly number[] {
  const days: number[] = [];
  let endS = -Infinity;
  for (const { fromS, toS } of spans) {
    if (toS <= endS) continue;
    const last = zone.dayAt(toS - 1);
    for (let day = zone.dayAt(Math.max(fromS, endS)); day <= last; day++) days.push(day);
    endS = zone.startOf(last + 1);
  }
  return days;
}
