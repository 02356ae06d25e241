import { isDeepStrictEqual } from "node:util";
import { groupsOf } from "@/lib/backend/core/groups.ts";
import { Slices } from "@/lib/backend/core/slices.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { seriesHead, storedLimits } from "@/lib/backend/kv/series/head.ts";
import { meterLimits } from "@/lib/backend/kv/series/meter_limits.ts";
import { seriesIdsOf } from "@/lib/backend/kv/series/year.ts";
import { zoneDays } from "@/lib/backend/kv/series/zone_days.ts";
import { readEntries, type Store } from "@/lib/backend/kv/store.ts";
import { readCompaction, SeriesLease } from "./lease.ts";
import { planSeries } from "./plan.ts";
import { SeriesWriteBatch } from "./writing.ts";

/** Stores whose registers are all judged by their settings, as this process knows. */
export const JUDGED = new WeakSet<Store>();

/**
 * Has the registers of a residence judged by the changed settings of their series, now or by the next job.
 *
 * @returns false when another process writes the residence
 */
export async function judgeBySettings(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<boolean> {
  JUDGED.delete(store);
  const lease = await SeriesLease.take(store, projectId, now);
  if (lease === null) return false;
  await lease.finish(() => {}, { isJudged: false });
  return await judgeStored(store, projectId, now);
}

/**
 * Judges the registers of a residence that an earlier version stored, or whose series has other settings, once.
 *
 * Series by series, with pauses: an interrupted run goes on at the next one. New readings of a series judge it too.
 *
 * @spec series.registers
 * @returns false when another process writes the residence: nothing, or a part, was judged
 */
export async function judgeStored(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<boolean> {
  if ((await readCompaction(store, projectId)).value.isJudged === true) return true;
  const lease = await SeriesLease.take(store, projectId, now);
  if (lease === null) return false;
  try {
    const writer = new SeriesWriteBatch(store, projectId, lease);
    const slices = new Slices();
    for (const some of groupsOf(await seriesIdsOf(store, projectId), SERIES_AT_ONCE)) {
      if (!await judgeSome(store, writer, some)) return false;
      await slices.pause();
    }
    if (!await writer.settle([])) return false;
    return await lease.finish(() => {}, { isJudged: true });
  } finally {
    await lease.release();
  }
}

const SERIES_AT_ONCE = 20;

async function judgeSome(store: Store, writer: SeriesWriteBatch, seriesIds: readonly string[]) {
  const { projectId } = writer;
  const wanted = seriesIds.map((seriesId) => keys.seriesHead(projectId, seriesId));
  const heads = await readEntries(store, wanted, seriesHead);
  const limitsOf = await meterLimits(store, projectId, seriesIds);
  for (const [at, { value: head }] of heads.entries()) {
    const seriesId = seriesIds[at];
    if (seriesId === undefined || head?.kind !== "index") continue;
    const limits = limitsOf(seriesId);
    const isJudged = head.path !== undefined &&
      isDeepStrictEqual(head.limits, storedLimits(limits));
    if (isJudged) continue;
    const coming = { projectId, seriesId, kind: "index", head, readings: [], limits } as const;
    const plan = await planSeries(store, coming, zoneDays(writer.timeZone));
    if (!await writer.add(plan, await plan.parts())) return false;
  }
  return true;
}
