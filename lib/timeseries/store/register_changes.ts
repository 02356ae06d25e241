/** Judges registers again after changed events, verdicts or settings. @module */

import { isDeepStrictEqual } from "node:util";
import { chunk, pauseAfter } from "@/lib/base/concurrency.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readEntries, readEntry, type Store } from "@/lib/store/store.ts";
import type { MeterEvent, RegisterVerdict } from "@/lib/timeseries/meter_event.ts";
import { SeriesWriteBatch } from "./compaction.ts";
import { readCompaction, SeriesLease } from "./compaction_lease.ts";
import { changedEvents, changedVerdicts, planSeries } from "./compaction_plan.ts";
import type { SeriesPlace } from "./merged_reads.ts";
import {
  meterLimits,
  type SeriesMetadata,
  seriesMetadata,
  storedLimits,
} from "./series_metadata.ts";
import { seriesIdsOf } from "./stored_rollups.ts";
import { zoneDays } from "./zone_days.ts";

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
    for (const some of chunk(await seriesIdsOf(store, projectId), SERIES_AT_ONCE)) {
      if (!await judgeSome(store, writer, some)) return false;
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
  const metadata = await readEntries(store, wanted, seriesMetadata);
  const limitsOf = await meterLimits(store, projectId, seriesIds);
  for (const [at, { value: head }] of metadata.entries()) {
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

/** A change of what a register is judged by. */
interface Change<Judged> {
  /** What the change is based on. */
  readonly before: Judged;
  readonly after: Judged;
  /** Adds other writes to the same commit. */
  also?(atomic: Atomic): void;
}

/** Result of a change: "busy" when the points of the project are written continuously. */
type Changed = "done" | "conflict" | "too-old" | "busy";

const TRIES = 200;

/**
 * Replaces the dated events of a meter and the figures they change, in one commit.
 *
 * @returns "conflict" when the events of the meter are not those the change is based on, "too-old" when the readings
 * around a changed event were purged: nothing is written
 */
export function replaceEvents(
  place: SeriesPlace,
  seriesId: string,
  { before, after, also }: Change<readonly MeterEvent[]>,
): Promise<Changed> {
  return judgedAgain(place, seriesId, {
    isCurrent: (head) => isDeepStrictEqual(head?.events ?? [], before),
    touched: changedEvents(before, after),
    next: { events: inOrder(after) },
    also,
  });
}

/**
 * Replaces what persons said of the readings of a register, and the figures it changes, in one commit.
 *
 * @spec series.registers
 * @returns as {@link replaceEvents}
 */
export function replaceVerdicts(
  place: SeriesPlace,
  seriesId: string,
  { before, after, also }: Change<readonly RegisterVerdict[]>,
): Promise<Changed> {
  return judgedAgain(place, seriesId, {
    isCurrent: (head) => isDeepStrictEqual(head?.verdicts ?? [], before),
    touched: changedVerdicts(before, after),
    next: { verdicts: inOrder(after) },
    also,
  });
}

interface Judging {
  isCurrent(head: SeriesMetadata | null): boolean;
  /** What changes, at its second. */
  readonly touched: readonly { readonly epochS: number }[];
  readonly next: {
    readonly events?: readonly MeterEvent[];
    readonly verdicts?: readonly RegisterVerdict[];
  };
  readonly also?: ((atomic: Atomic) => void) | undefined;
}

async function judgedAgain(
  place: SeriesPlace,
  seriesId: string,
  judging: Judging,
): Promise<Changed> {
  for (let tries = 0; tries < TRIES; tries++) {
    const lease = await SeriesLease.take(place.store, place.projectId, place.now);
    const ended = lease === null ? "busy" : await judgeUnder(place, lease, { seriesId, judging });
    if (ended !== "busy") return ended;
    await pauseAfter(tries);
  }
  return "busy";
}

async function judgeUnder(
  { store, projectId }: SeriesPlace,
  lease: SeriesLease,
  { seriesId, judging: { isCurrent, touched, next, also } }: {
    readonly seriesId: string;
    readonly judging: Judging;
  },
): Promise<Changed> {
  try {
    const { value: head } = await readEntry(
      store,
      keys.seriesHead(projectId, seriesId),
      seriesMetadata,
    );
    if (!isCurrent(head)) return "conflict";
    const keptFromS = head?.purged?.pointsBeforeS ?? -Infinity;
    if (touched.some(({ epochS }) => epochS < keptFromS)) return "too-old";
    const limits = (await meterLimits(store, projectId, [seriesId]))(seriesId);
    const coming = { projectId, seriesId, kind: "index", head, readings: [], limits } as const;
    const plan = await planSeries(store, { ...coming, ...next }, zoneDays(lease.timeZone));
    const writer = new SeriesWriteBatch(store, projectId, lease);
    const isLeaseHeld = await writer.add(plan, await plan.parts()) &&
      await writer.settle([], { also });
    return isLeaseHeld ? "done" : "busy";
  } finally {
    await lease.release();
  }
}

function inOrder<Dated extends { readonly epochS: number }>(all: readonly Dated[]): Dated[] {
  return all.toSorted((a, b) => a.epochS - b.epochS);
}
