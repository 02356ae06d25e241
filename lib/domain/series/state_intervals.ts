import type { Point } from "./types.ts";

export interface StateInterval {
  readonly state: string | number;
  /** Seconds since 1970. */
  readonly fromS: number;
  /** Start of the next state; null while this one lasts. */
  readonly toS: number | null;
}

/**
 * Merges the readings of a state into intervals: "open" repeated a hundred times is one interval.
 *
 * @spec series.states
 * @param points in time order
 * @returns latest first
 */
export function stateIntervals(points: readonly Point[]): StateInterval[] {
  const intervals: StateInterval[] = [];
  for (const { epochS, value, text } of points) {
    const state = text ?? value;
    const last = intervals.at(-1);
    if (last?.state === state) continue;
    if (last !== undefined) intervals[intervals.length - 1] = { ...last, toS: epochS };
    intervals.push({ state, fromS: epochS, toS: null });
  }
  return intervals.reverse();
}
