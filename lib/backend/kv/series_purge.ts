import { dateParts, epochDay, yearOf } from "../../domain/periods/civil_dates.ts";
import type { KeptFrom } from "../../domain/series/retention.ts";
import { CONTEXT_POINTS } from "../../domain/series/rollup.ts";
import type { Point } from "../../domain/series/types.ts";
import { readEntry } from "./entries.ts";
import { keys } from "./keys.ts";
import { type PurgeLine, purgeLineKey, readPurgeLine } from "./purge_lines.ts";
import { pointCountOf } from "./series_chunk.ts";
import { HALVES_PER_YEAR } from "./series_figures.ts";
import { type SeriesHead, seriesHead } from "./series_head.ts";
import type { SeriesLease } from "./series_lease.ts";
import { cutParts, openPartOf, type Part, partKey, utcMonthOf } from "./series_parts.ts";
import { seriesIdsOf } from "./series_year.ts";
import type { Key, Store } from "./store.ts";
import { zoneDays } from "./zone_days.ts";

/** Keys removed in one commit. */
const REMOVALS_PER_COMMIT = 150;

/** A residence to purge, held by its lease. */
export interface PurgePlace {
  readonly store: Store;
  readonly projectId: string;
  readonly lease: SeriesLease;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/** A key to remove, and how many readings or figures it stands for. */
interface Gone {
  readonly key: Key;
  readonly count: number;
}

/** What is too old in a series. */
interface TooOld {
  readonly seriesId: string;
  readonly head: SeriesHead;
  /** Parts that hold the last readings before those kept, cut again. */
  readonly recut: {
    readonly set: readonly Part[];
    readonly gone: readonly Key[];
    readonly count: number;
  };
  readonly points: readonly Gone[];
  readonly days: readonly Gone[];
  readonly months: readonly Gone[];
}

/**
 * Removes the readings and figures of a residence that are older than what is kept.
 *
 * Series by series, a few keys a commit, each with its line of the log: stopped anywhere, the next run goes on from
 * there. Before a key goes, the head of its series says so, and what comes late is counted by difference. The last
 * readings before the first kept day stay, for that day to be counted again.
 *
 * @returns how many readings and figures went; null when the right to write was lost
 */
export async function purgeResidence(place: PurgePlace, kept: KeptFrom): Promise<number | null> {
  let count = 0;
  for (const seriesId of await seriesIdsOf(place.store, place.projectId)) {
    const old = await tooOld(place, seriesId, kept);
    if (old === null) continue;
    const steps = [
      { what: "points", date: kept.points, gone: old.points },
      { what: "days", date: kept.days, gone: old.days },
      { what: "months", date: kept.months, gone: old.months },
    ] as const;
    if (!await begin(place, old, kept.points)) return null;
    for (const step of steps) if (!await remove(place, step)) return null;
    count += old.recut.count +
      steps.reduce((sum, { gone }) => sum + gone.reduce((all, one) => all + one.count, 0), 0);
  }
  return count;
}

/** What of a series is older than what is kept; null when nothing is. */
async function tooOld(
  place: PurgePlace,
  seriesId: string,
  kept: KeptFrom,
): Promise<TooOld | null> {
  const { store, projectId, lease } = place;
  const { value } = await readEntry(store, keys.seriesHead(projectId, seriesId), seriesHead);
  if (value === null) return null;
  const { year, month } = dateParts(kept.days);
  const half = year * HALVES_PER_YEAR + 2 * (month - 1);
  const [days, months] = await Promise.all([
    keysBefore(store, keys.seriesDays.under(projectId, seriesId), half),
    keysBefore(store, keys.seriesMonths.under(projectId, seriesId), yearOf(kept.months)),
  ]);
  const pointsBeforeS = zoneDays(lease.timeZone).startOf(epochDay(kept.points));
  const { anchorS, points, recut } = await oldPoints(place, seriesId, pointsBeforeS);
  if (recut.count + points.length + days.length + months.length === 0) return null;
  const before = value.purged;
  const purged = {
    anchorS: Math.max(anchorS, before?.anchorS ?? 0),
    pointsBeforeS: Math.max(pointsBeforeS, before?.pointsBeforeS ?? 0),
    daysBefore: days.length > 0 ? epochDay(kept.days) : before?.daysBefore ?? 0,
  };
  return { seriesId, head: { ...value, purged }, recut, points, days, months };
}

/** The readings before a second: all but the last few, which the days after are counted from. */
async function oldPoints(
  { store, projectId }: PurgePlace,
  seriesId: string,
  beforeS: number,
): Promise<Pick<TooOld, "points" | "recut"> & { readonly anchorS: number }> {
  const prefix = keys.points.under(projectId, seriesId);
  const end = partKey(projectId, seriesId, beforeS);
  const entries = await Array.fromAsync(store.list({ prefix, end }));
  const tail: Point[] = [];
  const replaced: Key[] = [];
  while (
    entries.length > 0 && tail.filter((point) => point.epochS < beforeS).length < CONTEXT_POINTS
  ) {
    const part = openPartOf(entries.pop()!); // the loop has seen that there is one
    tail.unshift(...part.points);
    replaced.push(part.key);
  }
  const old = tail.filter((point) => point.epochS < beforeS).length;
  const stays = tail.slice(Math.max(0, old - CONTEXT_POINTS));
  const count = tail.length - stays.length;
  const months = new Set(stays.map(({ epochS }) => utcMonthOf(epochS)));
  const set = count === 0
    ? []
    : [...months].flatMap((month) =>
      cutParts(projectId, seriesId, stays.filter(({ epochS }) => utcMonthOf(epochS) === month))
    );
  return {
    anchorS: stays[0]?.epochS ?? beforeS,
    points: entries.map(({ key, value }) => ({ key, count: pointCountOf(value) })),
    recut: { set, gone: count === 0 ? [] : replaced, count },
  };
}

async function keysBefore(store: Store, prefix: Key, before: number): Promise<Gone[]> {
  const entries = await Array.fromAsync(store.list({ prefix, end: [...prefix, before] }));
  return entries.map(({ key }) => ({ key, count: 1 }));
}

/** Says in the head what is going, and cuts the readings that stay. */
async function begin(
  place: PurgePlace,
  { seriesId, head, recut }: TooOld,
  date: string,
): Promise<boolean> {
  const line = await lineOf(place, { what: "points", date });
  return await place.lease.write((atomic) => {
    atomic.set(keys.seriesHead(place.projectId, seriesId), head);
    for (const key of recut.gone) atomic.delete(key);
    for (const { key, bytes } of recut.set) atomic.set(key, bytes);
    if (recut.count === 0) return;
    const valueCount = line.valueCount + recut.count;
    const after = { ...line, seriesCount: line.seriesCount + 1, valueCount };
    atomic.set(purgeLineKey(place.projectId, line), after);
  });
}

/** What is removed, and from when on it is kept. */
interface Step {
  readonly what: keyof KeptFrom;
  readonly date: string;
  readonly gone: readonly Gone[];
}

async function remove(place: PurgePlace, { what, date, gone }: Step): Promise<boolean> {
  for (let from = 0; from < gone.length; from += REMOVALS_PER_COMMIT) {
    const some = gone.slice(from, from + REMOVALS_PER_COMMIT);
    const line = await lineOf(place, { what, date });
    const valueCount = line.valueCount + some.reduce((sum, { count }) => sum + count, 0);
    // The readings of a series have been counted as one series when its last ones were cut.
    const seriesCount = line.seriesCount + (from === 0 && what !== "points" ? 1 : 0);
    const held = await place.lease.write((atomic) => {
      for (const { key } of some) atomic.delete(key);
      atomic.set(purgeLineKey(place.projectId, line), { ...line, seriesCount, valueCount });
    });
    if (!held) return false;
  }
  return true;
}

function lineOf(
  { store, projectId, nowMs }: PurgePlace,
  { what, date }: Pick<Step, "what" | "date">,
): Promise<PurgeLine> {
  const nothing = { seriesId: null, seriesCount: 0, valueCount: 0, difference: null };
  return readPurgeLine(store, projectId, { what, date, atMs: nowMs, ...nothing });
}
