/** Reads stored series together with readings that wait to be compacted. @module */

import { epochDay, type IsoDate } from "@/lib/base/civil_dates.ts";
import { chunk, endedBy } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { countedAt } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { Batcher } from "@/lib/store/read_batching.ts";
import type { Store } from "@/lib/store/store.ts";
import type { RegisterLimits } from "@/lib/timeseries/register_rules.ts";
import type { SeriesReadings } from "./arrived_readings.ts";
import { type Backlog, backlogsOf } from "./backlog.ts";
import { compactionShare, runningCompaction } from "./compaction.ts";
import { readCompaction, type StoredCompaction, storedCompaction } from "./compaction_lease.ts";
import { planSeries, type SeriesPlan } from "./compaction_plan.ts";
import { arrivalsVersionKey } from "./arrival_names.ts";
import { isOnePortion, PendingSeries } from "./pending_series.ts";
import {
  cachedMetadata,
  metadataOfSeries,
  meterLimits,
  type StoredMetadata,
} from "./series_metadata.ts";
import { type ZoneDays, zoneDays } from "./zone_days.ts";

interface SeriesSnapshot {
  /** Their uncompacted readings; null when there are too many for memory. */
  readonly came: ReadonlyMap<string, SeriesReadings> | null;
  /** The compaction read at the same moment; undefined when it may be older or newer than the readings. */
  readonly compaction?: StoredCompaction;
}

/** Maximum number of attempts to read without a compaction in between. */
const TRIES = 3;

/** The pending readings of some series, and the compaction of their project, in one read when nothing has changed. */
async function snapshotOf(
  store: Store,
  projectId: string,
  seriesIds: readonly string[],
): Promise<SeriesSnapshot> {
  const backlogs = backlogsOf(store);
  for (let tries = 0; tries < TRIES; tries++) {
    const arrival = backlogs.of(projectId);
    const { replacements } = arrival;
    const [arrivals, compaction] = await store.getMany([
      arrivalsVersionKey(projectId),
      keys.compaction(projectId),
    ]);
    if (arrivals === undefined || compaction === undefined) break;
    const fresh = await backlogs.fresh(projectId, countedAt(arrivals));
    // Readings compacted since the read are in heads newer than that compaction.
    if (fresh !== arrival || arrival.replacements !== replacements) continue;
    return { came: cameOf(arrival, seriesIds), compaction: storedCompaction(compaction) };
  }
  return { came: cameOf(await backlogs.fresh(projectId), seriesIds) };
}

function cameOf(backlog: Backlog, seriesIds: readonly string[]): SeriesSnapshot["came"] {
  return backlog.isLarge ? null : backlog.ofMany(seriesIds);
}

/** The uncompacted readings of the requested series, to merge into a read. */
export type Pending = ReadonlyMap<string, PendingSeries>;

/** The project whose series are read, and the clock, epoch milliseconds. */
export interface SeriesPlace {
  readonly store: Store;
  readonly projectId: string;
  readonly now: () => number;
}

type ReadsPoints = (one: PendingSeries) => boolean;

interface FreshQuery {
  readonly seriesIds: readonly string[];
  readonly readsPoints: ReadsPoints;
}

/** The pending readings of some series, with the compaction read with them. */
interface PendingRead {
  readonly pending: Pending;
  readonly compaction: StoredCompaction;
  /** True when no compaction happened between the readings and their heads. */
  readonly isOneMoment: boolean;
}

/** As `PendingRead`; null when they must be compacted before they can be read. */
type MaybePendingRead = PendingRead | null;

/** Maximum number of pending readings merged by a read. */
const READINGS_MERGED = 20_000;
/** How long a read waits for a compaction before it is refused, ms. */
const LONGEST_WAIT_MS = 1_500;
/** Minimum number of attempts, regardless of their duration. */
const FEWEST_TRIES = 3;
/** Delay before a refused read should be repeated, ms. */
const RETRY_AFTER_MS = 3_000;
/** Wait for a compaction of another process, ms. */
const POLL_MS = 50;
const NOTHING: Pending = new Map();

