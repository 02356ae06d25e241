import { mergeReadings } from "@/lib/domain/series/merge.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { judgeRegister } from "./judge.ts";
import type { RegisterRule } from "./register_rule.ts";

/** How a reading contradicts those of its register. */
export interface Contradiction {
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
