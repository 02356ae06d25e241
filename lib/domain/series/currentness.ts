import type { Point } from "./types.ts";

/** Age after which a sensor's value is no longer current. */
export const CURRENT_FOR_S = 24 * 3600;

/**
 * The newest reading, if it is current.
 *
 * @spec series.current-values "Sensor current data older than 24 hours is treated as empty"
 * @param last newest reading of the sensor; null when there is none
 * @param nowS seconds since 1970
 * @returns null when the reading is older than 24 hours; a reading of exactly 24 hours is current
 */
export function currentPoint(last: Point | null, nowS: number): Point | null {
  return last !== null && nowS - last.epochS <= CURRENT_FOR_S ? last : null;
}
