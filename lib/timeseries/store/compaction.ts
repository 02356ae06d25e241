/** Compacts arrivals into points and figures, and commits what was planned. @module */

import { chunk } from "@/lib/base/concurrency.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { compareKeys } from "@/lib/store/key_families.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, type Key, readEntries, type Store } from "@/lib/store/store.ts";
import { type ArrivalName, arrivalsVersionKey, BUCKET_S } from "./arrival_encoding.ts";
import {
  arrivalsBefore,
  type ArrivalStep,
  isOnePortion,
  PendingSeries,
  portions,
  type SeriesReadings,
} from "./arrived_readings.ts";
import { backlogsOf } from "./arrivals.ts";
import type { PartChanges } from "./chunk_rewrite.ts";
import { SeriesLease } from "./compaction_lease.ts";
import { planSeries, type SeriesInput, type SeriesPlan } from "./compaction_plan.ts";
import { lateLine, purgeLineKey } from "./purge.ts";
import { type LimitsOf, meterLimits, seriesMetadata } from "./series_metadata.ts";
import { deleteYears, encodeRollup, type Rollup, yearChanges } from "./stored_rollups.ts";
import { zoneDays } from "./zone_days.ts";

/** Mutations and bytes from which the pending series are committed: a portion of one adds 250 mutations at most. */
const FULL_MUTATIONS = 700;
const FULL_BYTES = 400 * 1024;
const REMOVALS_PER_COMMIT = 900;
/** Maximum figures of one series in the commit of its points; those of a longer span are written before. */
const FULL_FIGURES = 200;

/** Other effects of the end of a compaction. */
interface Settlement {
  /** Adds other writes to the commit of the figures. */
  also?: ((atomic: Atomic) => void) | undefined;
  /** Called each time that some arrivals are removed. */
  compacted?(): void;
}

/** Groups series into commits of moderate size, each series whole in one of them. */
export class SeriesWriteBatch {
  #sets: { readonly key: Key; readonly value: unknown }[] = [];
  #gone: Key[] = [];
  #bytes = 0;
  #years = new Map<number, Map<string, Rollup>>();

  constructor(
    private readonly store: Store,
    readonly projectId: string,
    private readonly lease: SeriesLease,
  ) {}

  get timeZone(): string {
    return this.lease.timeZone;
  }

  /** Adds one series, committing the previous ones when there are enough. @returns true while the lease is held */
  async add(plan: SeriesPlan, parts: PartChanges): Promise<boolean> {
    const { seriesId, head, years, notes } = plan;
    if (!await this.#addFigures(plan)) return false;
    this.#set(keys.seriesHead(this.projectId, seriesId), head, 200);
    for (const { key, bytes } of parts.set) this.#set(key, bytes, bytes.length);
    this.#gone.push(...parts.gone);
    for (const [year, rollup] of years) {
      const changed = this.#years.get(year) ?? new Map<string, Rollup>();
      this.#years.set(year, changed.set(seriesId, rollup));
    }
    for (const note of notes) {
      const line = lateLine(seriesId, note, this.lease.now());
      this.#set(purgeLineKey(this.projectId, line), line, 200);
    }
    const full = this.#sets.length + this.#gone.length > FULL_MUTATIONS || this.#bytes > FULL_BYTES;
    return full ? await this.flush() : true;
  }

  /**
   * Adds the figures of a series, in commits of their own before its points when they span many years.
   *
   * A crash in between is repaired by the next compaction: the arrivals are still there, and the points and the head
   * that determine the changes are still the old ones. Reads meanwhile merge the arrivals, which cover the same figures.
   */
  async #addFigures({ seriesId, halves, years }: SeriesPlan): Promise<boolean> {
    const isLong = halves.size + years.size > FULL_FIGURES;
    if (isLong && !await this.flush()) return false;
    const add = async (key: Key, rollup: Rollup): Promise<boolean> => {
      const bytes = encodeRollup(rollup);
      this.#set(key, bytes, bytes.length);
      return !isLong || this.#sets.length < FULL_FIGURES ? true : await this.flush();
    };
    for (const [half, rollup] of halves) {
      if (!await add(keys.seriesDays(this.projectId, seriesId, half), rollup)) return false;
    }
    for (const [year, rollup] of years) {
      if (!await add(keys.seriesMonths(this.projectId, seriesId, year), rollup)) return false;
    }
    return true;
  }

