/** Stores the readings of sources without series, and the refusals of sources. @module */

import * as z from "zod";
import { chunk } from "@/lib/base/concurrency.ts";
import { retried } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  CHECKS_PER_COMMIT,
  getAll,
  idOf,
  listEntries,
  readEntry,
  type Store,
} from "@/lib/store/store.ts";
import { mergeReadings, type Point, type Reading } from "@/lib/timeseries/readings.ts";
import {
  decodeArrival,
  encodeArrival,
  readingBytes,
} from "@/lib/timeseries/store/arrival_encoding.ts";
import { REFUSAL_CAUSES, type RefusalCount, RefusalTally } from "./refusals.ts";

/** How many readings of a source were dropped, and the first and last of their instants, seconds since 1970. */
type DroppedReadings = z.output<typeof droppedReadings>;
const droppedReadings = z.object({ count: z.number(), fromS: z.number(), toS: z.number() });

/**
 * Adds dropped readings, in time order: one between those dropped before was sent again.
 *
 * @spec series.dropped-readings
 */
function withDropped(
  known: DroppedReadings | null,
  readings: readonly Reading[],
): DroppedReadings | null {
  const { fromS, toS, count } = known ?? { fromS: Infinity, toS: -Infinity, count: 0 };
  const seconds = readings.map(({ epochS }) => epochS).filter((at) => at < fromS || at > toS);
  const [first, last] = [seconds[0], seconds.at(-1)];
  if (first === undefined || last === undefined) return known;
  return {
    count: count + seconds.length,
    fromS: Math.min(fromS, first),
    toS: Math.max(toS, last),
  };
}

/** Refused readings of a project's collectors, by source and cause: one bounded value. */
export const refusalCounts: z.ZodType<RefusalCount[]> = z.array(z.object({
  source: z.string(),
  cause: z.enum(REFUSAL_CAUSES),
  count: z.number(),
  sinceMs: z.number(),
  lastMs: z.number(),
  example: z.string(),
}));

/** Two concurrent senders are rare, and a lost count loses no reading. */
const TRIES = 5;

export async function listRefusals(
  store: Store,
  projectId: string,
  nowMs: number,
): Promise<readonly RefusalCount[]> {
  const { value } = await readEntry(store, keys.refusedSources(projectId), refusalCounts);
  return new RefusalTally(nowMs, value ?? []).counts.toSorted((a, b) => b.lastMs - a.lastMs);
}

export async function noteRefusals(
  store: Store,
  projectId: string,
  refused: RefusalTally,
): Promise<void> {
  if (refused.counts.length === 0) return;
  for (let tries = 0; tries < TRIES; tries++) {
    const atomic = store.atomic();
    await includeRefusals(store, atomic, { projectId, tally: refused });
    if ((await atomic.commit()).ok) return;
  }
}

/** Adds to a commit the refusals of a tally; nothing for none. */
export async function includeRefusals(
  store: Store,
  atomic: Atomic,
  { projectId, tally }: { readonly projectId: string; readonly tally: RefusalTally },
): Promise<void> {
  if (tally.counts.length === 0) return;
  const { key, value, versionstamp } = await readEntry(
    store,
    keys.refusedSources(projectId),
    refusalCounts,
  );
  const all = new RefusalTally(tally.nowMs, value ?? []);
  all.addAll(tally.counts);
  atomic.check({ key, versionstamp }).set(key, all.counts);
}

export interface DwellingOrigin {
  /** The name under which a series would claim it for every dwelling. */
  readonly measure: string;
  /** Texts that may name the dwelling, most reliable first. */
  readonly words: readonly string[];
  /** Unit of its values; absent when the sender names none. */
  readonly unit?: string | undefined;
}

export interface UnknownReadings {
  readonly readings: Reading[];
  readonly origin: DwellingOrigin;
}

/** A stored unclaimed source. */
interface UnknownSource {
  /** Epoch milliseconds. */
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  /** Its newest readings, encoded, in time order; those of an earlier version are in arrival order. */
  readonly readings: Uint8Array;
  /** Its older readings that found no room; null for none. */
  readonly dropped: DroppedReadings | null;
  /** null for sources stored before this field existed. */
  readonly origin: DwellingOrigin | null;
}

/** Maximum readings stored per unknown source: five years of a daily index, a week of five minutes. */
export const READINGS_KEPT = 2000;
/** Maximum unknown sources stored per project, so that a faulty sender does not fill the disk. */
export const SOURCES_KEPT = 500;

export const unknownSource: z.ZodType<UnknownSource> = z.object({
  firstSeenAtMs: z.number(),
  lastSeenAtMs: z.number(),
  readings: z.instanceof(Uint8Array),
  dropped: droppedReadings.nullable().default(null),
  origin: z.object({
    measure: z.string(),
    words: z.array(z.string()),
    unit: z.string().optional(),
  }).nullable().default(null),
});

export interface SourceAt {
  readonly projectId: string;
  readonly sourceKey: string;
}

