/** Reads stored series together with readings that wait to be compacted. @module */

import { epochDay, type IsoDate } from "@/lib/base/civil_dates.ts";
import { chunk, endedBy } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { Batcher } from "@/lib/store/read_batching.ts";
import type { Store } from "@/lib/store/store.ts";
import type { RegisterLimits } from "@/lib/timeseries/register_rules.ts";
import { backlogsOf } from "./arrivals.ts";
import { compactionShare, runningCompaction } from "./compaction.ts";
import { readCompaction, type StoredCompaction } from "./compaction_lease.ts";
import { planSeries, type SeriesPlan } from "./compaction_plan.ts";
import { isOnePortion, PendingSeries } from "./arrived_readings.ts";
import { metadataOfSeries, meterLimits, type StoredMetadata } from "./series_metadata.ts";
import { type ZoneDays, zoneDays } from "./zone_days.ts";

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

/** The pending readings of some series, and the compaction and the heads read after them: a compaction in between is in these. */
interface PendingRead {
  readonly pending: Pending;
  readonly compaction: StoredCompaction;
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
      if (!pending.values().some(readsPoints) || await this.#checks.ask(pending)) return response;
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
    return await pendingOf(this.place, seriesIds);
  }
}

async function look(
  place: SeriesPlace,
  queries: readonly FreshQuery[],
): Promise<(wanted: FreshQuery) => MaybePendingRead> {
  const all = new Set(queries.flatMap(({ seriesIds }) => seriesIds));
  const seen = await pendingOf(place, [...all]);
  if (seen === null) return () => null;
  return ({ seriesIds, readsPoints }) => {
    const some = seriesIds.flatMap((seriesId) => seen.pending.get(seriesId) ?? []);
    const pending = new Map(some.map((one) => [one.seriesId, one]));
    return isMergeable(some.filter(readsPoints)) ? { ...seen, pending } : null;
  };
}

async function pendingOf(
  { store, projectId }: SeriesPlace,
  seriesIds: readonly string[],
): Promise<MaybePendingRead> {
  const backlog = await backlogsOf(store).fresh(projectId);
  if (backlog.isLarge) return null;
  const came = backlog.ofMany(seriesIds);
  const compaction = await readCompaction(store, projectId);
  const metadata = await metadataOfSeries(store, projectId, [...came.keys()], compaction);
  const pending = [...came].flatMap(([seriesId, readings]) => {
    const head = metadata.get(seriesId);
    return head === undefined ? [] : [[seriesId, new PendingSeries(readings, head)] as const];
  });
  return { pending: new Map(pending), compaction };
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
  if (seriesIds.length === 0) return "";
  const { store, projectId } = place;
  const seen = await pendingOf(place, seriesIds);
  if (seen === null) return null;
  const { pending, compaction } = seen;
  const metadata = await metadataOfSeries(store, projectId, seriesIds, compaction);
  const zone = zoneDays(compaction.value.timeZone);
  const beforeS = before === undefined ? Infinity : zone.startOf(epochDay(before));
  return runsOf(seriesIds.map((seriesId) => {
    const one = pending.get(seriesId);
    const revision = one?.changesBefore(beforeS) ? one.came.revision : "";
    return `${storedState(metadata.get(seriesId), beforeS)} ${revision}`;
  }));
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

/** A series also read since that day changes its head at each compaction, and seldom the earlier days. */
function storedState(head: StoredMetadata | undefined, beforeS: number): string {
  const { value = null, versionstamp } = head ?? {};
  const isReadSince = value?.last != null && value.last.epochS >= beforeS;
  return isReadSince ? `earlier ${value.earlierChanges}` : versionstamp ?? "";
}