  /** Commits the pending writes. @returns true when the lease was still held */
  async flush(): Promise<boolean> {
    if (this.#sets.length === 0 && this.#gone.length === 0) return true;
    const [sets, gone] = [this.#sets, this.#gone];
    [this.#sets, this.#gone, this.#bytes] = [[], [], 0];
    return await this.lease.write((atomic) => fill(atomic, sets, gone));
  }

  /**
   * Commits the remaining writes, the years of the project and the deletion of the arrivals, oldest first.
   *
   * The years of the project are up to date before the first arrival is deleted.
   */
  async settle(
    arrivals: readonly Pick<ArrivalName, "key">[],
    { also, compacted = () => {} }: Settlement = {},
  ): Promise<boolean> {
    const stored = this.lease.foundDirty
      ? await deleteYears(this.store, this.projectId)
      : await yearChanges(this.store, this.projectId, this.#years);
    const [sets, gone] = [this.#sets, this.#gone];
    const first = (atomic: Atomic) => {
      fill(atomic, sets, gone);
      fill(atomic, stored.set.map(({ key, bytes }) => ({ key, value: bytes })), stored.gone);
      also?.(atomic);
    };
    if (!await this.lease.settle(first)) return false;
    for (const some of chunk(arrivals.map(({ key }) => key), REMOVALS_PER_COMMIT)) {
      const isLeaseHeld = await this.lease.settle((atomic) => {
        for (const key of some) atomic.delete(key);
        atomic.sum(arrivalsVersionKey(this.projectId), 1n);
      });
      if (!isLeaseHeld) return false;
      compacted();
    }
    return true;
  }

  #set(key: Key, value: unknown, bytes: number): void {
    this.#sets.push({ key, value });
    this.#bytes += bytes;
  }
}

/** Deletions first: a key both deleted and set is set. */
function fill(
  atomic: Atomic,
  sets: readonly { readonly key: Key; readonly value: unknown }[],
  gone: readonly Key[],
): void {
  for (const key of gone) atomic.delete(key);
  for (const { key, value } of sets) atomic.set(key, value);
}

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
 * Moves everything that arrived for a project before the call into its points and figures.
 *
 * A process runs one compaction of a project at a time: calls during a compaction share the next one.
 */
export function compact(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<Compacted> {
  const active = RUNNING.get(store) ?? new Map<string, Running>();
  RUNNING.set(store, active);
  const known = active.get(projectId);
  if (known !== undefined) {
    const again = () => compact(store, projectId, now);
    return known.next ??= known.current.then(again, again);
  }
  const progress = (share: number) => void (begun.share = share);
  const current = compactNow(store, projectId, { now, progress }).finally(() => {
    if (active.get(projectId) === begun) active.delete(projectId);
  });
  const begun: Running = { current, next: null, share: null };
  active.set(projectId, begun);
  return current;
}

/** The compaction of a project running in this process, or a new one. */
export function runningCompaction(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<Compacted> {
  return RUNNING.get(store)?.get(projectId)?.current ?? compact(store, projectId, now);
}

/** True while this process compacts a project. */
export function isCompacting(store: Store, projectId: string): boolean {
  return RUNNING.get(store)?.has(projectId) ?? false;
}

interface Running {
  readonly current: Promise<Compacted>;
  next: Promise<Compacted> | null;
  share: number | null;
}

const RUNNING = new WeakMap<Store, Map<string, Running>>();

/** Progress of the running compaction of a project, 0 to 1; null when this process runs none. */
export function compactionShare(store: Store, projectId: string): number | null {
  return RUNNING.get(store)?.get(projectId)?.share ?? null;
}

/**
 * Each series is written whole in one commit: points and figures never disagree. Arrivals are deleted in the last
 * commits; after a crash they are applied again, without effect.
 */
async function compactNow(
  store: Store,
  projectId: string,
  { now, progress }: { readonly now: () => number; readonly progress: (share: number) => void },
): Promise<Compacted> {
  const lease = await SeriesLease.take(store, projectId, now);
  if (lease === null) return "busy";
  try {
    // A list is no snapshot: of two arrivals written during it, it may read only the second, and a correction would be
    // applied before its reading. Arrivals written before the lease are complete.
    for await (const step of arrivalsBefore(store, projectId, lease.takenAt, progress)) {
      const writer = new SeriesWriteBatch(store, projectId, lease);
      if (!await applyArrivals(store, writer, step)) return "lost";
    }
    return "done";
  } finally {
    await lease.release();
  }
}

async function applyArrivals(
  store: Store,
  writer: SeriesWriteBatch,
  { arrivals, arrived }: ArrivalStep,
): Promise<boolean> {
  // In key order: a commit then writes a few neighbouring pages of the database instead of one per row.
  const came = [...arrived.all()].sort(byKey);
  for (const group of groups(came)) {
    await yieldToEventLoop();
    if (!await applyGroup(store, writer, group)) return false;
  }
  const compacted = () => backlogsOf(store).compacted(writer.projectId);
  return await writer.settle(arrivals, { compacted });
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
    readings += one.readings.length;
    if (group.length < GROUP.series && readings < GROUP.readings) continue;
    yield group;
    [group, readings] = [[], 0];
  }
  if (group.length > 0) yield group;
}

async function applyGroup(store: Store, writer: SeriesWriteBatch, came: readonly SeriesReadings[]) {
  const wanted = came.map(({ seriesId }) => keys.seriesHead(writer.projectId, seriesId));
  const metadata = await readEntries(store, wanted, seriesMetadata);
  const pending = came.flatMap((one, at) => {
    const head = metadata[at];
    return head === undefined ? [] : [new PendingSeries(one, head)];
  });
  const registers = pending.filter(({ kind }) => kind === "index").map(({ seriesId }) => seriesId);
  const limitsOf = await meterLimits(store, writer.projectId, registers);
  const zone = zoneDays(writer.timeZone);
  const plans = pending.map(async (one): Promise<SeriesPlan | null> =>
    one.count <= GROUP.readings && isOnePortion(one.extent)
      ? await planSeries(store, comingOf(writer, one, limitsOf), zone)
      : null
  );
  for (const [at, plan] of (await Promise.all(plans)).entries()) {
    const one = pending[at];
    if (one === undefined) continue;
    const arrival = plan === null
      ? await applyInPortions(store, writer, { pending: one, limitsOf })
      : await writer.add(plan, await plan.parts());
    if (!arrival) return false;
    await yieldToEventLoop();
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
  for (const readings of portions(pending)) {
    const coming = { ...comingOf(writer, pending, limitsOf), readings, head };
    // A plan reads the stored data, so the previous portion is written first.
    if (head !== pending.head.value && !await writer.flush()) return false;
    const plan = await planSeries(store, coming, zoneDays(writer.timeZone));
    if (!await writer.add(plan, await plan.parts())) return false;
    await yieldToEventLoop();
    head = plan.head;
  }
  return true;
}
