import { isDeepStrictEqual } from "node:util";
import { daysUnder } from "@/lib/backend/kv/series/expected.ts";
import { type SeriesHead, storedLimits } from "@/lib/backend/kv/series/head.ts";
import { CONTEXT_POINTS, type PointsWindow } from "@/lib/backend/kv/series/window.ts";
import type { ZoneDays } from "@/lib/backend/kv/series/zone_days.ts";
import { changedSpans } from "@/lib/domain/series/changed.ts";
import { mergeReadings, SLOT_S, slotOf } from "@/lib/domain/series/merge.ts";
import { isSameEvent } from "@/lib/domain/series/meter_event.ts";
import type { RegisterLimits } from "@/lib/domain/series/registers/register_limits.ts";
import type { Readings, Span } from "@/lib/domain/series/rollup.ts";
import type { MeterEvent, Reading, RegisterVerdict } from "@/lib/domain/series/types.ts";
import type { SeriesArrivals } from "./late.ts";
import { planRegister, type RegisterPlan } from "./register_plan.ts";

/** The arrivals of one series, and its previous head. */
export interface SeriesInput extends Omit<SeriesArrivals, "rule" | "purged" | "isLate"> {
  /** Null before the first reading. */
  readonly head: SeriesHead | null;
  /** New events of the meter, when they change. */
  readonly events?: readonly MeterEvent[];
  /** New verdicts of persons, when they change. */
  readonly verdicts?: readonly RegisterVerdict[];
  /** Limits of the register; those of its head by default. */
  readonly limits?: RegisterLimits | undefined;
  /** Nothing is written: a register that is not judged yet is judged from the readings nearby. */
  readonly isMerge?: boolean;
}

/** What a register is judged by after a change. */
type Judging = Pick<SeriesHead, "limits" | "events" | "verdicts">;

export interface Change {
  readonly coming: SeriesInput;
  readonly next: Judging;
  readonly zone: ZoneDays;
}

export function nextJudging({ head, events, verdicts, limits }: SeriesInput): Judging {
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
export function spanOfChange(change: Change): Span {
  const { coming: { kind, head, readings }, next } = change;
  if (kind === "index" && isJudgedWhole(change)) return { fromS: -Infinity, toS: Infinity };
  const said = changedVerdicts(head?.verdicts ?? [], next.verdicts ?? []);
  const events = changedEvents(head?.events ?? [], next.events);
  const { fromS, toS } = spanOfComing([...readings, ...events, ...said]);
  return { fromS: slotOf(fromS) * SLOT_S, toS };
}

/** The points around a change, and the days whose figures differ. */
export interface ReadChange {
  readonly known: Readings;
  readonly after: Readings;
  readonly days: readonly number[];
  readonly register?: RegisterPlan;
}

/** Reads a series as far as a change reaches. */
export function readChange(window: PointsWindow, change: Change): Promise<ReadChange> {
  return change.coming.kind === "index" ? readRegister(window, change) : readOther(window, change);
}

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
