/** Receives the readings of collectors and stores them. @module */

import * as z from "zod";
import { chunk, PARSING_ROOM } from "@/lib/base/concurrency.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { claimsOf, readClaim } from "@/lib/series/claims.ts";
import { keepUnknown, noteRefusals } from "@/lib/series/unknown_sources.ts";
import { lasting, readLive } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, readEntry, type Store } from "@/lib/store/store.ts";
import { timeWindow } from "@/lib/timeseries/readings.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";
import { type EncodedArrival, encodedArrivals } from "@/lib/timeseries/store/arrival_encoding.ts";
import { appendEncoded } from "@/lib/timeseries/store/arrivals.ts";
import type { Collector } from "@/lib/web/state.ts";
import { WORDS_SHOWN } from "./schema.ts";
import { type ArrivalNote, type SentWords, withNote } from "./recent_arrivals.ts";
import {
  BAD_LINES_NAMED,
  type BadLine,
  isPrecision,
  LinesReader,
  lineWindows,
} from "./influx_lines.ts";
import { textOf } from "./sent_values.ts";
import { Sorting } from "./sort_readings.ts";
import { attachDwellings } from "./sources.ts";

/** What became of some readings. */
type Received = Pick<Sorting, "stored" | "unknownCount" | "refused" | "refusedCount">;

const NOTHING: Received = { stored: 0, unknownCount: 0, refused: [], refusedCount: 0 };

/** Readings sorted between two turns of the event loop. */
const SORTED_AT_ONCE = 1_000;

/** Arrival time of readings, and the note of what they become. */
interface Reception {
  /** Epoch milliseconds. */
  readonly nowMs: number;
  readonly note: ArrivalNote;
}

/**
 * The single entry point of readings of any wire format, matched to the series that claim their source.
 *
 * Once it resolves, stored readings are durable; the same body sent again changes nothing. Readings outside the
 * plausible window or the bounds of their unit are refused and named; unclaimed sources are stored with their last
 * values, or attached when they name a dwelling and a series claims their measure for every dwelling.
 */
export async function receive(
  { store, projectId, readingYears, versions, onReceived }: Collector,
  readings: readonly SourceReading[],
  { nowMs, note }: Reception,
): Promise<Received> {
  if (readings.length === 0) return NOTHING;
  const nowS = Math.floor(nowMs / 1000);
  const window = timeWindow(nowS, readingYears);
  const claims = await claimsOf(store, projectId);
  const sorting = new Sorting(claims, { window, nowS });
  for (const some of chunk(readings, SORTED_AT_ONCE)) {
    for (const reading of some) sorting.add(reading);
    await yieldToEventLoop();
  }
  const { measures } = claims;
  const { oldestS } = window;
  const pending = sorting.origins;
  const attached = await attachDwellings(store, projectId, { pending, measures, nowMs, oldestS });
  for (const [name, claim] of attached) sorting.claimLate(name, claim);
  const notKept = await keepUnknown(store, projectId, sorting.unknown, nowMs);
  for (const name of notKept.withoutRoom) sorting.loseSource(name);
  for (const name of notKept.claimed) {
    const claim = await readClaim(store, { projectId, sourceKey: name });
    if (claim !== null) sorting.claimLate(name, claim);
  }
  const batches = sorting.batches();
  note?.add(sorting);
  const scopes = [{ kind: "readings", id: projectId } as const];
  const stamps: string[] = [];
  const place = {
    store,
    projectId,
    include: (atomic: Atomic) => versions.include(atomic, scopes),
    committed: (stamp: string) => void stamps.push(stamp),
  };
  const arrivals: EncodedArrival[] = [];
  for (const arrival of encodedArrivals(batches)) {
    arrivals.push(arrival);
    await yieldToEventLoop();
  }
  await appendEncoded(place, arrivals);
  await noteRefusals(store, projectId, sorting.tally);
  // The other data of a sender shown on pages were written with the readings.
  const last = sorting.stored < readings.length ? await versions.bump(scopes) : null;
  // A source attached during the intake has changed the residence itself.
  versions.forget([...scopes, { kind: "project", id: projectId }]);
  onReceived({ batches, stamps: last === null ? stamps : [...stamps, last] });
  return sorting;
}

/** The time zone of the residence of a collector: that of a date sent without an offset. */
export async function timeZoneOf({ store, projectId }: Collector): Promise<string> {
  const { value } = await readEntry(store, keys.project(projectId), projectRecord);
  return value?.timeZone ?? DEFAULT_TIME_ZONE;
}

/** An event of a device, with the id given by its network server. */
interface Uplink {
  readonly projectId: string;
  readonly deduplicationId: string;
  /** Epoch milliseconds. */
  readonly nowMs: number;
}

/** How long a copy of an event may still arrive: servers retry for hours, ms. */
const REMEMBERED_MS = 24 * 3_600_000;

/** True when an event was already stored. @spec collectors.device-events */
async function isTaken(
  store: Store,
  { projectId, deduplicationId, nowMs }: Uplink,
): Promise<boolean> {
  const key = keys.uplink(projectId, deduplicationId);
  return (await readLive(store, key, z.literal(true), nowMs)).value !== null;
}

