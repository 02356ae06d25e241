/** Notes the last things that the senders of a residence sent, and lists them. @module */

import * as z from "zod";
import { CallError } from "@/lib/base/errors.ts";
import { newId } from "@/lib/base/secrets.ts";
import { firstCharacters } from "@/lib/base/strings.ts";
import { instantOf } from "@/lib/base/time_zones.ts";
import { claimsVersionKey } from "@/lib/series/claims.ts";
import { expiring, lasting } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, type Key, listEntries, type Store } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { houseOfStored, seriesOfStored } from "@/lib/timeseries/readings.ts";
import type { Collector } from "@/lib/web/state.ts";
import {
  ARRIVAL_WAYS,
  ARRIVALS_SHOWN,
  type ArrivalWay,
  OUTCOMES,
  VALUES_SHOWN,
  WORDS_SHOWN,
} from "./schema.ts";
import type { Handler } from "./calls.ts";
import type { Sorting } from "./sort_readings.ts";

/** What a sender sent. */
export interface SentWords {
  readonly way: ArrivalWay;
  /** Without any secret. */
  words(): string;
}

/** Characters of a value, of the name of a source and of a reason. */
const VALUE_SHOWN = 60;
const SOURCE_SHOWN = 200;
const REASON_SHOWN = 300;
const KEPT_MS = 3 * 86_400_000;
/** Minimum time between two arrivals noted, ms. */
const NOTED_EVERY_MS = 1_000;
/** The older ones are removed after as many arrivals noted by a process. */
const REMOVED_EVERY = 50;

export const recentArrival = z.object({
  atMs: z.number(),
  way: z.enum(ARRIVAL_WAYS),
  /** Version of the sources that series have, before it was sorted. */
  sourcesVersion: z.string().nullable(),
  /** null when one of its sources feeds a dwelling's series. */
  words: z.string().nullable(),
  isCut: z.boolean(),
  storedCount: z.number(),
  unknownCount: z.number(),
  refusedCount: z.number(),
  /** Why it was refused, in whole or in part, as its sender was told; "" when it was not. */
  reason: z.string(),
  values: z.array(z.object({
    source: z.string(),
    /** null when the words are. */
    value: z.string().nullable(),
    epochS: z.number(),
    outcome: z.enum(OUTCOMES),
    /** Series and dwelling, as its readings are stored. */
    storedId: z.string().nullable(),
  })),
});
type RecentArrival = z.output<typeof recentArrival>;
export const recentArrivalRecord = expiring(recentArrival);

interface NotedResidence {
  readonly lastMs: number;
  readonly count: number;
}

const NOTED = new StoreMemory<NotedResidence>("noted arrival", () => 16);

/** What becomes of an arrival, while it is received; null for one that is not noted. */
export type ArrivalNote = Note | null;

/**
 * Receives what a sender sent, and notes what became of it, at most once a second for each residence.
 *
 * The readings do not depend on the note: they are stored without it too.
 *
 * @spec collectors.arrivals
 */
export async function withNote<T>(
  { store, projectId, now }: Collector,
  sent: SentWords,
  take: (note: ArrivalNote) => Promise<T>,
): Promise<T> {
  const atMs = now();
  const noted = NOTED.at(store, projectId, null) ?? { lastMs: -Infinity, count: 0 };
  if (Math.abs(atMs - noted.lastMs) < NOTED_EVERY_MS) return await take(null);
  NOTED.set(store, projectId, {
    version: null,
    value: { lastMs: atMs, count: noted.count + 1 },
  });
  // The bytes of a body are given back once they are read.
  const note = new Note(projectId, { atMs, way: sent.way, written: sent.words() });
  try {
    return await take(note);
  } catch (fault) {
    if (fault instanceof CallError) note.refuse(fault.detail ?? fault.code);
    throw fault;
  } finally {
    await ignoreStoreFailure(keepNote(store, note, noted.count % REMOVED_EVERY === 0));
  }
}

interface WrittenArrival extends Pick<RecentArrival, "atMs" | "way"> {
  readonly written: string;
}

class Note {
  #counts = { storedCount: 0, unknownCount: 0, refusedCount: 0 };
  #values: RecentArrival["values"] = [];
  #reason = "";
  #isOfDwelling = false;
  #isSorted = false;
  #sourcesVersion: string | null = null;
  readonly #key: Key;

  constructor(readonly projectId: string, readonly arrival: WrittenArrival) {
    this.#key = keys.recentArrival(projectId, `${instantOf(arrival.atMs)} ${newId()}`);
  }

