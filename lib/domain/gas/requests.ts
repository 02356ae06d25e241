import { addDays, addYears, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import { HOUR_MS } from "@/lib/domain/periods/durations.ts";
import type { GasType } from "./lines.ts";
import type { GasFault } from "./types.ts";

/** Years of history stored by GRDF. @spec gas.grdf-requests "published 5 years back, informative 3" */
const GAS_DEPTH_YEARS: Readonly<Record<GasType, number>> = { published: 5, informative: 3 };

/** Days requested again, since lines may be corrected that late. */
const GAS_OVERLAP_DAYS: Readonly<Record<GasType, number>> = { published: 400, informative: 40 };

export interface GasSpan {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/**
 * The days to request for a delivery point: all that GRDF stores the first time, then new days and days that may have
 * been corrected.
 *
 * @param pulledTo last day received; null before the first time
 */
export function gasSpan(
  type: GasType,
  { pulledTo, today }: { pulledTo: IsoDate | null; today: IsoDate },
): GasSpan {
  const oldest = addYears(today, -GAS_DEPTH_YEARS[type]);
  const again = pulledTo === null ? oldest : addDays(pulledTo, -GAS_OVERLAP_DAYS[type]);
  return { from: again > oldest ? again : oldest, to: today };
}

/** Last request for a delivery point. */
export interface LastGasRequest {
  /** ISO instant; null when never requested. */
  readonly askedAt: string | null;
  readonly fault: GasFault | null;
  /** Number of consecutive failures. */
  readonly failureCount: number;
}

/** Interval between daily requests, under a day so that their hour does not drift. */
const DAILY_HOURS = 20;
/** Hours before a failed host is retried; afterwards, once a day. */
const BACKOFF_HOURS = [1, 2, 4, 8];
/** Temporary faults, retried sooner. */
const PASSING: ReadonlySet<GasFault> = new Set(["unreachable", "too-many-requests", "unreadable"]);

/**
 * Whether GRDF must be queried again: once a day, sooner after a temporary fault, with growing delays; immediately if
 * the clock was set back since.
 */
export function isGasRequestDue(
  { askedAt, fault, failureCount }: LastGasRequest,
  nowMs: number,
): boolean {
  if (askedAt === null) return true;
  const isPassing = fault !== null && PASSING.has(fault);
  const hours = isPassing ? BACKOFF_HOURS[failureCount - 1] ?? DAILY_HOURS : DAILY_HOURS;
  const sinceMs = nowMs - Date.parse(askedAt);
  return sinceMs < 0 || sinceMs >= hours * HOUR_MS;
}
