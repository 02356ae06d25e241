import type { Point } from "./types.ts";

/** What is thrown for a curve of fewer than three points. */
export const NOT_ENOUGH_TIMES = "Not enough times";

/** A gap longer than this many usual steps breaks the line. */
const BREAK_STEPS = 2.5;

/**
 * A curve as the runs to draw: the line is broken where readings are missing.
 *
 * The usual step is the median time between points, which takes three points to know.
 *
 * @spec F §8 "A curve of fewer than 3 points gives 'Not enough times'", B §8
 * @param points in time order
 * @returns runs of points in time order, each to be drawn as one line
 * @throws RangeError "Not enough times" when there are fewer than three points
 */
export function curveRuns(points: readonly Point[]): readonly (readonly Point[])[] {
  if (points.length < 3) throw new RangeError(NOT_ENOUGH_TIMES);
  const longestS = usualStepS(points) * BREAK_STEPS;
  const runs: Point[][] = [];
  let beforeS = -Infinity;
  for (const point of points) {
    if (point.epochS - beforeS > longestS) runs.push([]);
    runs.at(-1)?.push(point);
    beforeS = point.epochS;
  }
  return runs;
}

function usualStepS(points: readonly Point[]): number {
  const steps = points.slice(1).map((point, index) => point.epochS - (points[index]?.epochS ?? 0));
  steps.sort((a, b) => a - b);
  return steps[Math.floor((steps.length - 1) / 2)] ?? 0;
}
