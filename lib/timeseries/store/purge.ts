/** Removes readings and figures at the end of their retention, and notes what was removed. @module */

import * as z from "zod";
import { dateOfEpochDay, dateParts, epochDay, yearOf } from "@/lib/base/civil_dates.ts";
import { chunk } from "@/lib/base/concurrency.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, readEntry, type Store } from "@/lib/store/store.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import type { RegisterRule } from "@/lib/timeseries/register_rules.ts";
import { PURGED_KINDS, type RetentionStart } from "@/lib/timeseries/retention.ts";
import { pointCountOf } from "./chunk_encoding.ts";
import {
  CONTEXT_POINTS,
  cutParts,
  type OpenPart,
  openPartOf,
  type Part,
  partKey,
  utcMonthOf,
} from "./chunk_parts.ts";
import { readCompaction, type SeriesLease } from "./compaction_lease.ts";
import type { LateNote } from "./compaction_plan.ts";
import { PartPaths, reachesOf } from "./chunk_rewrite.ts";
import { ruleOf, type SeriesMetadata, seriesMetadata } from "./series_metadata.ts";
import { decodeRollup, HALVES_PER_YEAR, seriesIdsOf } from "./stored_rollups.ts";
import { zoneDays } from "./zone_days.ts";

/** The series of a residence, and the time zone of their days. */
interface SeriesOfResidence {
  readonly store: Store;
  readonly projectId: string;
  readonly timeZone: string;
}

interface RemovedKey {
  readonly key: Key;
  readonly count: number;
}

/** The data of a series past its retention. */
interface TooOld {
  readonly seriesId: string;
  readonly head: SeriesMetadata;
  /** Parts with the last readings before the retained ones, split again. */
  readonly rewrite: {
    readonly set: readonly Part[];
    readonly gone: readonly Key[];
    readonly count: number;
  };
  readonly points: readonly RemovedKey[];
  readonly days: readonly RemovedKey[];
  readonly months: readonly RemovedKey[];
}

/** The data of a series past its retention; null for none. */
async function tooOld(
  place: SeriesOfResidence,
  seriesId: string,
  retained: RetentionStart,
): Promise<TooOld | null> {
  const { store, projectId, timeZone } = place;
  const { value } = await readEntry(store, keys.seriesHead(projectId, seriesId), seriesMetadata);
  if (value === null) return null;
  const { year, month } = dateParts(retained.days);
  const half = year * HALVES_PER_YEAR + 2 * (month - 1);
  const [days, months] = await Promise.all([
    aggregatesBefore(store, keys.seriesDays.under(projectId, seriesId), half),
    aggregatesBefore(store, keys.seriesMonths.under(projectId, seriesId), yearOf(retained.months)),
  ]);
  const pointsBeforeS = zoneDays(timeZone).startOf(epochDay(retained.points));
  const rule = ruleOf(value);
  const { anchorS, points, rewrite } = await oldPoints(place, seriesId, { pointsBeforeS, rule });
  if (rewrite.count + points.length + days.length + months.length === 0) return null;
  const before = value.purged;
  const purged = {
    anchorS: Math.max(anchorS, before?.anchorS ?? 0),
    pointsBeforeS: Math.max(pointsBeforeS, before?.pointsBeforeS ?? 0),
    daysBefore: days.length > 0 ? epochDay(retained.days) : before?.daysBefore ?? 0,
  };
  const head = { ...value, purged, earlierChanges: value.earlierChanges + 1 };
  return { seriesId, head, rewrite, points, days, months };
}

