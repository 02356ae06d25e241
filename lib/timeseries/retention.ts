/** How long readings and figures of days and months are retained. @module */

import { type IsoDate, isoDate, monthOf, monthParts } from "@/lib/base/civil_dates.ts";
import type { PeriodRange, PeriodType } from "@/lib/base/periods.ts";
import { civilBounds } from "@/lib/base/slots.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { JOBS, nextRun } from "@/lib/store/jobs.ts";

/**
 * Retention periods in years, from the finest to the coarsest.
 *
 * @spec issue 4 §1 "Retention per organisation and granularity"
 */
export interface Retention {
  /** Readings, which provide the hours and five-minute slots. */
  infraDailyYears: number;
  /** Figures of days. */
  dailyYears: number;
  /** Figures of months. */
  monthlyYears: number;
}

export type RetentionField = keyof Retention;

export const DEFAULT_RETENTION: Retention = { infraDailyYears: 2, dailyYears: 3, monthlyYears: 7 };

/** Minimum and maximum years: a page shows a year and the previous one. */
export const RETENTION_BOUNDS: Readonly<Record<RetentionField, { min: number; max: number }>> = {
  infraDailyYears: { min: 1, max: 5 },
  dailyYears: { min: 2, max: 20 },
  monthlyYears: { min: 3, max: 30 },
};

/** Data removed because of their age, or late readings for a purged period. */
export const PURGED_KINDS = ["points", "days", "months", "corrected", "ignored"] as const;

export type PurgedKind = typeof PURGED_KINDS[number];

/** The first days retained. */
export interface RetentionStart {
  /** Readings: the first day of a month. */
  readonly points: IsoDate;
  /** Figures of days: the first day of a month. */
  readonly days: IsoDate;
  /** Figures of months: a 1 January. */
  readonly months: IsoDate;
}

/**
 * The first days of a retention: whole months of readings and days, whole years of months.
 *
 * @spec series.retention
 * @param today civil day of the residence
 */
export function retentionStart(retention: Retention, today: IsoDate): RetentionStart {
  const { year, month } = monthParts(monthOf(today));
  return {
    points: isoDate(year - retention.infraDailyYears, month, 1),
    days: isoDate(year - retention.dailyYears, month, 1),
    months: isoDate(year - retention.monthlyYears, 1, 1),
  };
}

/** The shortest retention that an organisation may choose. */
const SHORTEST: Retention = {
  infraDailyYears: RETENTION_BOUNDS.infraDailyYears.min,
  dailyYears: RETENTION_BOUNDS.dailyYears.min,
  monthlyYears: RETENTION_BOUNDS.monthlyYears.min,
};

/** The data that ranges are read from, unless it is the readings; a week is read from its days. */
const READ_FROM: Readonly<Partial<Record<PeriodType, keyof RetentionStart>>> = {
  "monthly": "months",
  "monthly-shifted": "months",
  "weekly": "days",
  "weekly-shifted": "days",
  "daily": "days",
};

/**
 * Whether the data of a whole range may have been removed because of their age, with the shortest retention: a range
 * without readings does not then mean that nothing was sent.
 *
 * @spec series.retention
 * @param today civil day of the residence
 */
export function mayBePurged(range: PeriodRange, today: IsoDate): boolean {
  return civilBounds(range).to <=
    retentionStart(SHORTEST, today)[READ_FROM[range.type] ?? "points"];
}

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
  const retained = retentionStart(retention, civilDateOf(atMs));
  return { at: new Date(atMs).toISOString(), kept: retained };
}