export function readUnknown(store: Store, { projectId, sourceKey }: SourceAt) {
  return readEntry(store, keys.unknownSource(projectId, sourceKey), unknownSource);
}

export function keptPoints(source: UnknownSource | null): readonly Point[] {
  const readings = source === null ? [] : decodeArrival(source.readings)[0]?.readings ?? [];
  return readings.flatMap((reading) => "removed" in reading ? [] : [reading]);
}

/** The unclaimed sources of a project, by key. */
export async function listUnknown(store: Store, projectId: string) {
  const prefix = keys.unknownSource.under(projectId);
  const entries = await listEntries(store, { prefix }, unknownSource);
  return entries.map(({ key, value }) => {
    const { firstSeenAtMs, lastSeenAtMs, origin, dropped } = value;
    const readings = keptPoints(value);
    return {
      sourceKey: idOf(key),
      origin,
      firstSeenAtMs,
      lastSeenAtMs,
      last: readings.at(-1) ?? null,
      readingCount: readings.length,
      droppedCount: dropped?.count ?? 0,
    };
  });
}

/** Adds to a commit the deletion of an unclaimed source and its readings; false when there is no such source. */
export async function includeForgetting(
  store: Store,
  atomic: Atomic,
  at: SourceAt,
): Promise<boolean> {
  const { key, versionstamp } = await readUnknown(store, at);
  if (versionstamp === null) return false;
  atomic.delete(key);
  return true;
}

/** Sources whose readings were not stored: those claimed meanwhile, and new ones without room. */
interface NotKept {
  readonly claimed: readonly string[];
  readonly withoutRoom: readonly string[];
}

/** Stores the readings of unclaimed sources. @spec series.sources, series.sources-without-room */
export async function keepUnknown(
  store: Store,
  projectId: string,
  sources: ReadonlyMap<string, UnknownReadings>,
  nowMs: number,
): Promise<NotKept> {
  const claimed: string[] = [];
  const names = await namesToKeep(store, projectId, [...sources.keys()]);
  const remaining = [...sources].filter(([name]) => names.has(name));
  for (const some of chunk(remaining, SOURCES_PER_COMMIT)) {
    claimed.push(...await keepSome(store, projectId, new Map(some), nowMs));
  }
  return { claimed, withoutRoom: [...sources.keys()].filter((name) => !names.has(name)) };
}

/** The known sources, and new ones while there is room. */
async function namesToKeep(
  store: Store,
  projectId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const entries = await getAll(store, names.map((name) => keys.unknownSource(projectId, name)));
  const [known, fresh] = [new Set<string>(), [] as string[]];
  names.forEach((name, at) =>
    entries[at]?.versionstamp === null ? fresh.push(name) : known.add(name)
  );
  if (fresh.length === 0) return known;
  const prefix = keys.unknownSource.under(projectId);
  const stored = await Array.fromAsync(store.list({ prefix }, { limit: SOURCES_KEPT }));
  return known.union(new Set(fresh.slice(0, SOURCES_KEPT - stored.length)));
}

/** Each source needs two checks: its own, and that no series claims it. */
const SOURCES_PER_COMMIT = CHECKS_PER_COMMIT / 2;

function keepSome(
  store: Store,
  projectId: string,
  sources: ReadonlyMap<string, UnknownReadings>,
  nowMs: number,
): Promise<readonly string[]> {
  return retried(async () => {
    const claimed: string[] = [];
    const atomic = store.atomic();
    for (const [name, came] of sources) {
      const claim = await store.get(keys.seriesSource(projectId, name));
      if (claim.versionstamp !== null) {
        claimed.push(name);
        continue;
      }
      const known = await readUnknown(store, { projectId, sourceKey: name });
      atomic.check(claim, known).set(known.key, withReadings(known.value, came, nowMs));
    }
    return (await atomic.commit()).ok ? claimed : null;
  });
}

function withReadings(
  known: UnknownSource | null,
  came: UnknownReadings,
  nowMs: number,
): UnknownSource {
  // Sent again after a lost answer, or by another gateway, a reading is the same reading.
  const all = mergeReadings(keptPoints(known), came.readings, "consumption");
  const from = firstKept(all);
  return {
    origin: came.origin,
    firstSeenAtMs: known?.firstSeenAtMs ?? nowMs,
    lastSeenAtMs: nowMs,
    readings: encodeArrival([{ seriesId: "", kind: "consumption", readings: all.slice(from) }]),
    dropped: withDropped(known?.dropped ?? null, all.slice(0, from)),
  };
}

/** Bytes of readings that fit in one value, with room for the names of its dwelling. */
const READINGS_BYTES = 48 * 1024;

/** Rank of the first of the last readings that fit in one value: texts take more room than numbers. */
function firstKept(readings: readonly Reading[]): number {
  let from = Math.max(0, readings.length - READINGS_KEPT);
  let bytes = 0;
  for (let at = readings.length - 1; at >= from; at--) {
    const reading = readings[at];
    if (reading === undefined) break;
    bytes += readingBytes(reading);
    if (bytes > READINGS_BYTES) from = at + 1;
  }
  return from;
}
