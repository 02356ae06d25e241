import { keys } from "@/lib/backend/kv/keys.ts";
import { type Key, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { dateParts, epochDay, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import type { RegisterRule } from "@/lib/domain/series/registers/register_rule.ts";
import type { RetentionStart } from "@/lib/domain/series/retention.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { pointCountOf } from "./chunk.ts";
import { PartPaths } from "./compaction/part_paths.ts";
import { decodeRollup, HALVES_PER_YEAR } from "./figures.ts";
import { ruleOf, type SeriesHead, seriesHead } from "./head.ts";
import { cutParts, type OpenPart, openPartOf, type Part, partKey, utcMonthOf } from "./parts.ts";
import { CONTEXT_POINTS } from "./window.ts";
import { zoneDays } from "./zone_days.ts";

/** The series of a residence, and the time zone of their days. */
export interface SeriesOfResidence {
  readonly store: Store;
  readonly projectId: string;
  readonly timeZone: string;
}

export interface RemovedKey {
  readonly key: Key;
  readonly count: number;
}

/** The data of a series past its retention. */
export interface TooOld {
  readonly seriesId: string;
  readonly head: SeriesHead;
  /** Parts with the last readings before the retained ones, split again. */
  readonly recut: {
    readonly set: readonly Part[];
    readonly gone: readonly Key[];
    readonly count: number;
  };
  readonly points: readonly RemovedKey[];
  readonly days: readonly RemovedKey[];
  readonly months: readonly RemovedKey[];
}

/** The data of a series past its retention; null for none. */
export async function tooOld(
  place: SeriesOfResidence,
  seriesId: string,
  kept: RetentionStart,
): Promise<TooOld | null> {
  const { store, projectId, timeZone } = place;
  const { value } = await readEntry(store, keys.seriesHead(projectId, seriesId), seriesHead);
  if (value === null) return null;
  const { year, month } = dateParts(kept.days);
  const half = year * HALVES_PER_YEAR + 2 * (month - 1);
  const [days, months] = await Promise.all([
    figuresBefore(store, keys.seriesDays.under(projectId, seriesId), half),
    figuresBefore(store, keys.seriesMonths.under(projectId, seriesId), yearOf(kept.months)),
  ]);
  const pointsBeforeS = zoneDays(timeZone).startOf(epochDay(kept.points));
  const rule = ruleOf(value);
  const { anchorS, points, recut } = await oldPoints(place, seriesId, { pointsBeforeS, rule });
  if (recut.count + points.length + days.length + months.length === 0) return null;
  const before = value.purged;
  const purged = {
    anchorS: Math.max(anchorS, before?.anchorS ?? 0),
    pointsBeforeS: Math.max(pointsBeforeS, before?.pointsBeforeS ?? 0),
    daysBefore: days.length > 0 ? epochDay(kept.days) : before?.daysBefore ?? 0,
  };
  const head = { ...value, purged, earlierChanges: value.earlierChanges + 1 };
  return { seriesId, head, recut, points, days, months };
}

/** The readings before a second, except the last few, from which the following days are counted. */
async function oldPoints(
  { store, projectId }: SeriesOfResidence,
  seriesId: string,
  { pointsBeforeS: beforeS, rule }: { readonly pointsBeforeS: number; readonly rule: RegisterRule },
): Promise<Pick<TooOld, "points" | "recut"> & { readonly anchorS: number }> {
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
    recut: { set, gone: count === 0 ? [] : replaced.map(({ key }) => key), count },
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
  const reaches = parts.flatMap(({ path, startS }) => {
    const laterS = path?.laterS ?? null;
    return laterS === null ? [] : [{ fromS: startS, atS: laterS }];
  });
  return new PartPaths({ rule, base, points, reaches });
}

/** The days or months before a half-month or a year: a key has several, some of them unknown. */
async function figuresBefore(store: Store, prefix: Key, before: number): Promise<RemovedKey[]> {
  const entries = await Array.fromAsync(store.list({ prefix, end: [...prefix, before] }));
  return entries.map(({ key, value }) => ({
    key,
    count: decodeRollup(value).figures.filter((figures) => figures !== null).length,
  }));
}

export function valueCount(gone: readonly RemovedKey[]): number {
  return sumBy(gone, ({ count }) => count);
}