/**
 * Answers the reads of a project, including every acknowledged reading.
 *
 * Nothing pending, the usual case: one key read. Few readings: merged by the read, which is repeated if one of
 * those series was compacted meanwhile. Many readings: the read waits for the compaction of the project, and is
 * refused with "readings-waiting" when that takes too long.
 */
export class FreshReads {
  readonly #looks: Batcher<FreshQuery, MaybePendingRead>;
  readonly #checks: Batcher<Pending, boolean>;

  constructor(private readonly place: SeriesPlace) {
    this.#looks = new Batcher((queries) => look(place, queries));
    this.#checks = new Batcher((queries) => unchanged(place, queries));
  }

  /**
   * @param readsPoints true when the answer for a pending series needs more than its head, which a compaction changes
   * @throws CallError when much is pending and its compaction takes too long
   */
  async read<T>(
    seriesIds: readonly string[],
    answer: (pending: Pending, compaction: StoredCompaction) => Promise<T>,
    readsPoints: ReadsPoints = () => true,
  ): Promise<T> {
    const wanted = { seriesIds, readsPoints };
    const until = performance.now() + LONGEST_WAIT_MS;
    for (let tries = 0; tries < FEWEST_TRIES || performance.now() < until; tries++) {
      const seen = await this.#looks.ask(wanted) ?? await this.#compacted(seriesIds, until);
      if (seen === null) continue;
      const { pending, compaction } = seen;
      const response = await answer(pending, compaction);
      const isSure = seen.isOneMoment && !pending.values().some(readsPoints);
      if (isSure || await this.#checks.ask(pending)) return response;
    }
    const { store, projectId, now } = this.place;
    const progress = compactionShare(store, projectId);
    throw new CallError("readings-waiting", now() + RETRY_AFTER_MS, { progress });
  }

  /** Waits for the compaction. @returns the pending readings when nothing can be written: all are merged */
  async #compacted(seriesIds: readonly string[], until: number): Promise<MaybePendingRead> {
    const { store, projectId, now } = this.place;
    const compaction = runningCompaction(store, projectId, now).catch(() => "failed");
    const ended = await endedBy(until, compaction);
    if (ended === "busy") await endedBy(Math.min(until, performance.now() + POLL_MS));
    if (ended !== "failed") return null;
    return await withMetadata(this.place, seriesIds);
  }
}

async function look(
  place: SeriesPlace,
  queries: readonly FreshQuery[],
): Promise<(wanted: FreshQuery) => MaybePendingRead> {
  const { store, projectId } = place;
  const snapshot = await snapshotOf(store, projectId, [
    ...new Set(queries.flatMap(({ seriesIds }) => seriesIds)),
  ]);
  const { came } = snapshot;
  if (came === null) return () => null;
  const compaction = snapshot.compaction ?? await readCompaction(store, projectId);
  if (came.size === 0) return () => ({ pending: NOTHING, compaction, isOneMoment: true });
  const seriesIds = [...came.keys()];
  const arrival = snapshot.compaction &&
    cachedMetadata(store, projectId, { seriesIds, versionstamp: compaction.versionstamp });
  const seen = arrival
    ? { pending: pendingOf(came, arrival), compaction, isOneMoment: true }
    : await withMetadata(place, seriesIds);
  if (seen === null) return () => null;
  return ({ seriesIds, readsPoints }) => {
    const some = seriesIds.flatMap((seriesId) => seen.pending.get(seriesId) ?? []);
    const pending = new Map(some.map((one) => [one.seriesId, one]));
    return isMergeable(some.filter(readsPoints)) ? { ...seen, pending } : null;
  };
}