/** Records an event whose readings are stored. */
export async function noteTaken(
  store: Store,
  { projectId, deduplicationId, nowMs }: Uplink,
): Promise<void> {
  const { value, options } = lasting(true, nowMs + REMEMBERED_MS, nowMs);
  await store.atomic().set(keys.uplink(projectId, deduplicationId), value, options).commit();
}

/** Readings stored together, which limits the memory of a body besides its bytes. */
const KEPT_AT_ONCE = 10_000;

/** Start of a body that is noted, bytes: a character more than is shown. */
export const WORDS_BYTES = 4 * (WORDS_SHOWN + 1);

/** Cost of a byte parsed whole, relative to one parsed in windows. */
const WHOLE_PARSE_COST = 4;

/** A fully received body of line protocol. */
interface SentLines {
  /** From the query; null or "" for nanoseconds. */
  readonly precision: string | null;
  readonly bytes: Uint8Array;
}

/** Result of a body of lines; good lines are stored even with bad ones. */
export type LinesOutcome =
  | { readonly kind: "stored" }
  | { readonly kind: "bad-precision" }
  | { readonly kind: "bad-lines"; readonly lines: readonly BadLine[]; readonly count: number };

/**
 * Stores the InfluxDB line protocol of a collector, some thousands of readings at a time.
 *
 * Lines are stored in the order of the body; the same body sent again changes nothing.
 */
export function takeLines(collector: Collector, sent: SentLines): Promise<LinesOutcome> {
  const { bytes } = sent;
  const words = () => textOf(bytes.subarray(0, WORDS_BYTES));
  return withNote(collector, { way: "influx", words }, async (note) => {
    const outcome = await linesOutcome(collector, sent, note);
    if (outcome.kind === "bad-precision") note?.refuse("bad precision");
    if (outcome.kind === "bad-lines") {
      note?.refuse(outcome.lines.map(({ line, message }) => `line ${line}: ${message}`).join("; "));
    }
    return outcome;
  });
}

async function linesOutcome(
  collector: Collector,
  sent: SentLines,
  note: ArrivalNote,
): Promise<LinesOutcome> {
  const precision = sent.precision || "ns";
  if (!isPrecision(precision)) return { kind: "bad-precision" };
  const nowMs = collector.now();
  const nowS = Math.floor(nowMs / 1_000);
  const reader = new LinesReader({ precision, nowS });
  const refused = new Refusals();
  for (const window of lineWindows(sent.bytes)) {
    await PARSING_ROOM.run(async () => {
      reader.add(window);
      for (let hasMore = true; hasMore;) {
        hasMore = await readSome(reader);
        refused.add(await receive(collector, reader.take(), { nowMs, note }));
      }
    }, window.bytes.length);
  }
  const lines = [...reader.bad, ...refused.named].sort((a, b) => a.line - b.line);
  if (lines.length === 0) return { kind: "stored" };
  return { kind: "bad-lines", lines, count: reader.badCount + refused.count };
}

/** Reads the lines to be stored together. @returns true while there is more to read */
async function readSome(reader: LinesReader): Promise<boolean> {
  while (reader.readingCount < KEPT_AT_ONCE) {
    // Also before the first lines: other bodies may have worked long.
    await yieldToEventLoop();
    if (!reader.read()) return false;
  }
  return true;
}

/** Readings refused after their line was parsed; as many are named as bad lines. */
class Refusals {
  readonly named: BadLine[] = [];
  count = 0;

  add({ refused, refusedCount }: Received): void {
    this.count += refusedCount;
    this.named.push(...refused.slice(0, Math.max(0, BAD_LINES_NAMED - this.named.length)));
  }
}

/** The readings of a whole body, or why it is refused. */
export type ParsedReadings =
  | {
    readonly ok: true;
    readonly readings: readonly SourceReading[];
    /** Identical in every copy of the event of a device; absent for other bodies. */
    readonly eventId?: string;
  }
  | { readonly ok: false; readonly message: string };

interface SentReadings extends SentWords {
  /** Number of characters to parse. */
  readonly size: number;
  /** @param nowS seconds since 1970 */
  parse(nowS: number): ParsedReadings;
}

/**
 * Stores the readings of a whole body, those of an event once, however often it is sent.
 *
 * @returns why the body, or the first of its readings that is refused, is refused; null when all are stored
 */
export function takeReadings(
  collector: Collector,
  { size, parse, ...sent }: SentReadings,
): Promise<string | null> {
  const take = async (note: ArrivalNote): Promise<string | null> => {
    const nowMs = collector.now();
    const parsed = parse(Math.floor(nowMs / 1_000));
    if (!parsed.ok) return parsed.message;
    const { projectId, store } = collector;
    const { eventId: deduplicationId, readings } = parsed;
    const uplink = deduplicationId && { projectId, deduplicationId, nowMs };
    if (uplink && await isTaken(store, uplink)) return null;
    const { refused } = await receive(collector, readings, { nowMs, note });
    if (uplink) await noteTaken(store, uplink);
    return refused[0]?.message ?? null;
  };
  const noted = () =>
    withNote(collector, sent, async (note) => {
      const refusal = await take(note);
      if (refusal !== null) note?.refuse(refusal);
      return refusal;
    });
  return PARSING_ROOM.run(noted, size * WHOLE_PARSE_COST);
}
