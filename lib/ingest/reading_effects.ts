/** What adding, confirming or deleting readings of a register would change. @module */

import { changedSpans } from "@/lib/timeseries/changes.ts";
import { mergeReadings, type Point, type Reading, slotOf } from "@/lib/timeseries/readings.ts";
import {
  countedAlong,
  type JudgedReading,
  judgeRegister,
  type RegisterFacts,
} from "@/lib/timeseries/register_judgement.ts";
import { type PathPoint, type RegisterRule, START } from "@/lib/timeseries/register_rules.ts";
import { aggregatesOf, type Readings, type Span } from "@/lib/timeseries/rollups.ts";

/** Days during which a deletion can be undone. @spec series.deletions */
export const RESTORABLE_DAYS = 30;

/** Readings that a page shows before it deletes them. */
export const DELETED_SHOWN = 50;

/**
 * The readings that remove some points of a series and leave the others of their five minutes.
 *
 * @spec series.deletions
 * @param points every point of the slots concerned
 * @param deleted seconds
 */
export function readingsWithout(points: readonly Point[], deleted: ReadonlySet<number>): Reading[] {
  const gone = points.filter(({ epochS }) => deleted.has(epochS));
  const slots = new Set(gone.map(({ epochS }) => slotOf(epochS)));
  const left = points.filter(({ epochS }) => slots.has(slotOf(epochS)) && !deleted.has(epochS));
  return [...gone.map(({ epochS }) => ({ epochS, removed: true as const })), ...left];
}

/** A consumption that changes with a deletion: null where nothing is known any more, or was. */
interface ChangedConsumption extends Span {
  readonly before: number | null;
  readonly after: number | null;
}

/** The consumption that a deletion changes, over the intervals that it touches; null when it changes none. */
export function consumptionChanged(before: Readings, after: Readings): ChangedConsumption | null {
  const spans = changedSpans({ before, after });
  const [first, last] = [spans[0], spans.at(-1)];
  const isCounted = before.kind === "index" || before.kind === "consumption";
  if (!isCounted || first === undefined || last === undefined) return null;
  const span = { fromS: first.fromS, toS: last.toS };
  const counted = (readings: Readings) => {
    const [aggregates = null] = aggregatesOf(readings, [span]);
    return aggregates === null || aggregates.coveredS === 0 ? null : aggregates.millionths / 1e6;
  };
  return { ...span, before: counted(before), after: counted(after) };
}

/** How a reading contradicts those of its register. */
interface Contradiction {
  /** Readings that count without it, and do not with it; none when it does not count itself. */
  readonly lostCount: number;
  /** The readings beside it that count without it; null without one. */
  readonly before: Point | null;
  readonly after: Point | null;
}

/**
 * How a reading that is added to a register contradicts its readings: it would not count, or they would not any more.
 *
 * @spec indexes.contradiction
 * @param points those around it, in time order, without index errors
 * @returns null when it contradicts none
 */
export function contradictionOf(
  points: readonly Point[],
  added: Point,
  rule: RegisterRule,
): Contradiction | null {
  const merged = mergeReadings(points, [added], "index");
  const before = judgeRegister(points, rule).counted;
  const after = new Set(judgeRegister(merged, rule).counted.map(({ epochS }) => epochS));
  const present = new Set(merged.map(({ epochS }) => epochS));
  const isLost = ({ epochS }: Point) => present.has(epochS) && !after.has(epochS);
  const isCounted = after.has(added.epochS);
  const lostCount = isCounted ? before.filter(isLost).length : 0;
  if (isCounted && lostCount === 0) return null;
  return {
    lostCount,
    before: before.findLast(({ epochS }) => epochS < added.epochS) ?? null,
    after: before.find(({ epochS }) => epochS > added.epochS) ?? null,
  };
}

/** A reading that waits to be confirmed. */
interface WaitingReading {
  readonly reading: Point;
  /** The last reading that counts, before it. */
  readonly before: PathPoint;
  /** The reading after it; null when it is the last one. */
  readonly next: Point | null;
  /** What it would count if a person called it real, since the last reading that counts; null for nothing. */
  readonly counted: number | null;
}

/**
 * The readings of a register that wait to be confirmed, newest first: until then they count nothing.
 *
 * @spec series.verdicts
 * @param readings its suspended readings, in time order
 * @param most how many of the newest
 */
export function waitingReadings(
  readings: readonly JudgedReading[],
  facts: Pick<RegisterFacts, "rule" | "last">,
  most: number,
): WaitingReading[] {
  const { last } = facts;
  if (last === null) return [];
  const pending = readings.flatMap(({ epochS, value, verdict }, at): WaitingReading[] => {
    if (verdict !== "to-confirm" || at < readings.length - 2 * most) return [];
    const reading = { epochS, value };
    const counted = countedIfReal(readings.slice(0, at + 1), facts);
    return [{ reading, before: last, next: readings[at + 1] ?? null, counted }];
  });
  return pending.slice(-most).reverse();
}

/** What the suspended readings of a register count once the last of them is called real. */
function countedIfReal(
  points: readonly Point[],
  { rule, last }: Pick<RegisterFacts, "rule" | "last">,
): number | null {
  const real = points.at(-1);
  if (real === undefined || last === null) return null;
  const said = { ...real, isReal: true, by: "", atMs: 0 };
  const verdicts = [...rule.verdicts.filter(({ epochS }) => epochS !== real.epochS), said];
  const judged = judgeRegister(points, { ...rule, verdicts }, stateAt(last));
  return countedAlong(judged.intervals, { fromS: last.epochS, toS: real.epochS });
}

/** What the suspended readings of a register count within another rate; null for nothing. */
export function countedWithin(
  points: readonly Point[],
  { rule, last }: Pick<RegisterFacts, "rule" | "last">,
  maxRatePerHour: number,
): number | null {
  const end = points.at(-1);
  if (end === undefined || last === null) return null;
  const { intervals } = judgeRegister(points, { ...rule, maxRatePerHour }, stateAt(last));
  return countedAlong(intervals, { fromS: last.epochS, toS: end.epochS });
}

function stateAt(last: PathPoint) {
  return { ...START, atS: last.epochS, last };
}
