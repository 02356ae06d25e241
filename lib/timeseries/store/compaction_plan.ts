/** Plans the compaction of a series: what is read, what changes, what is written; late readings correct purged days. @module */

import { isDeepStrictEqual } from "node:util";
import type { Store } from "@/lib/store/store.ts";
import { changedSpans, correctedDay, movedDay, withGained } from "@/lib/timeseries/changes.ts";
import {
  isSameEvent,
  type MeterEvent,
  type RegisterVerdict,
} from "@/lib/timeseries/meter_event.ts";
import {
  mergeReadings,
  type Point,
  type Reading,
  SLOT_S,
  slotOf,
} from "@/lib/timeseries/readings.ts";
import { judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import type { RegisterLimits, RegisterRule } from "@/lib/timeseries/register_rules.ts";
import {
  type Aggregates,
  aggregatesOf,
  type Readings,
  type Span,
} from "@/lib/timeseries/rollups.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import { CONTEXT_POINTS, PointsWindow } from "./chunk_parts.ts";
import {
  type Judging,
  type PartChanges,
  partChanges,
  planRegister,
  type RegisterPlan,
} from "./chunk_rewrite.ts";
import { type Purged, ruleOf, type SeriesMetadata, storedLimits } from "./series_metadata.ts";
import {
  type ChangedDay,
  daysUnder,
  patchedRollups,
  placeOf,
  readDays,
  type Rollup,
} from "./stored_rollups.ts";
import type { ZoneDays } from "./zone_days.ts";

/** The arrivals of one series, and its previous head. */
export interface SeriesInput extends Omit<SeriesArrivals, "rule" | "purged" | "isLate"> {
  /** Null before the first reading. */
  readonly head: SeriesMetadata | null;
  /** New events of the meter, when they change. */
  readonly events?: readonly MeterEvent[];
  /** New verdicts of persons, when they change. */
  readonly verdicts?: readonly RegisterVerdict[];
  /** Limits of the register; those of its head by default. */
  readonly limits?: RegisterLimits | undefined;
  /** Nothing is written: a register that is not judged yet is judged from the readings nearby. */
  readonly isMerge?: boolean;
}

interface Change {
  readonly coming: SeriesInput;
  readonly next: Judging;
  readonly zone: ZoneDays;
}

function nextJudging({ head, events, verdicts, limits }: SeriesInput): Judging {
  const known = limits === undefined ? head?.limits : storedLimits(limits);
  const said = verdicts ?? head?.verdicts;
  return {
    events: events ?? head?.events ?? [],
    ...known && { limits: known },
    ...said && { verdicts: said },
  };
}

/** True when a stored register is judged from its first reading: for the first time, or by other limits. */
function isJudgedWhole({ coming: { head, isMerge = false }, next }: Change): boolean {
  return head !== null && !isMerge &&
    (head.path === undefined || !isDeepStrictEqual(head.limits, next.limits));
}

/** The seconds that a change touches, with the slots of its readings. */
function spanOfChange(change: Change): Span {
  const { coming: { kind, head, readings }, next } = change;
  if (kind === "index" && isJudgedWhole(change)) return { fromS: -Infinity, toS: Infinity };
  const said = changedVerdicts(head?.verdicts ?? [], next.verdicts ?? []);
  const events = changedEvents(head?.events ?? [], next.events);
  const { fromS, toS } = spanOfComing([...readings, ...events, ...said]);
  return { fromS: slotOf(fromS) * SLOT_S, toS };
}

/** The points around a change, and the days whose figures differ. */
interface ReadChange {
  readonly known: Readings;
  readonly after: Readings;
  readonly days: readonly number[];
  readonly register?: RegisterPlan;
}

/** Reads a series as far as a change reaches. */
async function readOther(window: PointsWindow, change: Change): Promise<ReadChange> {
  const { coming: { kind, readings }, zone } = change;
  const { fromS, toS } = spanOfChange(change);
  const context = contextOf(readings);
  await window.reach(fromS, toS, context);
  const before = { kind, points: window.points };
  const after = { kind, points: mergeReadings(window.points, readings, kind) };
  const days = daysOf(zone, changedSpans({ before, after }));
  const span = spanOfDays(days, zone);
  await window.reach(Math.min(fromS, span.fromS), Math.max(toS, span.toS), context);
  const points = mergeReadings(window.points, readings, kind);
  return { known: { kind, points: window.points }, after: { kind, points }, days };
}

async function readRegister(window: PointsWindow, change: Change): Promise<ReadChange> {
  const { coming: { kind, head, readings }, next, zone } = change;
  const merged = () => mergeReadings(window.points, readings, kind);
  const register = await planRegister(window, {
    head,
    next,
    changed: spanOfChange(change),
    merged,
    daysOf: (spans) => spanOfDays(daysOf(zone, spans), zone),
  });
  const known = { kind, points: window.points, register: register.before };
  const after = { kind, points: merged(), register: register.after };
  const changed = daysOf(zone, changedSpans({ before: known, after }));
  const days = isJudgedWhole(change)
    ? [...new Set([...changed, ...registerDays([known, after], zone, next.events)])]
      .sort((a, b) => a - b)
    : changed;
  return { known, after, days, register };
}

/** The days under the readings of a register. */
function registerDays(
  all: readonly Readings[],
  zone: ZoneDays,
  events: readonly MeterEvent[],
): readonly number[] {
  return all.flatMap(({ kind, points }) => [...daysUnder(points, { kind, events, zone })]);
}

function spanOfDays(days: readonly number[], zone: ZoneDays): Span {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { fromS: Infinity, toS: -Infinity };
  return { fromS: zone.startOf(first), toS: zone.startOf(last + 1) };
}

/** Points to read on each side of readings: a removal removes at most two. */
export function contextOf(readings: readonly Reading[]): number {
  return CONTEXT_POINTS + 2 * readings.filter((reading) => "removed" in reading).length;
}

export function changedEvents(
  before: readonly MeterEvent[],
  after: readonly MeterEvent[],
): readonly MeterEvent[] {
  const without = (events: readonly MeterEvent[], others: readonly MeterEvent[]) =>
    events.filter((event) => !others.some((other) => isSameEvent(event, other)));
  return [...without(before, after), ...without(after, before)];
}

/** The verdicts that only one of two lists has. */
export function changedVerdicts(
  before: readonly RegisterVerdict[],
  after: readonly RegisterVerdict[],
): readonly RegisterVerdict[] {
  const without = (some: readonly RegisterVerdict[], others: readonly RegisterVerdict[]) =>
    some.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));
  return before === after ? [] : [...without(before, after), ...without(after, before)];
}

