import { SLOT_S } from "../../domain/series/merge.ts";
import type { MeterEvent, Reading, SeriesBatch } from "../../domain/series/types.ts";
import { readEntries, readEntry } from "./entries.ts";
import { GatheringStore } from "./gathering.ts";
import { keys } from "./keys.ts";
import { type Arrival, pendingArrivals, readingsBySeries } from "./series_arrivals.ts";
import { encodeRollup, type Rollup } from "./series_figures.ts";
import { type SeriesHead, seriesHead } from "./series_head.ts";
import { SeriesLease } from "./series_lease.ts";
import { type Coming, planSeries, type SeriesPlan } from "./series_plan.ts";
import type { PartChanges } from "./series_recut.ts";
import { forgetYears, yearChanges } from "./series_year.ts";
import type { Atomic, Key, Store } from "./store.ts";
import { zoneDays } from "./zone_days.ts";

/** How a compaction ended: "busy" when another process does it, "lost" when one took over. */
export type Compacted = "done" | "busy" | "lost";

/**
 * Moves everything that arrived for a project into its points and figures.
 *
 * Each series is written whole in one commit: points and figures never disagree. Arrivals go in
 * the last commit; after a crash they are still there, and applying them again changes nothing.
 */
export async function compact(
  store: Store,
  projectId: string,
  now: () => number,
): Promise<Compacted> {
  const lease = await SeriesLease.take(store, projectId, now);
  if (lease === null) return "busy";
  try {
    const arrivals = await settledArrivals(store, projectId, lease);
    const writer = new SeriesWriteBatch(store, projectId, lease);
    const batches = [...readingsBySeries(arrivals).values()];
    for (let from = 0; from < batches.length; from += SERIES_AT_ONCE) {
      const held = await applyAll(store, writer, batches.slice(from, from + SERIES_AT_ONCE));
      if (!held) return "lost";
    }
    return await writer.end(arrivals) ? "done" : "lost";
  } finally {
    await lease.release();
  }
}

/**
 * Replaces the events of a meter and the figures they change, in one commit.
 *
 * @returns "busy" when another process writes this project's points: try again
 */
export async function changeEvents(
  store: Store,
  series: { readonly projectId: string; readonly seriesId: string },
  events: readonly MeterEvent[],
  now: () => number,
): Promise<Compacted> {
  const lease = await SeriesLease.take(store, series.projectId, now);
  if (lease === null) return "busy";
  try {
    const key = keys.seriesHead(series.projectId, series.seriesId);
    const { value: head } = await readEntry(store, key, seriesHead);
    const writer = new SeriesWriteBatch(store, series.projectId, lease);
    const coming: Coming = { ...series, kind: "index", head, readings: [], events };
    const plan = await planSeries(store, coming, zoneDays(lease.timeZone));
    const added = await writer.add(plan, { set: [], gone: [] });
    return added && await writer.end([]) ? "done" : "lost";
  } finally {
    await lease.release();
  }
}

/**
 * The arrivals of before the lease.
 *
 * A walk is no snapshot: of two that come during it, it may see the second and not the first, and
 * a correction would then be applied before what it corrects.
 */
async function settledArrivals(
  store: Store,
  projectId: string,
  lease: SeriesLease,
): Promise<readonly Arrival[]> {
  const arrivals = await pendingArrivals(store, projectId);
  return arrivals.filter(({ versionstamp }) => versionstamp < lease.takenAt);
}

const SERIES_AT_ONCE = 50;
/** Readings of one series applied in one commit, so that it stays within the limits. */
const READINGS_AT_ONCE = 10_000;
const SPAN_AT_ONCE_S = 400 * 86_400;

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

/** Readings cut into portions of near times; within five minutes the order they came is kept. */
function portions(readings: readonly Reading[]): readonly (readonly Reading[])[] {
  if (readings.length <= READINGS_AT_ONCE && spanS(readings) <= SPAN_AT_ONCE_S) return [readings];
  const cut: { slot: number; readonly startS: number; readonly readings: Reading[] }[] = [];
  for (const reading of readings.toSorted((a, b) => slotOfReading(a) - slotOfReading(b))) {
    const slot = slotOfReading(reading);
    const portion = cut.at(-1);
    const fits = portion !== undefined && (portion.slot === slot ||
      (portion.readings.length < READINGS_AT_ONCE &&
        reading.epochS - portion.startS < SPAN_AT_ONCE_S));
    if (fits) portion.readings.push(reading);
    else cut.push({ slot, startS: reading.epochS, readings: [reading] });
    if (fits) portion.slot = slot;
  }
  return cut.map((portion) => portion.readings);
}

