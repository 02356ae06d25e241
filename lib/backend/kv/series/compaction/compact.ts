import { Slices, sortedInSlices } from "@/lib/backend/core/slices.ts";
import { BatchingStore } from "@/lib/backend/kv/batching_store.ts";
import { compareKeys } from "@/lib/backend/kv/key_order.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { backlogsOf } from "@/lib/backend/kv/series/arrivals/backlogs.ts";
import type { HeldArrivals } from "@/lib/backend/kv/series/arrivals/held.ts";
import { arrivalsBefore, BUCKET_S } from "@/lib/backend/kv/series/arrivals/pending.ts";
import { PendingSeries } from "@/lib/backend/kv/series/arrivals/pending_series.ts";
import type { SeriesReadings } from "@/lib/backend/kv/series/arrivals/readings.ts";
import { seriesHead } from "@/lib/backend/kv/series/head.ts";
import { type LimitsOf, meterLimits } from "@/lib/backend/kv/series/meter_limits.ts";
import { zoneDays } from "@/lib/backend/kv/series/zone_days.ts";
import { type Key, readEntries, type Store } from "@/lib/backend/kv/store.ts";
import { SeriesLease } from "./lease.ts";
import { planSeries, type SeriesPlan } from "./plan.ts";
import { isOnePortion, portions } from "./portions.ts";
import type { SeriesInput } from "./read_change.ts";
import { SeriesWriteBatch } from "./writing.ts";

/** Result of a compaction: "busy" when another process is compacting, "lost" when another one took over. */
type Compacted = "done" | "busy" | "lost";

/** Minimum age of an arrival to be compacted: two hours of ticks rewrite as much as one tick. */
const DUE_AFTER_S = 2 * 3600;

/** True when the oldest arrival of a project has readings at least two hours old. */
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
 * Compacts a project whose oldest arrival has readings at least two hours old.
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
 * Moves everything that arrived for a project before the call into its points and figures.
 *
 * A process runs one compaction of a project at a time: calls during a compaction share the next one.
 *
 * @param giveWay awaited between two groups of readings or series while no caller awaits the compaction
 */
export function compact(
  store: Store,
  projectId: string,
  now: () => number,
  giveWay: GiveWay | null = null,
): Promise<Compacted> {
  const running = RUNNING.get(store) ?? new Map<string, Running>();
  RUNNING.set(store, running);
  const known = running.get(projectId);
  if (known !== undefined) {
    known.isAwaited ||= giveWay === null;
    const again = () => compact(store, projectId, now, known.isAwaited ? null : giveWay);
    return known.next ??= known.current.then(again, again);
  }
  const between = async () => {
    if (giveWay !== null && !begun.isAwaited) await giveWay();
  };
  const current = compactNow(store, projectId, { now, between }).finally(() => {
    if (running.get(projectId) === begun) running.delete(projectId);
  });
  const begun: Running = { current, next: null, isAwaited: giveWay === null };
  running.set(projectId, begun);
  return current;
}