function spanOfComing(changes: readonly { readonly epochS: number }[]): Span {
  let [fromS, toS] = [Infinity, -Infinity];
  for (const { epochS } of changes) {
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

/** The changes of a series: everything that must be written together. */
export interface SeriesPlan {
  readonly seriesId: string;
  readonly head: SeriesMetadata;
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
  const next = nextJudging(coming);
  const change: Change = { coming: { ...coming, kind, readings }, next, zone };
  const lastS = head?.last?.epochS ?? -Infinity;
  const pivotS = spanOfChange(change).toS;
  const window = new PointsWindow(store, projectId, seriesId, { pivotS, lastS });
  const read = kind === "index" ? readRegister : readOther;
  const { known, after, days, register = null } = await read(window, change);
  const { events } = next;
  const rule = ruleOf(next);
  const late = await lateDays(store, { ...coming, kind, rule, purged, isLate }, zone);
  const changedDays = [...late.days, ...changesOf(days, { known, after, purged }, zone)];
  const merged = after.points;
  const ends = window.reachedEnd
    ? { last: merged.at(-1) ?? null, previousS: previousS(after) }
    : { last: head?.last ?? null, previousS: head?.previousS ?? null };
  const nextHead = {
    kind,
    ...ends,
    events,
    purged,
    ...register?.head ?? { falls: head?.falls ?? [] },
  };
  const isEarlier = late.days.length > 0 ||
    isEarlierChanged(days, { head, next: nextHead }, zone);
  const earlierChanges = (head?.earlierChanges ?? 0) + (isEarlier ? 1 : 0);
  const { parts } = window;
  const paths = register?.paths ?? null;
  return {
    seriesId,
    head: { ...nextHead, earlierChanges },
    notes: late.notes,
    ...await patchedRollups(store, coming, kind, changedDays),
    parts: () => partChanges(store, { projectId, seriesId, kind, readings, parts, merged, paths }),
  };
}

/** True for a change counted by {@link SeriesMetadata.earlierChanges}, such as a newest point moved to an earlier day. */
function isEarlierChanged(
  [first = Infinity]: readonly number[],
  { head, next }: {
    readonly head: SeriesMetadata | null;
    readonly next: Pick<SeriesMetadata, "last" | "events" | "falls">;
  },
  zone: ZoneDays,
): boolean {
  const dayOf = (point: Point | null | undefined) => point ? zone.dayAt(point.epochS) : -Infinity;
  const [before, after] = [dayOf(head?.last), dayOf(next.last)];
  const { events = [], falls = [] } = head ?? {};
  return after < before || first < Math.max(before, after) ||
    !isDeepStrictEqual([events, falls], [next.events, next.falls]);
}

/** Second of the point before the last one; null when there is none, or when no consumption is counted from it. */
function previousS({ points, register }: Readings): number | null {
  const [previous, last] = [points.at(-2), points.at(-1)];
  if (register === undefined) return previous?.epochS ?? null;
  const counts = register.counted.at(-1) === last && register.counted.at(-2) === previous;
  return counts ? previous?.epochS ?? null : null;
}

interface ChangedReadings {
  readonly known: Readings;
  readonly after: Readings;
  readonly purged: Purged | null;
}

/** Recomputed days; days with partially stored readings change by the difference of the stored part. */
function changesOf(
  days: readonly number[],
  { known, after, purged }: ChangedReadings,
  zone: ZoneDays,
): ChangedDay[] {
  const spans = days.map((day) => zone.spanOf(day));
  const now = aggregatesOf(after, spans);
  if (purged === null) {
    return days.map((day, at) => ({ ...placeOf(day), figuresFrom: () => now[at] ?? null }));
  }
  const before = aggregatesOf(known, spans);
  const firstWhole = zone.dayAt(purged.pointsBeforeS);
  return days.flatMap((day, at) => {
    if (day < purged.daysBefore) return [];
    const figuresFrom: ChangedDay["figuresFrom"] = (stored) =>
      day >= firstWhole
        ? now[at] ?? null
        : movedDay(stored, { before: before[at] ?? null, after: now[at] ?? null });
    return [{ ...placeOf(day), figuresFrom }];
  });
}

/** Result of late readings for a day whose readings were purged. */
export interface LateNote {
  readonly day: number;
  readonly what: "corrected" | "ignored";
  readonly readingCount: number;
  /** Difference for the day, in the unit of the series: a total, or a mean for averages; null when ignored. */
  readonly difference: number | null;
}

interface SeriesArrivals {
  readonly projectId: string;
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly rule: RegisterRule;
  readonly purged: Purged | null;
  /** In arrival order. */
  readonly readings: readonly Reading[];
  /** True for a reading of a time already purged. */
  isLate(reading: Reading): boolean;
}

/**
 * Changes made by readings older than the retention: whole days by difference, and unknown days.
 *
 * Idempotent.
 * @spec series.late-readings
 */
async function lateDays(
  store: Store,
  series: SeriesArrivals,
  zone: ZoneDays,
): Promise<{ readonly days: readonly ChangedDay[]; readonly notes: readonly LateNote[] }> {
  const { kind, rule, purged } = series;
  const late = purged === null ? [] : series.readings.filter((reading) => series.isLate(reading));
  if (purged === null || late.length === 0) return { days: [], notes: [] };
  const points = mergeReadings([], late, kind);
  const came = byDay(late, zone);
  const days = daysBetween([...came.keys()]);
  const known = await readDays(store, series, days);
  const register = kind === "index" ? judgeRegister(points, rule) : undefined;
  const alone = aggregatesOf({ kind, points, register }, days.map((day) => zone.spanOf(day)));
  const firstWhole = zone.dayAt(purged.pointsBeforeS);
  const now = new Map(known);
  const notes: LateNote[] = [];
  for (const [at, day] of days.entries()) {
    const readingCount = came.get(day) ?? 0;
    if (day < purged.daysBefore) {
      if (readingCount > 0) notes.push({ day, what: "ignored", readingCount, difference: null });
    } else if ((known.get(day) ?? null) === null) {
      now.set(day, alone[at] ?? null);
    } else if (readingCount > 0) {
      const own = pointsOf(points, zone.spanOf(day));
      const span = zone.spanOf(day);
      const difference = correct(now, { kind, rule, day, firstWhole, own, span });
      const what = difference === null ? "ignored" : "corrected";
      if (difference !== 0) notes.push({ day, what, readingCount, difference });
    }
  }
  return { days: changedDays(known, now), notes };
}

interface Correction {
  readonly kind: DataKind;
  readonly rule: RegisterRule;
  readonly day: number;
  /** First day whose readings are all stored. */
  readonly firstWhole: number;
  readonly own: readonly Point[];
  readonly span: { readonly fromS: number; readonly toS: number };
}

/** Corrects a day and the next one. @returns the day's difference; null when the readings cannot replace it */
function correct(
  now: Map<number, Aggregates | null>,
  { kind, rule, day, firstWhole, own, span }: Correction,
): number | null {
  const register = kind === "index" ? judgeRegister(own, rule) : undefined;
  const [came] = aggregatesOf({ kind, points: own, register }, [span]);
  const known = now.get(day);
  if (!came || !known) return null;
  const corrected = correctedDay(kind, known, came);
  if (corrected === null) return null;
  const next = now.get(day + 1) ?? null;
  if (corrected.nextDayMillionths !== 0 && next !== null) {
    const moved = withGained(next, corrected.nextDayMillionths);
    // The first whole day is computed from its readings.
    if (moved === null || day + 1 >= firstWhole) return null;
    now.set(day + 1, moved);
  }
  now.set(day, corrected.aggregates);
  return gained(kind, known, corrected.aggregates);
}

function gained(kind: DataKind, before: Aggregates, after: Aggregates): number {
  if (kind === "state") return (after.last ?? 0) - (before.last ?? 0);
  const of = ({ millionths, count }: Aggregates) =>
    kind === "instant" ? millionths / count / 1e6 : millionths;
  return kind === "instant" ? of(after) - of(before) : (of(after) - of(before)) / 1e6;
}

function changedDays(
  known: ReadonlyMap<number, Aggregates | null>,
  now: ReadonlyMap<number, Aggregates | null>,
): ChangedDay[] {
  return [...now].flatMap(([day, aggregates]) =>
    aggregates === (known.get(day) ?? null)
      ? []
      : [{ ...placeOf(day), figuresFrom: () => aggregates }]
  );
}

function pointsOf(
  points: readonly Point[],
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
): readonly Point[] {
  return points.filter(({ epochS }) => epochS >= fromS && epochS < toS);
}

function byDay(readings: readonly Reading[], zone: ZoneDays): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { epochS } of readings) {
    const day = zone.dayAt(epochS);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

/** Every day from the first to the last, and the next day, which depends on a register's last value. */
function daysBetween(days: readonly number[]): readonly number[] {
  const first = Math.min(...days);
  const last = Math.max(...days);
  return Array.from({ length: last - first + 2 }, (_, at) => first + at);
}
