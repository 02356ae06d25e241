import { addDays, addYears, type IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { GasType } from "./lines.ts";
import type { GasFault } from "./types.ts";

/** How far back GRDF stores lines, years. @spec gas.grdf-requests "published 5 years back, informative 3" */
const GAS_DEPTH_YEARS: Readonly<Record<GasType, number>> = { published: 5, informative: 3 };

/** Overlap with days already requested: lines are corrected that late. */
const GAS_OVERLAP_DAYS: Readonly<Record<GasType, number>> = { published: 400, informative: 40 };

export interface GasSpan {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/**
 * The days to request for a delivery point: all that GRDF stores the first time, then new days and those that may have
 * been corrected.
 *
 * @param pulledTo day up to which lines have come; null before the first time
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
export interface GasAsking {
  /** ISO instant; null when it never was. */
  readonly askedAt: string | null;
  readonly fault: GasFault | null;
  /** Times in a row it brought a fault. */
  readonly failureCount: number;
}

const HOUR_MS = 3_600_000;
/** Lines come once a day: less than a day, so that the hour does not slide. */
const DAILY_HOURS = 20;
/** Hours before a failed host is retried; then once a day. */
const BACKOFF_HOURS = [1, 2, 4, 8];
/** Faults that another hour may not have. */
const PASSING: ReadonlySet<GasFault> = new Set(["unreachable", "too-many-requests", "unreadable"]);

/**
 * Whether GRDF is to be queried again: once a day, sooner after a temporary fault, with growing delays; at once where the
 * clock was set back since.
 */
export function isGasAskDue({ askedAt, fault, failureCount }: GasAsking, nowMs: number): boolean {
  if (askedAt === null) return true;
  const isPassing = fault !== null && PASSING.has(fault);
  const hours = isPassing ? BACKOFF_HOURS[failureCount - 1] ?? DAILY_HOURS : DAILY_HOURS;
  const sinceMs = nowMs - Date.parse(askedAt);
  return sinceMs < 0 || sinceMs >= hours * HOUR_MS;
}