/** The readings before a second, except the last few, from which the following days are counted. */
async function oldPoints(
  { store, projectId }: SeriesOfResidence,
  seriesId: string,
  { pointsBeforeS: beforeS, rule }: { readonly pointsBeforeS: number; readonly rule: RegisterRule },
): Promise<Pick<TooOld, "points" | "rewrite"> & { readonly anchorS: number }> {
  const prefix = keys.points.under(projectId, seriesId);
  const end = partKey(projectId, seriesId, beforeS);
  const entries = await Array.fromAsync(store.list({ prefix, end }));
  const tail: Point[] = [];
  const replaced: OpenPart[] = [];
  while (
    entries.length > 0 && tail.filter((point) => point.epochS < beforeS).length < CONTEXT_POINTS
  ) {
    const part = openPartOf(entries.pop()!); // the loop has found at least one
    tail.unshift(...part.points);
    replaced.unshift(part);
  }
  const old = tail.filter((point) => point.epochS < beforeS).length;
  const stays = tail.slice(Math.max(0, old - CONTEXT_POINTS));
  const count = tail.length - stays.length;
  const months = new Set(stays.map(({ epochS }) => utcMonthOf(epochS)));
  const set = count === 0 ? [] : [...months].flatMap((month) =>
    cutParts(
      { projectId, seriesId },
      stays.filter(({ epochS }) => utcMonthOf(epochS) === month),
      pathsOf(rule, replaced, tail)?.of,
    )
  );
  return {
    anchorS: stays[0]?.epochS ?? beforeS,
    points: entries.map(({ key, value }) => ({ key, count: pointCountOf(value) })),
    rewrite: { set, gone: count === 0 ? [] : replaced.map(({ key }) => key), count },
  };
}

/** The judgement of a register in some parts; null for another kind, and until it is judged. */
function pathsOf(
  rule: RegisterRule,
  parts: readonly OpenPart[],
  points: readonly Point[],
): PartPaths | null {
  const base = parts[0]?.path?.state;
  if (base === undefined) return null;
  return new PartPaths({ rule, base, points, reaches: reachesOf(parts) });
}

/** The days or months before a half-month or a year: a key has several, some of them unknown. */
async function aggregatesBefore(store: Store, prefix: Key, before: number): Promise<RemovedKey[]> {
  const entries = await Array.fromAsync(store.list({ prefix, end: [...prefix, before] }));
  return entries.map(({ key, value }) => ({
    key,
    count: decodeRollup(value).aggregates.filter((aggregates) => aggregates !== null).length,
  }));
}

function valueCount(gone: readonly RemovedKey[]): number {
  return sumBy(gone, ({ count }) => count);
}

/** A stored line of the purge log of a residence: removed data, or late readings. */
export type PurgeLine = z.output<typeof purgeLine>;
export const purgeLine = z.object({
  what: z.enum(PURGED_KINDS),
  /** First day retained; for late readings, their day. */
  date: z.string(),
  /** Last written, epoch ms. */
  atMs: z.number(),
  /** Series of the late readings; null for removed data. */
  seriesId: z.string().nullable(),
  seriesCount: z.number(),
  /** Number of readings, or of figures of days or months. */
  valueCount: z.number(),
  /** Difference for the day, in the unit of the series. */
  difference: z.number().nullable(),
});

/** Key of a line: one per last day removed, and one per day and series of late readings. */
export function purgeLineKey(projectId: string, { what, date, seriesId }: PurgeLine): Key {
  return keys.purgeLine(projectId, `${date} ${what}${seriesId === null ? "" : ` ${seriesId}`}`);
}

/** The log line of readings for a day already purged. */
export function lateLine(
  seriesId: string,
  { what, day, readingCount, difference }: LateNote,
  atMs: number,
): PurgeLine {
  const date = dateOfEpochDay(day);
  return { what, date, atMs, seriesId, seriesCount: 1, valueCount: readingCount, difference };
}

const REMOVALS_PER_COMMIT = 150;

