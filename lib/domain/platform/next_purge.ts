import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { type KeptFrom, keptFrom, type Retention } from "@/lib/domain/series/retention.ts";
import { JOB_SCHEDULES, nextRun } from "./jobs.ts";

/** When readings past their retention go next, and what goes then. */
export interface NextPurge {
  /** ISO, with Z. */
  readonly at: string;
  /** The first days that are kept then. */
  readonly kept: KeptFrom;
}

/** The next purge of an organisation's series, and how many of them it removes if nothing changes until then. */
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
 * What the next purge of series takes away, by the durations in force.
 *
 * @spec issue 4 §1 "Retention per organisation and granularity"
 * @param nowMs epoch ms
 * @returns null when the job never runs
 */
export function nextPurge(retention: Retention, nowMs: number): NextPurge | null {
  const atMs = nextRun(JOB_SCHEDULES["purge series"], nowMs);
  if (atMs === null) return null;
  const kept = keptFrom(retention, civilDateOf(atMs));
  return { at: new Date(atMs).toISOString(), kept };
}
