import { mergeReadings } from "@/lib/domain/series/merge.ts";
import { figuresOf, type Span } from "@/lib/domain/series/rollup.ts";
import type { DataKind, Reading, RollupSlot } from "@/lib/domain/series/types.ts";
import type { StoredCompaction } from "./compaction/lease.ts";
import { contextOf } from "./compaction/plan.ts";
import { slotsOfSpans } from "./frames.ts";
import type { Pending, SeriesPlace } from "./fresh.ts";
import { headsOfSeries } from "./heads.ts";
import { PointsWindow } from "./window.ts";

interface ReadSeries {
  readonly seriesId: string;
  /** As read together. */
  readonly pending: Pending;
  readonly compaction: StoredCompaction;
}

interface SpansQuery {
  readonly spans: readonly Span[];
  /** Longest gap between registers for which a figure is not an estimate. */
  readonly gapS: number;
}

/** The figures of consecutive spans, from the points of their range and the neighbouring points they depend on. */
export async function slotsAround(
  { store, projectId }: SeriesPlace,
  { seriesId, pending, compaction }: ReadSeries,
  { spans, gapS }: SpansQuery,
): Promise<readonly RollupSlot[]> {
  const head = (await headsOfSeries(store, projectId, [seriesId], compaction)).get(seriesId)?.value;
  const batch = pending.get(seriesId);
  const kind: DataKind = head?.kind ?? batch?.kind ?? "state";
  const [fromS, toS] = [spans[0]?.fromS ?? 0, spans.at(-1)?.toS ?? 0];
  const lastS = head?.last?.epochS ?? -Infinity;
  const window = new PointsWindow(store, projectId, seriesId, { pivotS: toS, lastS });
  const readings: readonly Reading[] = batch?.readings ?? [];
  await window.reach(fromS, toS, contextOf(readings));
  const points = mergeReadings(window.points, readings, kind);
  const events = head?.events ?? [];
  return slotsOfSpans(spans, kind, figuresOf({ kind, points, events }, spans, gapS));
}
