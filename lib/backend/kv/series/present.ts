import type { Store } from "@/lib/backend/kv/store.ts";
import { DAY_S } from "@/lib/domain/periods/durations.ts";
import { FUTURE_S } from "@/lib/domain/series/plausible.ts";
import type { SecondsRange } from "@/lib/domain/series/reader.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { StoredSeries } from "./series.ts";

/** The series of a project as pages and jobs read them: see {@link presentPoints}. */
export class PresentSeries extends StoredSeries {
  /** @param now epoch ms */
  constructor(store: Store, projectId: string, private readonly now: () => number) {
    super(store, projectId, now);
  }

  override async lastOfMany(seriesIds: readonly string[]): Promise<ReadonlyMap<string, Point>> {
    const newest = await super.lastOfMany(seriesIds);
    const pointsOf: PointsOf = (seriesId, range) => this.points(seriesId, range);
    return await presentPoints(newest, { nowMs: this.now(), pointsOf });
  }
}

type PointsOf = (seriesId: string, range: SecondsRange) => Promise<readonly Point[]>;

/** Spans searched for the reading before those, one after the other, s. */
const LOOKED_BACK_S = [2 * DAY_S, 62 * DAY_S, 732 * DAY_S];

/**
 * The newest readings of some series, without those later than any accepted now: they were dated on arrival by a clock
 * that was ahead, and would hide each reading until their time comes.
 *
 * @spec series.clock-ahead
 * @param newest by series
 */
export async function presentPoints(
  newest: ReadonlyMap<string, Point>,
  { nowMs, pointsOf }: { readonly nowMs: number; readonly pointsOf: PointsOf },
): Promise<ReadonlyMap<string, Point>> {
  const latestS = Math.floor(nowMs / 1_000) + FUTURE_S;
  const ahead: string[] = [];
  for (const [seriesId, { epochS }] of newest) if (epochS > latestS) ahead.push(seriesId);
  if (ahead.length === 0) return newest;
  const present = new Map(newest);
  for (const seriesId of ahead) {
    const point = await lastUntil(seriesId, latestS, pointsOf);
    if (point === undefined) present.delete(seriesId);
    else present.set(seriesId, point);
  }
  return present;
}

async function lastUntil(
  seriesId: string,
  latestS: number,
  pointsOf: PointsOf,
): Promise<Point | undefined> {
  for (const backS of LOOKED_BACK_S) {
    const range = { fromS: Math.max(0, latestS - backS), toS: latestS + 1 };
    const point = (await pointsOf(seriesId, range)).at(-1);
    if (point !== undefined) return point;
  }
  return undefined;
}
