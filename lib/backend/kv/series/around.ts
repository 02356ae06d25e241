import { mergeReadings } from "@/lib/domain/series/merge.ts";
import type { SecondsRange } from "@/lib/domain/series/reader.ts";
import type { DataKind, Point, Reading, SeriesBatch } from "@/lib/domain/series/types.ts";
import { contextOf } from "./compaction/plan.ts";
import type { SeriesPlace } from "./fresh.ts";
import type { SeriesHead } from "./head.ts";
import { PointsWindow } from "./window.ts";

interface ReadSeries {
  readonly seriesId: string;
  readonly head: SeriesHead | null;
  readonly batch: SeriesBatch | undefined;
}

/** The points of a range and the neighbouring points its figures depend on, pending readings merged in. */
export async function pointsAround(
  { store, projectId }: SeriesPlace,
  { seriesId, head, batch }: ReadSeries,
  { fromS, toS }: SecondsRange,
): Promise<readonly Point[]> {
  const lastS = head?.last?.epochS ?? -Infinity;
  const window = new PointsWindow(store, projectId, seriesId, { pivotS: toS, lastS });
  const readings: readonly Reading[] = batch?.readings ?? [];
  await window.reach(fromS, toS, contextOf(readings));
  const kind: DataKind = head?.kind ?? batch?.kind ?? "state";
  return mergeReadings(window.points, readings, kind);
}