/** Reads the heads first: a compaction in between is then seen as a change. */
async function withMetadata({ store, projectId }: SeriesPlace, seriesIds: readonly string[]) {
  const compaction = await readCompaction(store, projectId);
  const metadata = await metadataOfSeries(store, projectId, seriesIds, compaction);
  const backlog = await backlogsOf(store).fresh(projectId);
  return backlog.isLarge
    ? null
    : { pending: pendingOf(backlog.ofMany(seriesIds), metadata), compaction, isOneMoment: false };
}

function pendingOf(
  came: ReadonlyMap<string, SeriesReadings>,
  metadata: ReadonlyMap<string, StoredMetadata>,
): Pending {
  return new Map([...came].flatMap(([seriesId, readings]) => {
    const head = metadata.get(seriesId);
    return head === undefined ? [] : [[seriesId, new PendingSeries(readings, head)] as const];
  }));
}

function isMergeable(some: readonly PendingSeries[]): boolean {
  let count = 0;
  for (const { extent } of some) {
    count += extent.count;
    if (count > READINGS_MERGED || !isOnePortion(extent)) return false;
  }
  return true;
}

/** True for each read whose series have not been compacted since they were looked at. */
async function unchanged(
  { store, projectId }: SeriesPlace,
  queries: readonly Pending[],
): Promise<(pending: Pending) => boolean> {
  const seriesIds = [...new Set(queries.flatMap((pending) => [...pending.keys()]))];
  const metadata = await metadataOfSeries(store, projectId, seriesIds);
  return (pending) =>
    [...pending].every(([id, { head }]) => metadata.get(id)?.versionstamp === head.versionstamp);
}

/** The head and figures of a series with its pending readings merged in. */
export type MergedSeries = Pick<SeriesPlan, "head" | "halves" | "years">;

/** Series planned before yielding to the event loop. */
const SERIES_AT_ONCE = 20;
/** Maximum half-months of a cached series: enough for live readings; a history is soon compacted. */
const HALVES_REMEMBERED = 3;

/** By series; their versions are those of the head and of the pending readings, and limits that the head has not. */
const MERGED = new StoreMemory<MergedSeries>("merged series", () => MERGED_BYTES);
/** Of a merged series, at most. */
const MERGED_BYTES = 10 * 1_024;

/**
 * The pending series with their readings merged in, computed once for each version.
 *
 * Nothing is written: the next compaction writes it.
 */
export async function mergedSeries(
  place: SeriesPlace,
  pending: Pending,
  zone: ZoneDays,
): Promise<ReadonlyMap<string, MergedSeries>> {
  const found = new Map<string, MergedSeries>();
  for (const some of chunk([...pending.values()], SERIES_AT_ONCE)) {
    const read = some.map(async (one) => [one.seriesId, await merged(place, one, zone)] as const);
    for (const [id, series] of await Promise.all(read)) found.set(id, series);
    await yieldToEventLoop();
  }
  return found;
}

/** Running plans of this process, by series and revision: several calls of a page share one computation. */
const RUNNING = new WeakMap<Store, Map<string, Promise<MergedSeries>>>();

async function merged(place: SeriesPlace, one: PendingSeries, zone: ZoneDays) {
  const { store, projectId } = place;
  const name = `${projectId}/${one.seriesId}`;
  const limits = await limitsOfPending(store, projectId, one);
  const from = `${one.revision} ${JSON.stringify(limits ?? null)}`;
  const known = MERGED.at(store, name, from);
  if (known !== undefined) return known;
  const active = RUNNING.get(store) ?? new Map<string, Promise<MergedSeries>>();
  RUNNING.set(store, active);
  const run = `${name} ${from}`;
  const planned = active.get(run) ??
    plannedAggregates(place, one, { zone, limits, from }).finally(() => active.delete(run));
  active.set(run, planned);
  return await planned;
}

