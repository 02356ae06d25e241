import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import {
  type Retention,
  type RetentionStart,
  retentionStart,
} from "@/lib/domain/series/retention.ts";
import { JOBS, nextRun } from "./jobs.ts";

interface NextPurge {
  /** ISO, with Z. */
  readonly at: string;
  /** The first days retained then. */
  readonly kept: RetentionStart;
}

/** What a purge removes, before anything is counted. */
export const NOTHING_PURGED = {
  pointCount: 0,
  dayCount: 0,
  monthCount: 0,
  projectCount: 0,
  arrivingCount: 0,
  uncountedCount: 0,
};

/**
 * The extent of the next purge of series, with the current retention.
 *
 * @spec issue 4 §1 "Retention per organisation and granularity"
 * @param nowMs epoch ms
 * @returns null when the job never runs
 */
export function nextPurge(retention: Retention, nowMs: number): NextPurge | null {
  const atMs = nextRun(JOBS["purge series"].schedule, nowMs);
  if (atMs === null) return null;
  const kept = retentionStart(retention, civilDateOf(atMs));
  return { at: new Date(atMs).toISOString(), kept };
}
