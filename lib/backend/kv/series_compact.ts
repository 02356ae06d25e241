import type { SeriesBatch } from "../../domain/series/types.ts";
import { readEntries } from "./entries.ts";
import { GatheringStore } from "./gathering.ts";
import { keys } from "./keys.ts";
import { BUCKET_S } from "./series_arrivals.ts";
import { type SeriesHead, seriesHead } from "./series_head.ts";
import { SeriesLease } from "./series_lease.ts";
import { type Arrival, arrivalsBefore, readingsBySeries } from "./series_pending.ts";
import { planSeries, type SeriesPlan } from "./series_plan.ts";
import { portions } from "./series_portions.ts";
import { SeriesWriteBatch } from "./series_writing.ts";
import type { Store } from "./store.ts";
import { zoneDays } from "./zone_days.ts";

/** How a compaction ended: "busy" when another process does it, "lost" when one took over. */
export type Compacted = "done" | "busy" | "lost";

/** Age from which an arrival is worth compacting: an hour of ticks rewrites as much as one. */
const DUE_AFTER_S = 3600;

/** Whether the oldest arrival of a project holds readings of an hour ago or more. */
export async function isCompactionDue(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<boolean> {
  const prefix = keys.arrival.under(projectId);
  const [oldest] = await Array.fromAsync(store.list({ prefix }, { limit: 1 }));
  const bucket = Number(oldest?.key[prefix.length]);
  return oldest !== undefined && bucket * BUCKET_S <= now() / 1000 - DUE_AFTER_S;
}

/**
 * Compacts a project whose oldest arrival holds readings of an hour ago or more.
 *
 * @returns "early" when it can wait: reads merge the arrivals meanwhile
 */
export async function compactWhenDue(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<Compacted | "early"> {
  return await isCompactionDue(store, projectId, now)
    ? await compact(store, projectId, now)
    : "early";
}

/**
 * Moves everything that arrived for a project into its points and figures.
 *
 * Each series is written whole in one commit: points and figures never disagree. Arrivals go in
 * the last commits; after a crash they are still there, and applying them again changes nothing.
 */
export async function compact(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<Compacted> {
  const lease = await SeriesLease.take(store, projectId, now);
  if (lease === null) return "busy";
  try {
    // A walk is no snapshot: of two arrivals that come during it, it may see the second and not the first, and a
    // correction would be applied before what it corrects. Those of before the lease are seen whole.
    for await (const arrivals of arrivalsBefore(store, projectId, lease.takenAt)) {
      const writer = new SeriesWriteBatch(store, projectId, lease);
      if (!await applyArrivals(store, writer, arrivals)) return "lost";
    }
    return "done";
  } finally {
    await lease.release();
  }
}

async function applyArrivals(
  store: Store,
  writer: SeriesWriteBatch,
  arrivals: readonly Arrival[],
): Promise<boolean> {
  const batches = [...readingsBySeries(arrivals).values()];
  for (let from = 0; from < batches.length; from += SERIES_AT_ONCE) {
    const held = await applyAll(store, writer, batches.slice(from, from + SERIES_AT_ONCE));
    if (!held) return false;
  }
  return await writer.settle(arrivals);
}

const SERIES_AT_ONCE = 50;
async function applyAll(
  store: Store,
  writer: SeriesWriteBatch,
  batches: readonly SeriesBatch[],
): Promise<boolean> {
  const wanted = batches.map(({ seriesId }) => keys.seriesHead(writer.projectId, seriesId));
  const heads = await readEntries(store, wanted, seriesHead);
  const zone = zoneDays(writer.timeZone);
  const gathering = new GatheringStore(store);
  const plans = batches.map(async (batch, at): Promise<SeriesPlan | null> => {
    if (portions(batch.readings).length > 1) return null;
    const head = heads[at]?.value ?? null;
    return await planSeries(gathering, { ...batch, projectId: writer.projectId, head }, zone);
  });
  for (const [at, plan] of (await Promise.all(plans)).entries()) {
    const batch = batches[at];
    if (batch === undefined) continue;
    const held = plan === null
      ? await applyInPortions(store, writer, batch, heads[at]?.value ?? null)
      : await writer.add(plan, await plan.parts());
    if (!held) return false;
  }
  return true;
}

/** A long history, a year or so at a time: figures agree with the points after each commit. */
async function applyInPortions(
  store: Store,
  writer: SeriesWriteBatch,
  batch: SeriesBatch,
  knownHead: SeriesHead | null,
): Promise<boolean> {
  let head = knownHead;
  for (const readings of portions(batch.readings)) {
    const coming = { ...batch, projectId: writer.projectId, head, readings };
    const plan = await planSeries(store, coming, zoneDays(writer.timeZone));
    const held = await writer.add(plan, await plan.parts()) && await writer.flush();
    if (!held) return false;
    head = plan.head;
  }
  return true;
}