function slotOfReading({ epochS }: Reading): number {
  return Math.floor(epochS / SLOT_S);
}

function spanS(readings: readonly Reading[]): number {
  let [fromS, toS] = [Infinity, -Infinity];
  for (const { epochS } of readings) {
    if (epochS < fromS) fromS = epochS;
    if (epochS > toS) toS = epochS;
  }
  return toS - fromS;
}

/** Mutations and bytes after which the series gathered so far are committed. */
const FULL_MUTATIONS = 150;
const FULL_BYTES = 256 * 1024;

/** Series gathered into commits of a fair size, each series whole in one of them. */
class SeriesWriteBatch {
  readonly projectId: string;
  readonly #store: Store;
  readonly #lease: SeriesLease;
  #sets: { readonly key: Key; readonly value: unknown }[] = [];
  #gone: Key[] = [];
  #bytes = 0;
  #years = new Map<number, Map<string, Rollup>>();

  constructor(store: Store, projectId: string, lease: SeriesLease) {
    this.#store = store;
    this.projectId = projectId;
    this.#lease = lease;
  }

  get timeZone(): string {
    return this.#lease.timeZone;
  }

  /** Adds one series, committing those before it when there are enough. @returns still held */
  async add({ seriesId, head, halves, years }: SeriesPlan, parts: PartChanges): Promise<boolean> {
    this.#set(keys.seriesHead(this.projectId, seriesId), head, 200);
    for (const { key, bytes } of parts.set) this.#set(key, bytes, bytes.length);
    this.#gone.push(...parts.gone);
    for (const [half, rollup] of halves) {
      this.#setBytes(keys.seriesDays(this.projectId, seriesId, half), encodeRollup(rollup));
    }
    for (const [year, rollup] of years) {
      this.#setBytes(keys.seriesMonths(this.projectId, seriesId, year), encodeRollup(rollup));
      const changed = this.#years.get(year) ?? new Map<string, Rollup>();
      this.#years.set(year, changed.set(seriesId, rollup));
    }
    const full = this.#sets.length + this.#gone.length > FULL_MUTATIONS || this.#bytes > FULL_BYTES;
    return full ? await this.flush() : true;
  }

  /** Commits what was gathered. @returns whether the right to write was still held */
  async flush(): Promise<boolean> {
    if (this.#sets.length === 0 && this.#gone.length === 0) return true;
    const [sets, gone] = [this.#sets, this.#gone];
    [this.#sets, this.#gone, this.#bytes] = [[], [], 0];
    return await this.#lease.write((atomic) => fill(atomic, sets, gone));
  }

  /**
   * Commits what is left, the kept years and the end of the arrivals, oldest first.
   *
   * The kept years are true before the first arrival goes.
   */
  async end(arrivals: readonly Arrival[]): Promise<boolean> {
    const kept = this.#lease.foundDirty
      ? await forgetYears(this.#store, this.projectId)
      : await yearChanges(this.#store, this.projectId, this.#years);
    const [sets, gone] = [this.#sets, this.#gone];
    const first = (atomic: Atomic) => {
      fill(atomic, sets, gone);
      fill(atomic, kept.set.map(({ key, bytes }) => ({ key, value: bytes })), kept.gone);
    };
    for (let from = 0;; from += FULL_MUTATIONS) {
      const slice = arrivals.slice(from, from + FULL_MUTATIONS);
      const isLast = from + FULL_MUTATIONS >= arrivals.length;
      const write = (atomic: Atomic) => {
        if (from === 0) first(atomic);
        for (const { key } of slice) atomic.delete(key);
      };
      if (isLast) return await this.#lease.finish(write);
      if (!await this.#lease.settle(write)) return false;
    }
  }

  #setBytes(key: Key, bytes: Uint8Array): void {
    this.#set(key, bytes, bytes.length);
  }

  #set(key: Key, value: unknown, bytes: number): void {
    this.#sets.push({ key, value });
    this.#bytes += bytes;
  }
}

/** A key both gone and set is set: removals first. */
function fill(
  atomic: Atomic,
  sets: readonly { readonly key: Key; readonly value: unknown }[],
  gone: readonly Key[],
): void {
  for (const key of gone) atomic.delete(key);
  for (const { key, value } of sets) atomic.set(key, value);
}
