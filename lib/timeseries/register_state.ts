/** Where the judgement of a register stands after a reading, and where its path may go on. @module */

import { DAY_S } from "@/lib/base/durations.ts";
import type { RegisterJump } from "./meter_event.ts";

/** A register at a second: a reading, or the first index after a dated event. */
export interface PathPoint {
  readonly epochS: number;
  readonly value: number;
}

/** A place of the path just before it rises, from which it may continue when the rise was an error. */
export interface Rise {
  readonly at: PathPoint;
  readonly next: PathPoint;
  /** Readings of the path after `at`, at most {@link MOST_COUNTED}. */
  readonly count: number;
}

/** Consecutive suspended readings, each of which follows the one before. */
interface SuspendedRun {
  readonly first: PathPoint;
  readonly last: PathPoint;
  /** At most {@link MOST_COUNTED}. */
  readonly count: number;
}

/** The path that was left, and could be resumed. */
export interface LeftPath {
  readonly last: PathPoint;
  /** The last reading that both paths share, or the first of either. */
  readonly forkS: number;
  /** Null after an error in the first reading. */
  readonly jump: RegisterJump | null;
}

/** Readings in a row that are beyond the rate, each above the one before. */
export interface Excess {
  readonly count: number;
  readonly fromS: number;
  /** Lowest rate per hour within which they all are. */
  readonly ratePerHour: number;
}

/**
 * Where the judgement of a register is after a reading: judging goes on from it as if every earlier reading were read.
 *
 * @spec series.registers
 */
export interface PathState {
  /** Second of the last reading; null before the first. */
  readonly atS: number | null;
  /** Last of the path; null when nothing is counted yet. */
  readonly last: PathPoint | null;
  /** Whether the path is the first reading alone. */
  readonly isFirst: boolean;
  /** Whether a reading after the last of the path is not counted. */
  readonly isBroken: boolean;
  /** Whether a reading after the run is not counted. */
  readonly isRunBroken: boolean;
  readonly rises: readonly Rise[];
  readonly left: LeftPath | null;
  readonly run: SuspendedRun | null;
  readonly excess: Excess | null;
}

/** How long a left path may be resumed: after a jump, after an error in the first reading. */
const LEFT_AFTER_JUMP_S = 92 * DAY_S;
const LEFT_AFTER_FIRST_S = 7 * DAY_S;

/** Whether a left path may still be resumed. */
export function mayResume({ jump, forkS }: Omit<LeftPath, "last">, atS: number): boolean {
  return atS - forkS <= (jump === null ? LEFT_AFTER_FIRST_S : LEFT_AFTER_JUMP_S);
}

/** Counts above this decide nothing more. */
export const MOST_COUNTED = 3;

export const START: PathState = {
  atS: null,
  last: null,
  isFirst: false,
  isBroken: false,
  isRunBroken: false,
  rises: [],
  left: null,
  run: null,
  excess: null,
};

/** Maximum number of places to continue from: the highest rises stay. */
const RISES_HELD = 4;

/** The places to continue from after a path goes on from its last point to another. */
export function risesAfter(
  before: readonly Rise[],
  last: PathPoint,
  point: PathPoint,
): readonly Rise[] {
  const isWrapped = point.value < last.value;
  const rises = isWrapped ? [] : before.map((rise) => {
    return rise.count < MOST_COUNTED ? { ...rise, count: rise.count + 1 } : rise;
  });
  if (point.value > last.value) rises.push({ at: last, next: point, count: 1 });
  while (rises[0] !== undefined && isLasting({ ...rises[0], first: rises[0].next, last: point })) {
    rises.shift();
  }
  if (rises.length > RISES_HELD) rises.splice(smallest(rises), 1);
  return rises;
}

/** R (5): a run that rises, of three readings over a day or two over a week. */
export function isLasting(
  { first, last, count }: {
    readonly first: PathPoint;
    readonly last: PathPoint;
    readonly count: number;
  },
): boolean {
  const lengthS = last.epochS - first.epochS;
  return last.value > first.value &&
    (count >= 3 && lengthS >= DAY_S || count >= 2 && lengthS >= 7 * DAY_S);
}

function smallest(rises: readonly Rise[]): number {
  const heightOf = ({ at, next }: Rise) => next.value - at.value;
  let found = 0;
  for (const [at, rise] of rises.entries()) {
    const least = rises[found];
    if (least !== undefined && heightOf(rise) < heightOf(least)) found = at;
  }
  return found;
}
