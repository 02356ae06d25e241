import { mergeReadings } from "@/lib/domain/series/merge.ts";
import type { SecondsRange } from "@/lib/domain/series/reader.ts";
import {
  type JudgedRange,
  judgedRange,
  type JudgedRegister,
  judgeRegister,
} from "@/lib/domain/series/registers/judge.ts";
import { figuresOf, type Readings, type Span } from "@/lib/domain/series/rollup.ts";
import type { DataKind, Point, Reading, RollupSlot } from "@/lib/domain/series/types.ts";
import type { StoredCompaction } from "./compaction/lease.ts";
import { contextOf } from "./compaction/read_change.ts";
import { slotsOfSpans } from "./frames.ts";
import type { Pending, SeriesPlace } from "./fresh.ts";
import { ruleOf, storedLimits } from "./head.ts";
import { headsOfSeries } from "./heads.ts";
import { baseOf, judgedUntil } from "./judged_window.ts";
import { limitsOfPending } from "./merged.ts";
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
  place: SeriesPlace,
  read: ReadSeries,
  { spans, gapS }: SpansQuery,
): Promise<readonly RollupSlot[]> {
  const range = { fromS: spans[0]?.fromS ?? 0, toS: spans.at(-1)?.toS ?? 0 };
  const readings = await readingsAround(place, read, range);
  return slotsOfSpans(spans, readings.kind, figuresOf(readings, spans, gapS));
}

/** The readings of a range with their verdicts, pending readings merged in. */
export async function judgedAround(
  place: SeriesPlace,
  read: ReadSeries,
  range: SecondsRange,
): Promise<JudgedRange> {
  const { points, register } = await readingsAround(place, read, range);
  return judgedRange(points, register ?? ALL_COUNTED, range);
}

/** The judgement of readings that are no registers. */
const ALL_COUNTED = { verdicts: [], intervals: [], marks: [] };

/** The points of a range and those its figures depend on, pending readings merged in, a register with its judgement. */
async function readingsAround(
  { store, projectId }: SeriesPlace,
  { seriesId, pending, compaction }: ReadSeries,
  { fromS, toS }: SecondsRange,
): Promise<Readings> {
  const head = (await headsOfSeries(store, projectId, [seriesId], compaction)).get(seriesId)?.value;
  const batch = pending.get(seriesId);
  const kind: DataKind = head?.kind ?? batch?.kind ?? "state";
  const lastS = head?.last?.epochS ?? -Infinity;
  const window = new PointsWindow(store, projectId, seriesId, { pivotS: toS, lastS });
  const readings: readonly Reading[] = batch?.readings ?? [];
  if (kind !== "index") {
    await window.reach(fromS, toS, contextOf(readings));
    return { kind, points: mergeReadings(window.points, readings, kind) };
  }
  const firstS = readings.reduce((first, { epochS }) => Math.min(first, epochS), fromS);
  await window.reach(firstS, toS, contextOf(readings));
  const limits = batch && await limitsOfPending(store, projectId, batch);
  const rule = ruleOf({ ...head ?? { events: [] }, ...limits && { limits: storedLimits(limits) } });
  let points: readonly Point[] = [];
  const register: JudgedRegister = await judgedUntil(window, { fromS: firstS, toS }, () => {
    const endS = window.reachedEnd ? Infinity : window.points.at(-1)?.epochS ?? -Infinity;
    const within = readings.filter(({ epochS }) => epochS <= endS);
    points = mergeReadings(window.points, within, kind);
    return judgeRegister(points, rule, baseOf(window));
  });
  return { kind, points, register };
}