/** The compaction of a project running in this process, or a new one; it no longer yields. */
export function runningCompaction(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<Compacted> {
  const known = RUNNING.get(store)?.get(projectId);
  if (known === undefined) return compact(store, projectId, now);
  known.isAwaited = true;
  return known.current;
}

/** True while this process compacts a project. */
export function isCompacting(store: Store, projectId: string): boolean {
  return RUNNING.get(store)?.has(projectId) ?? false;
}

/** Resolves when more urgent work is over, or after a while. */
type GiveWay = () => Promise<void>;

interface Running {
  readonly current: Promise<Compacted>;
  next: Promise<Compacted> | null;
  isAwaited: boolean;
}

const RUNNING = new WeakMap<Store, Map<string, Running>>();

/** Progress of the running compaction of a project, 0 to 1; null when this process runs none. */
export function compactionShare(store: Store, projectId: string): number | null {
  return SHARES.get(store)?.get(projectId) ?? null;
}

const SHARES = new WeakMap<Store, Map<string, number>>();

/**
 * Each series is written whole in one commit: points and figures never disagree. Arrivals are deleted in the last
 * commits; after a crash they are applied again, without effect.
 */
async function compactNow(
  store: Store,
  projectId: string,
  { now, between }: { readonly now: () => number; readonly between: GiveWay },
): Promise<Compacted> {
  const lease = await SeriesLease.take(store, projectId, now);
  if (lease === null) return "busy";
  const shares = SHARES.get(store) ?? new Map<string, number>();
  SHARES.set(store, shares);
  const progress = (share: number) => shares.set(projectId, share);
  try {
    // A list is no snapshot: of two arrivals written during it, it may read only the second, and a correction would be
    // applied before its reading. Arrivals written before the lease are complete.
    for await (
      const step of arrivalsBefore(store, projectId, lease.takenAt, { progress, between })
    ) {
      const writer = new SeriesWriteBatch(store, projectId, lease);
      if (!await applyArrivals(writer, step, { store, between })) return "lost";
    }
    return "done";
  } finally {
    shares.delete(projectId);
    await lease.release();
  }
}

async function applyArrivals(
  writer: SeriesWriteBatch,
  arrivals: HeldArrivals,
  { store, between }: { readonly store: Store; readonly between: GiveWay },
): Promise<boolean> {
  const slices = new Slices();
  // In key order: a commit then writes a few neighbouring pages of the database instead of one per row.
  const came = await sortedInSlices([...arrivals.all()], byKey);
  for (const group of groups(came)) {
    await slices.pause();
    if (!await applyGroup(store, writer, group)) return false;
    await between();
  }
  const compacted = (keys: readonly Key[]) => backlogsOf(store).compacted(writer.projectId, keys);
  return await writer.settle([...arrivals.names()], { compacted });
}

function byKey(a: SeriesReadings, b: SeriesReadings): number {
  return compareKeys([a.seriesId], [b.seriesId]);
}

/** Size of a plan: bounded in memory and in time between two turns of the event loop. */
const GROUP = { series: 50, readings: 5_000 };

function* groups(came: Iterable<SeriesReadings>): Generator<readonly SeriesReadings[]> {
  let group: SeriesReadings[] = [];
  let readings = 0;
  for (const one of came) {
    group.push(one);
    readings += one.count;
    if (group.length < GROUP.series && readings < GROUP.readings) continue;
    yield group;
    [group, readings] = [[], 0];
  }
  if (group.length > 0) yield group;
}

async function applyGroup(store: Store, writer: SeriesWriteBatch, came: readonly SeriesReadings[]) {
  const wanted = came.map(({ seriesId }) => keys.seriesHead(writer.projectId, seriesId));
  const heads = await readEntries(store, wanted, seriesHead);
  const pending = came.flatMap((one, at) => {
    const head = heads[at];
    return head === undefined ? [] : [new PendingSeries(one, head)];
  });
  const registers = pending.filter(({ kind }) => kind === "index").map(({ seriesId }) => seriesId);
  const limitsOf = await meterLimits(store, writer.projectId, registers);
  const zone = zoneDays(writer.timeZone);
  const gathering = new BatchingStore(store);
  const slices = new Slices();
  const plans = pending.map(async (one): Promise<SeriesPlan | null> =>
    one.count <= GROUP.readings && isOnePortion(one.extent)
      ? await planSeries(gathering, comingOf(writer, one, limitsOf), zone)
      : null
  );
  for (const [at, plan] of (await Promise.all(plans)).entries()) {
    const one = pending[at];
    if (one === undefined) continue;
    const held = plan === null
      ? await applyInPortions(store, writer, { pending: one, limitsOf })
      : await writer.add(plan, await plan.parts());
    if (!held) return false;
    await slices.pause();
  }
  return true;
}

function comingOf(
  { projectId }: SeriesWriteBatch,
  { seriesId, kind, readings, head }: PendingSeries,
  limitsOf: LimitsOf,
): SeriesInput {
  const limits = kind === "index" ? limitsOf(seriesId) : undefined;
  return { projectId, seriesId, kind, readings, head: head.value, limits };
}

/** Applies a long history, about a year at a time: figures match the points after each commit. */
async function applyInPortions(
  store: Store,
  writer: SeriesWriteBatch,
  { pending, limitsOf }: { readonly pending: PendingSeries; readonly limitsOf: LimitsOf },
) {
  let head = pending.head.value;
  const slices = new Slices();
  for await (const readings of portions(pending)) {
    const coming = { ...comingOf(writer, pending, limitsOf), readings, head };
    // A plan reads the stored data, so the previous portion is written first.
    if (head !== pending.head.value && !await writer.flush()) return false;
    const plan = await planSeries(store, coming, zoneDays(writer.timeZone));
    await slices.pause();
    if (!await writer.add(plan, await plan.parts())) return false;
    await slices.pause();
    head = plan.head;
  }
  return true;
}
