import { countedAlong } from "@/lib/domain/series/register.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { type JudgedReading, judgeRegister, type RegisterFacts } from "./judge.ts";
import { type PathPoint, START } from "./path_state.ts";

/** Most answers of persons about the readings of one meter. */
export const MOST_VERDICTS = 100;

/** A reading that waits to be confirmed. */
export interface WaitingReading {
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
  const waiting = readings.flatMap(({ epochS, value, verdict }, at): WaitingReading[] => {
    if (verdict !== "to-confirm" || at < readings.length - 2 * most) return [];
    const reading = { epochS, value };
    const counted = countedIfReal(readings.slice(0, at + 1), facts);
    return [{ reading, before: last, next: readings[at + 1] ?? null, counted }];
  });
  return waiting.slice(-most).reverse();
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