/** Only the figures: the plan also has the points around them. */
async function plannedAggregates(
  { store, projectId }: SeriesPlace,
  one: PendingSeries,
  { zone, limits, from }: {
    readonly zone: ZoneDays;
    readonly limits: RegisterLimits | undefined;
    readonly from: string;
  },
): Promise<MergedSeries> {
  const { seriesId, kind, readings } = one;
  const merge = { readings, head: one.head.value, limits, isMerge: true };
  const coming = { projectId, seriesId, kind, ...merge };
  const { head, halves, years } = await planSeries(store, coming, zone);
  const value = { head, halves, years };
  if (halves.size <= HALVES_REMEMBERED) {
    MERGED.set(store, `${projectId}/${seriesId}`, { version: from, value });
  }
  return value;
}

/** The limits of a register without a head, or judged by an earlier version; undefined for those of its head. */
export async function limitsOfPending(
  store: Store,
  projectId: string,
  { seriesId, kind, head }: Pick<PendingSeries, "seriesId" | "kind" | "head">,
): Promise<RegisterLimits | undefined> {
  if (kind !== "index" || head.value?.limits !== undefined) return undefined;
  return (await meterLimits(store, projectId, [seriesId]))(seriesId);
}

/** True when a jump of its register may have come or gone. */
export function mayJump({ isSteady }: PendingSeries): boolean {
  return !isSteady;
}

/** True when its newest reading is known only from its points. */
export function hidesNewest(one: PendingSeries): boolean {
  return one.newest() === undefined;
}

export function changingBefore(pending: Pending, beforeS: number): Pending {
  return thoseThat(pending, (one) => one.changesBefore(beforeS));
}

export function thoseThat(pending: Pending, isWanted: (one: PendingSeries) => boolean): Pending {
  return pending.size === 0 ? pending : new Map([...pending].filter(([, one]) => isWanted(one)));
}

/**
 * A key that changes with the stored data of some series; null while too much is pending.
 *
 * @param before a day: only readings that change figures of earlier days change the key
 */
export async function stateOfSeries(
  place: SeriesPlace,
  seriesIds: readonly string[],
  before?: IsoDate,
): Promise<string | null> {
  const states = await statesOfSeries(place, seriesIds, before);
  return states === null ? null : runsOf(states);
}

/** The states, each run of equal ones once: series written by one commit have the same, and a process holds thousands. */
function runsOf(states: readonly string[]): string {
  const runs: string[] = [];
  let count = 0;
  for (const [position, state] of states.entries()) {
    count++;
    if (states[position + 1] === state) continue;
    runs.push(`${count} ${state}`);
    count = 0;
  }
  return runs.join();
}

/** As {@link stateOfSeries}, a key for each series. */
export async function statesOfSeries(
  { store, projectId }: SeriesPlace,
  seriesIds: readonly string[],
  before?: IsoDate,
): Promise<readonly string[] | null> {
  if (seriesIds.length === 0) return [];
  const { came, compaction: seen } = await snapshotOf(store, projectId, seriesIds);
  if (came === null) return null;
  const compaction = seen ?? await readCompaction(store, projectId);
  // Heads are read after: those of readings compacted in between have changed.
  const metadata = await metadataOfSeries(store, projectId, seriesIds, compaction);
  const zone = zoneDays(compaction.value.timeZone);
  const beforeS = before === undefined ? Infinity : zone.startOf(epochDay(before));
  return seriesIds.map((seriesId) => {
    const [head, readings] = [metadata.get(seriesId), came.get(seriesId)];
    const isSeen = readings !== undefined &&
      (head === undefined || new PendingSeries(readings, head).changesBefore(beforeS));
    return `${storedState(head, beforeS)} ${isSeen ? readings.revision : ""}`;
  });
}

/** A series also read since that day changes its head at each compaction, and seldom the earlier days. */
function storedState(head: StoredMetadata | undefined, beforeS: number): string {
  const { value = null, versionstamp } = head ?? {};
  const isReadSince = value?.last != null && value.last.epochS >= beforeS;
  return isReadSince ? `earlier ${value.earlierChanges}` : versionstamp ?? "";
}