  add(sorting: Sorting): void {
    const { storedCount, unknownCount, refusedCount } = this.#counts;
    const { values, isOfDwelling } = sorting.made(VALUES_SHOWN - this.#values.length);
    this.#counts = {
      storedCount: storedCount + sorting.stored,
      unknownCount: unknownCount + sorting.unknownCount,
      refusedCount: refusedCount + sorting.count - sorting.stored - sorting.unknownCount,
    };
    if (!this.#isSorted) this.#sourcesVersion = sorting.claims.version;
    this.#isSorted = true;
    this.#isOfDwelling ||= isOfDwelling;
    for (const { source, value, ...rest } of values) {
      this.#values.push({
        source: firstCharacters(source, SOURCE_SHOWN).toWellFormed(),
        value: firstCharacters(String(value), VALUE_SHOWN).toWellFormed(),
        ...rest,
      });
    }
  }

  refuse(reason: string): void {
    this.#reason ||= firstCharacters(reason, REASON_SHOWN).toWellFormed();
  }

  /** Whether each value was found, and none refused: otherwise the words may hold other ones. */
  get isWhole(): boolean {
    return this.#isSorted && this.#reason === "" && this.#counts.refusedCount === 0;
  }

  /**
   * @spec collectors.arrivals-hidden
   * @param mayBeOfDwelling whether values that were not found may be those of a dwelling
   */
  set(atomic: Atomic, mayBeOfDwelling: boolean): void {
    const { atMs, way, written } = this.arrival;
    const shown = written.slice(0, WORDS_SHOWN).toWellFormed();
    const isHidden = this.#isOfDwelling || mayBeOfDwelling;
    // Messages about lines quote values, the others names.
    const quotesValues = this.#isSorted || way === "influx";
    const arrival: RecentArrival = {
      atMs,
      way,
      sourcesVersion: this.#sourcesVersion,
      words: isHidden ? null : shown,
      isCut: shown.length < written.length,
      ...this.#counts,
      reason: isHidden && quotesValues ? "" : this.#reason,
      values: isHidden ? this.#values.map((one) => ({ ...one, value: null })) : this.#values,
    };
    const { value, options } = lasting(arrival, atMs + KEPT_MS, atMs);
    atomic.set(this.#key, value, options);
  }
}

async function keepNote(store: Store, note: Note, isRemoving: boolean): Promise<void> {
  const { projectId } = note;
  const atomic = store.atomic();
  note.set(atomic, !note.isWhole && await hasDwellings({ store, projectId }));
  if (isRemoving) {
    const prefix = keys.recentArrival.under(projectId);
    const newest = { reverse: true, limit: ARRIVALS_SHOWN + 2 * REMOVED_EVERY };
    const known = await Array.fromAsync(store.list({ prefix }, newest));
    for (const { key } of known.slice(ARRIVALS_SHOWN)) atomic.delete(key);
  }
  await atomic.commit();
}

type ArrivalPlace = Pick<Collector, "store" | "projectId">;

async function hasDwellings({ store, projectId }: ArrivalPlace): Promise<boolean> {
  const houses = store.list({ prefix: keys.house.under(projectId) }, { limit: 1 });
  return (await Array.fromAsync(houses)).length > 0;
}

/**
 * The last arrivals, the newest first. In a residence with dwellings, those before the last change of sources say nothing
 * of what was sent: it may be in a dwelling's series by now.
 *
 * @spec collectors.arrivals-hidden
 */
export const listArrivals: Handler<"listArrivals"> = async ({ store, now }, { projectId }) => {
  const prefix = keys.recentArrival.under(projectId);
  const newest = { reverse: true, limit: ARRIVALS_SHOWN };
  const entries = await listEntries(store, { prefix }, recentArrivalRecord, newest);
  const { versionstamp } = await store.get(claimsVersionKey(projectId));
  const isHousing = await hasDwellings({ store, projectId });
  const answer = entries.filter(({ value }) => value.expiresAtMs > now()).map(({ value }) => {
    const { atMs, sourcesVersion, words, reason, values, ...rest } = value.value;
    const isOlder = isHousing && sourcesVersion !== versionstamp;
    const isHidden = words === null || isOlder;
    return {
      ...rest,
      at: instantOf(atMs),
      words: isHidden ? null : words,
      reason: isOlder ? "" : reason,
      values: values.map(({ epochS, storedId, ...one }) => ({
        ...one,
        value: isHidden ? null : one.value,
        at: Number.isFinite(new Date(epochS * 1_000).getTime()) ? instantOf(epochS * 1_000) : null,
        seriesId: storedId === null ? null : seriesOfStored(storedId),
        houseId: storedId === null ? null : houseOfStored(storedId),
      })),
    };
  });
  return { ok: true, answer };
};
