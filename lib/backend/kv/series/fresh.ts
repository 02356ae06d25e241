import { endedBy } from "@/lib/backend/core/ended_by.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import { Batcher } from "@/lib/backend/kv/batcher.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { backlogsOf } from "./arrivals/backlogs.ts";
import { PendingSeries } from "./arrivals/pending_series.ts";
import type { SeriesReadings } from "./arrivals/readings.ts";
import { compactionShare, runningCompaction } from "./compaction/compact.ts";
import { readCompaction, type StoredCompaction } from "./compaction/lease.ts";
import { isOnePortion } from "./compaction/portions.ts";
import { headsOfSeries, heldHeads, type StoredHead } from "./heads.ts";
import { momentOf } from "./moment.ts";

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
interface Seen {
  readonly pending: Pending;
  readonly compaction: StoredCompaction;
  /** True when no compaction happened between the readings and their heads. */
  readonly isOneMoment: boolean;
}

/** As `Seen`; null when they must be compacted before they can be read. */
type Look = Seen | null;

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
  readonly #looks: Batcher<FreshQuery, Look>;
  readonly #checks: Batcher<Pending, boolean>;

  constructor(private readonly place: SeriesPlace) {
    this.#looks = new Batcher((queries) => look(place, queries));
    this.#checks = new Batcher((queries) => unchanged(place, queries));
  }

  /**
   * @param readsPoints true when the answer for a pending series needs more than its head, which a compaction changes
   * @throws Refused when much is pending and its compaction takes too long
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
      const answered = await answer(pending, compaction);
      const isSure = seen.isOneMoment && !pending.values().some(readsPoints);
      if (isSure || await this.#checks.ask(pending)) return answered;
    }
    const { store, projectId, now } = this.place;
    const progress = compactionShare(store, projectId);
    throw new Refused("readings-waiting", now() + RETRY_AFTER_MS, { progress });
  }

  /** Waits for the compaction. @returns the pending readings when nothing can be written: all are merged */
  async #compacted(seriesIds: readonly string[], until: number): Promise<Look> {
    const { store, projectId, now } = this.place;
    const running = runningCompaction(store, projectId, now).catch(() => "failed");
    const ended = await endedBy(until, running);
    if (ended === "busy") await endedBy(Math.min(until, performance.now() + POLL_MS));
    if (ended !== "failed") return null;
    return await withHeads(this.place, seriesIds);
  }
}

async function look(
  place: SeriesPlace,
  queries: readonly FreshQuery[],
): Promise<(wanted: FreshQuery) => Look> {
  const { store, projectId } = place;
  const moment = await momentOf(store, projectId, [
    ...new Set(queries.flatMap(({ seriesIds }) => seriesIds)),
  ]);
  const { came } = moment;
  if (came === null) return () => null;
  const compaction = moment.compaction ?? await readCompaction(store, projectId);
  if (came.size === 0) return () => ({ pending: NOTHING, compaction, isOneMoment: true });
  const seriesIds = [...came.keys()];
  const held = moment.compaction &&
    heldHeads(store, projectId, { seriesIds, stamp: compaction.versionstamp });
  const seen = held
    ? { pending: pendingOf(came, held), compaction, isOneMoment: true }
    : await withHeads(place, seriesIds);
  if (seen === null) return () => null;
  return ({ seriesIds, readsPoints }) => {
    const some = seriesIds.flatMap((seriesId) => seen.pending.get(seriesId) ?? []);
    const pending = new Map(some.map((one) => [one.seriesId, one]));
    return isMergeable(some.filter(readsPoints)) ? { ...seen, pending } : null;
  };
}

/** Reads the heads first: a compaction in between is then seen as a change. */
async function withHeads({ store, projectId }: SeriesPlace, seriesIds: readonly string[]) {
  const compaction = await readCompaction(store, projectId);
  const heads = await headsOfSeries(store, projectId, seriesIds, compaction);
  const backlog = await backlogsOf(store).fresh(projectId);
  return backlog.isLarge
    ? null
    : { pending: pendingOf(backlog.ofMany(seriesIds), heads), compaction, isOneMoment: false };
}

function pendingOf(
  came: ReadonlyMap<string, SeriesReadings>,
  heads: ReadonlyMap<string, StoredHead>,
): Pending {
  return new Map([...came].flatMap(([seriesId, readings]) => {
    const head = heads.get(seriesId);
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
  const heads = await headsOfSeries(store, projectId, seriesIds);
  return (pending) =>
    [...pending].every(([id, { head }]) => heads.get(id)?.versionstamp === head.versionstamp);
}
