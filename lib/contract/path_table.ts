import type { Method } from "./call.ts";

/** Where a call is, and how long its answer stays fresh: all that an island needs to ask. */
export interface CallPath {
  readonly method: Method;
  /** Under `/api`. */
  readonly path: `/${string}`;
  /** Seconds an answer may be reused (B §9 "Caches and timing"). */
  readonly freshForSeconds?: number;
}

/** The calls of an area by name. */
export type PathTable = Readonly<Record<string, CallPath>>;

/** Current and range data, pilot configuration and thresholds: 15 minutes. @spec B §9 */
export const FRESH_DATA_SECONDS = 900;

/** Alarms: 5 minutes. @spec B §9 */
export const FRESH_ALARMS_SECONDS = 300;

/** Queued reports, pilot status and connectivity: 1 minute. @spec B §9 */
export const FRESH_STATUS_SECONDS = 60;
