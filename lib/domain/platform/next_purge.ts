import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import {
  type Retention,
  type RetentionStart,
  retentionStart,
} from "@/lib/domain/series/retention.ts";
import { JOB_SCHEDULES, nextRun } from "./jobs.ts";

/** Date of the next purge, and its extent. */
export interface NextPurge {
  /** ISO, with Z. */
  readonly at: string;
  /** The first days retained then. */
  readonly kept: RetentionStart;
}

/** The next purge of an organisation's series, with the number of series that lose data if nothing changes until then. */
export interface ComingPurge extends NextPurge {
  /** Readings. */
  readonly pointCount: number;
  /** Figures of days. */
  readonly dayCount: number;
  /** Figures of months. */
  readonly monthCount: number;
  /** Residences that lose some of them. */
  readonly projectCount: number;
  /** Residences to which older readings have just come: they are counted within minutes. */
  readonly arrivingCount: number;
  /** Residences that were not looked at: there are too many to count them unasked. */
  readonly uncountedCount: number;
}

/**
 * The extent of the next purge of series, by the current retention.
 *
 * @spec issue 4 §1 "Retention per organisation and granularity"
 * @param nowMs epoch ms
 * @returns null when the job never runs
 */
export function nextPurge(retention: Retention, nowMs: number): NextPurge | null {
  const atMs = nextRun(JOB_SCHEDULES["purge series"], nowMs);
  if (atMs === null) return null;
  const kept = retentionStart(retention, civilDateOf(atMs));
  return { at: new Date(atMs).toISOString(), kept };
}
