import { isDeepStrictEqual } from "node:util";
import { type ChangedDay, patchedRollups } from "@/lib/backend/kv/series/days.ts";
import { placeOf, type Rollup } from "@/lib/backend/kv/series/figures.ts";
import { type Purged, ruleOf, type SeriesHead } from "@/lib/backend/kv/series/head.ts";
import { PointsWindow } from "@/lib/backend/kv/series/window.ts";
import type { ZoneDays } from "@/lib/backend/kv/series/zone_days.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { movedDay } from "@/lib/domain/series/correction.ts";
import { figuresOf, type Readings } from "@/lib/domain/series/rollup.ts";
import type { Point, Reading } from "@/lib/domain/series/types.ts";
import { lateDays, type LateNote } from "./late.ts";
import {
  type Change,
  nextJudging,
  readChange,
  type SeriesInput,
  spanOfChange,
} from "./read_change.ts";
import { type PartChanges, partChanges } from "./recut.ts";

/** The changes of a series: everything that must be written together. */
export interface SeriesPlan {
  readonly seriesId: string;
  readonly head: SeriesHead;
  /** Half-months whose days changed, by number. */
  readonly halves: ReadonlyMap<number, Rollup>;
  readonly years: ReadonlyMap<number, Rollup>;
  /** Results of readings for a time already purged. */
  readonly notes: readonly LateNote[];
  /** The parts to write; not computed by reads, which only merge. */
  parts(): Promise<PartChanges>;
}

/**
 * Computes the changes that readings or events make in a series, without writing.
 *
 * Only the days between the nearest readings on each side are recomputed.
 */
export async function planSeries(
  store: Store,
  coming: SeriesInput,
  zone: ZoneDays,
): Promise<SeriesPlan> {
  const { projectId, seriesId, head } = coming;
  const kind = head?.kind ?? coming.kind;
  const purged = head?.purged ?? null;
  const isLate = ({ epochS }: Reading) => purged !== null && epochS < purged.anchorS;
  const readings = purged === null
    ? coming.readings
    : coming.readings.filter((reading) => !isLate(reading));
  const next = nextJudging(coming);
  const change: Change = { coming: { ...coming, kind, readings }, next, zone };
  const lastS = head?.last?.epochS ?? -Infinity;
  const pivotS = spanOfChange(change).toS;
  const window = new PointsWindow(store, projectId, seriesId, { pivotS, lastS });
  const { known, after, days, register = null } = await readChange(window, change);
  const { events } = next;
  const rule = ruleOf(next);
  const late = await lateDays(store, { ...coming, kind, rule, purged, isLate }, zone);
  const changedDays = [...late.days, ...changesOf(days, { known, after, purged }, zone)];
  const merged = after.points;
  const ends = window.reachedEnd
    ? { last: merged.at(-1) ?? null, previousS: previousS(after) }
    : { last: head?.last ?? null, previousS: head?.previousS ?? null };
  const nextHead = {
    kind,
    ...ends,
    events,
    purged,
    ...register?.head ?? { falls: head?.falls ?? [] },
  };
  const isEarlier = late.days.length > 0 ||
    isEarlierChanged(days, { head, next: nextHead }, zone);
  const earlierChanges = (head?.earlierChanges ?? 0) + (isEarlier ? 1 : 0);
  const { parts } = window;
  const paths = register?.paths ?? null;
  return {
    seriesId,
    head: { ...nextHead, earlierChanges },
    notes: late.notes,
    ...await patchedRollups(store, coming, kind, changedDays),
    parts: () => partChanges(store, { projectId, seriesId, kind, readings, parts, merged, paths }),
  };
}

/** True for a change counted by {@link SeriesHead.earlierChanges}, such as a newest point moved to an earlier day. */
function isEarlierChanged(
  [first = Infinity]: readonly number[],
  { head, next }: {
    readonly head: SeriesHead | null;
    readonly next: Pick<SeriesHead, "last" | "events" | "falls">;
  },
  zone: ZoneDays,
): boolean {
  const dayOf = (point: Point | null | undefined) => point ? zone.dayAt(point.epochS) : -Infinity;
  const [before, after] = [dayOf(head?.last), dayOf(next.last)];
  const { events = [], falls = [] } = head ?? {};
  return after < before || first < Math.max(before, after) ||
    !isDeepStrictEqual([events, falls], [next.events, next.falls]);
}

/** Second of the point before the last one; null when there is none, or when no consumption is counted from it. */
function previousS({ points, register }: Readings): number | null {
  const [previous, last] = [points.at(-2), points.at(-1)];
  if (register === undefined) return previous?.epochS ?? null;
  const counts = register.counted.at(-1) === last && register.counted.at(-2) === previous;
  return counts ? previous?.epochS ?? null : null;
}

interface ChangedReadings {
  readonly known: Readings;
  readonly after: Readings;
  readonly purged: Purged | null;
}

/** Recomputed days; days with partially stored readings change by the difference of the stored part. */
function changesOf(
  days: readonly number[],
  { known, after, purged }: ChangedReadings,
  zone: ZoneDays,
): ChangedDay[] {
  const spans = days.map((day) => zone.spanOf(day));
  const now = figuresOf(after, spans);
  if (purged === null) {
    return days.map((day, at) => ({ ...placeOf(day), figuresFrom: () => now[at] ?? null }));
  }
  const before = figuresOf(known, spans);
  const firstWhole = zone.dayAt(purged.pointsBeforeS);
  return days.flatMap((day, at) => {
    if (day < purged.daysBefore) return [];
    const figuresFrom: ChangedDay["figuresFrom"] = (kept) =>
      day >= firstWhole
        ? now[at] ?? null
        : movedDay(kept, { before: before[at] ?? null, after: now[at] ?? null });
    return [{ ...placeOf(day), figuresFrom }];
  });
}
