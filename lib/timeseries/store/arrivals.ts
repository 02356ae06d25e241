/** Appends arrived readings to the store, before they are compacted. @module */

import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, type Key, MUTATIONS_PER_COMMIT, type Store } from "@/lib/store/store.ts";
import type { Reading, SeriesBatch } from "@/lib/timeseries/readings.ts";
import {
  arrivalName,
  arrivalsVersionKey,
  BUCKET_S,
  type EncodedArrival,
  encodedArrivals,
} from "./arrival_encoding.ts";
import { backlogsOf } from "./backlog.ts";

/** Maximum bytes of arrivals in one commit, with room left for keys and overhead. */
const COMMIT_BYTES = 256 * 1024;
const NAME_BYTES = 8;
/** Mutations reserved for other writes in the commit of arrivals. */
const OTHER_MUTATIONS = 10;

interface NewArrival extends EncodedArrival {
  readonly key: Key;
}

interface ArrivalsPlace {
  readonly store: Store;
  readonly projectId: string;
  /** Adds to each commit the other changes made with the readings. @param isLast true for the last commit */
  readonly include?: (atomic: Atomic, isLast: boolean) => void;
  readonly committed?: (versionstamp: string) => void;
}

/** Stores batches of readings durably, as {@link appendEncoded} does. */
export async function appendArrivals(
  store: Store,
  projectId: string,
  batches: readonly SeriesBatch[],
): Promise<void> {
  await appendEncoded({ store, projectId }, [...encodedArrivals(batches)]);
}

/**
 * Stores readings durably, in as few commits as possible.
 *
 * Every arrival has its own key, never rewritten: a body sent twice is applied twice, without effect. Arrivals of one
 * commit share a versionstamp; their rank, at the end of the key, preserves their order.
 */
export async function appendEncoded(
  place: ArrivalsPlace,
  arrivals: readonly EncodedArrival[],
): Promise<void> {
  let [some, bytes]: [NewArrival[], number] = [[], 0];
  for (const arrival of withKeys(place.projectId, arrivals)) {
    const isFull = bytes + arrival.bytes.length > COMMIT_BYTES ||
      some.length === MUTATIONS_PER_COMMIT - OTHER_MUTATIONS;
    if (isFull) {
      await commit(place, { arrivals: some, isLast: false });
      [some, bytes] = [[], 0];
    }
    some.push(arrival);
    bytes += arrival.bytes.length;
    await yieldToEventLoop();
  }
  if (some.length > 0) await commit(place, { arrivals: some, isLast: true });
}

/** Adds a few readings to a commit of other data: at most one commit's worth. */
export function addArrivals(
  atomic: Atomic,
  projectId: string,
  batches: readonly SeriesBatch[],
): void {
  const arrivals = withKeys(projectId, [...encodedArrivals(batches)]);
  for (const { key, bytes } of arrivals) atomic.set(key, bytes);
  if (arrivals.length > 0) atomic.sum(arrivalsVersionKey(projectId), 1n);
}

/** @throws RangeError when the time is not a second since 1970, or the value is not a number */
export function checkReading(reading: Reading): void {
  const isPoint = !("removed" in reading);
  if (!Number.isSafeInteger(reading.epochS) || reading.epochS < 0) {
    throw new RangeError(`Not a second since 1970: ${reading.epochS}`);
  }
  if (isPoint && !Number.isFinite(reading.value)) {
    throw new RangeError(`Not a value: ${reading.value}`);
  }
}

async function commit(
  { store, projectId, include = () => {}, committed: onCommitted = () => {} }: ArrivalsPlace,
  { arrivals, isLast }: { readonly arrivals: readonly NewArrival[]; readonly isLast: boolean },
): Promise<void> {
  const atomic = store.atomic().sum(arrivalsVersionKey(projectId), 1n);
  for (const { key, bytes } of arrivals) atomic.set(key, bytes);
  include(atomic, isLast);
  const committed = await atomic.commit();
  if (!committed.ok) return;
  const { versionstamp } = committed;
  backlogsOf(store).written(projectId, arrivals.map((one) => ({ ...one, versionstamp })));
  onCommitted(versionstamp);
}

/** Random name of this process among the writers of a store. */
const PROCESS = crypto.getRandomValues(new Uint8Array(NAME_BYTES)).toHex();
/** Increases with every arrival of this process: the order within a commit. */
let nextRank = 0;

/** In one bucket, so that a reader of new arrivals finds all or none of a commit. */
function withKeys(projectId: string, arrivals: readonly EncodedArrival[]): NewArrival[] {
  let newestS = 0;
  for (const one of arrivals) newestS = Math.max(newestS, one.newestS);
  const bucket = Math.floor(newestS / BUCKET_S);
  return arrivals.map((arrival) => {
    return { ...arrival, key: keys.arrival(projectId, bucket, arrivalName(PROCESS, nextRank++)) };
  });
}