interface PurgePlace {
  readonly store: Store;
  readonly projectId: string;
  readonly lease: SeriesLease;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/**
 * Removes the readings and figures of a residence that are past their retention.
 *
 * Series by series, a few keys a commit, each with its line of the log: an interrupted purge continues at the next
 * run. Before a key is deleted, the head of its series records it, so that late readings count by difference. The
 * last readings before the first day retained remain, to recompute that day.
 *
 * @returns number of readings and figures removed; null when the lease was lost
 */
export async function purgeResidence(
  place: PurgePlace,
  retained: RetentionStart,
): Promise<number | null> {
  let count = 0;
  const { store, projectId, lease: { timeZone } } = place;
  for (const seriesId of await seriesIdsOf(store, projectId)) {
    const old = await tooOld({ store, projectId, timeZone }, seriesId, retained);
    if (old === null) continue;
    const steps = [
      { what: "points", date: retained.points, gone: old.points },
      { what: "days", date: retained.days, gone: old.days },
      { what: "months", date: retained.months, gone: old.months },
    ] as const;
    if (!await begin(place, old, retained.points)) return null;
    for (const step of steps) if (!await remove(place, step)) return null;
    count += old.rewrite.count + sumBy(steps, ({ gone }) => valueCount(gone));
  }
  return count;
}

/** Records the purge in the head, and splits the readings that remain. */
async function begin(place: PurgePlace, { seriesId, head, rewrite }: TooOld, date: string) {
  const line = await lineOf(place, { what: "points", date });
  return await place.lease.write((atomic) => {
    atomic.set(keys.seriesHead(place.projectId, seriesId), head);
    for (const key of rewrite.gone) atomic.delete(key);
    for (const { key, bytes } of rewrite.set) atomic.set(key, bytes);
    if (rewrite.count === 0) return;
    const after = {
      ...line,
      seriesCount: line.seriesCount + 1,
      valueCount: line.valueCount + rewrite.count,
    };
    atomic.set(purgeLineKey(place.projectId, line), after);
  });
}

/** A step of the purge, and the first day retained. */
interface Step {
  readonly what: keyof RetentionStart;
  readonly date: string;
  readonly gone: readonly RemovedKey[];
}

async function remove(place: PurgePlace, { what, date, gone }: Step): Promise<boolean> {
  for (const [position, some] of chunk(gone, REMOVALS_PER_COMMIT).entries()) {
    const line = await lineOf(place, { what, date });
    const values = line.valueCount + valueCount(some);
    // The series was already counted when its last readings were split.
    const seriesCount = line.seriesCount + (position === 0 && what !== "points" ? 1 : 0);
    const isLeaseHeld = await place.lease.write((atomic) => {
      for (const { key } of some) atomic.delete(key);
      atomic.set(purgeLineKey(place.projectId, line), { ...line, seriesCount, valueCount: values });
    });
    if (!isLeaseHeld) return false;
  }
  return true;
}

/** The log line of a running purge, with the counts of an earlier run. */
async function lineOf(
  { store, projectId, nowMs }: PurgePlace,
  { what, date }: Pick<Step, "what" | "date">,
): Promise<PurgeLine> {
  const nothing = { seriesId: null, seriesCount: 0, valueCount: 0, difference: null };
  const empty = { what, date, atMs: nowMs, ...nothing };
  const { value } = await readEntry(store, purgeLineKey(projectId, empty), purgeLine);
  return value ?? empty;
}

export interface PurgeCounts {
  readonly seriesCount: number;
  readonly pointCount: number;
  /** Figures of days. */
  readonly dayCount: number;
  readonly monthCount: number;
}

const SERIES_AT_ONCE = 20;

/**
 * Counts what a purge of a residence would remove, with the same rules.
 *
 * The cost depends on its series, three short walks each, and on the old data, not on the retained data. A count is cached
 * while the residence is not written.
 */
export async function countTooOld(
  place: SeriesOfResidence,
  retained: RetentionStart,
): Promise<PurgeCounts> {
  const { store, projectId } = place;
  const { versionstamp } = await readCompaction(store, projectId);
  const version = [versionstamp, retained.points, retained.days, retained.months].join();
  return await COUNTED.of(store, projectId, version, () => countAll(place, retained));
}

const COUNTED = new StoreMemory<PurgeCounts>("next purge", () => 100);

async function countAll(place: SeriesOfResidence, retained: RetentionStart): Promise<PurgeCounts> {
  const seriesIds = await seriesIdsOf(place.store, place.projectId);
  let counts = { ...NOTHING, seriesCount: seriesIds.length };
  for (const some of chunk(seriesIds, SERIES_AT_ONCE)) {
    const old = await Promise.all(some.map((seriesId) => tooOld(place, seriesId, retained)));
    counts = old.reduce(withSeries, counts);
  }
  return counts;
}

const NOTHING: PurgeCounts = { seriesCount: 0, pointCount: 0, dayCount: 0, monthCount: 0 };

function withSeries(counts: PurgeCounts, old: TooOld | null): PurgeCounts {
  if (old === null) return counts;
  return {
    seriesCount: counts.seriesCount,
    pointCount: counts.pointCount + old.rewrite.count + valueCount(old.points),
    dayCount: counts.dayCount + valueCount(old.days),
    monthCount: counts.monthCount + valueCount(old.months),
  };
}
