import type { HeldBytes } from "@/lib/backend/core/byte_budget.ts";
import { Slices } from "@/lib/backend/core/slices.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { isTaken, noteTaken } from "@/lib/backend/sources/uplinks.ts";
import type { SourceReading } from "@/lib/domain/series/sources.ts";
import { isValued, parseEvent } from "./chirpstack.ts";
import type { Collector } from "./collectors.ts";
import { BAD_LINES_NAMED, type BadLine, isPrecision, LinesReader } from "./influx_lines.ts";
import { lineWindows } from "./line_windows.ts";
import { PARSING_ROOM } from "./parsing_room.ts";
import { columnsOf, type ReadingColumns } from "./reading_columns.ts";
import { receive, type Received, type TakenReadings } from "./receive.ts";
import { SOURCE_TABLES } from "./source_table.ts";

/** Readings stored together, which limits the memory of a body besides its bytes. */
const KEPT_AT_ONCE = 20_000;
/** Sources that were not known before: each takes half a kilobyte until its readings are stored. */
const NEW_SOURCES_AT_ONCE = 5_000;

/** Cost of a byte parsed whole, relative to one parsed in windows. */
const WHOLE_PARSE_COST = 4;

/** A fully received body of line protocol. */
interface SentLines {
  /** From the query; null or "" for nanoseconds. */
  readonly precision: string | null;
  /** The bytes of the body; emptied while they are read. */
  readonly parts: Uint8Array<ArrayBuffer>[];
  /** Their share of the memory budget of all bodies. */
  readonly held: HeldBytes;
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
export async function takeLines(collector: Collector, sent: SentLines): Promise<LinesOutcome> {
  const precision = sent.precision || "ns";
  if (!isPrecision(precision)) return { kind: "bad-precision" };
  const nowMs = collector.now();
  const nowS = Math.floor(nowMs / 1_000);
  const tableOf = () => SOURCE_TABLES.of(collector.projectId);
  const reader = new LinesReader({ precision, nowS, tableOf });
  const refused = new Refusals();
  for (const window of lineWindows(sent.parts, sent.held)) {
    await PARSING_ROOM.run(window.bytes.length, async () => {
      reader.add(window);
      for (let hasMore = true; hasMore;) {
        hasMore = await readSome(reader);
        refused.add(await keep(collector, reader.columns, nowMs));
        reader.forget();
      }
    });
  }
  reader.release();
  const lines = [...reader.bad, ...refused.named].sort((a, b) => a.line - b.line);
  if (lines.length === 0) return { kind: "stored" };
  return { kind: "bad-lines", lines, count: reader.badCount + refused.count };
}

/** Reads the lines to be stored together. @returns true while there is more to read */
async function readSome(reader: LinesReader): Promise<boolean> {
  const slices = new Slices();
  while (reader.columns.count < KEPT_AT_ONCE && reader.newSourceCount < NEW_SOURCES_AT_ONCE) {
    // Also before the first lines: other bodies may have used up the slice.
    await slices.pause();
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

/** Result of readings that are stored all or none, except those of the future. */
type ReadingsOutcome =
  | { readonly kind: "stored" }
  | { readonly kind: "refused"; readonly message: string };

interface SentReadings {
  /** Number of characters to parse. */
  readonly size: number;
  /** @param nowS seconds since 1970 */
  parse(
    nowS: number,
  ): { ok: true; readings: readonly SourceReading[] } | { ok: false; message: string };
}

export function takeReadings(
  collector: Collector,
  { size, parse }: SentReadings,
): Promise<ReadingsOutcome> {
  return PARSING_ROOM.run(size * WHOLE_PARSE_COST, async () => {
    const nowMs = collector.now();
    const parsed = parse(Math.floor(nowMs / 1_000));
    if (!parsed.ok) return { kind: "refused", message: parsed.message };
    const { refused } = await keep(collector, columnsOf(parsed.readings), nowMs);
    const message = refused[0]?.message;
    return message === undefined ? { kind: "stored" } : { kind: "refused", message };
  });
}

/** An event of a LoRaWAN network server. */
interface SentEvent {
  readonly event: string;
  /** Number of characters to parse. */
  readonly size: number;
  body(): unknown;
}

/** Stores an event of ChirpStack once, however often it is sent; events without values are accepted and ignored. */
export async function takeEvent(collector: Collector, sent: SentEvent): Promise<ReadingsOutcome> {
  const { event } = sent;
  if (!isValued(event)) return { kind: "stored" };
  return await PARSING_ROOM.run(sent.size * WHOLE_PARSE_COST, async () => {
    const nowMs = collector.now();
    const parsed = parseEvent(event, sent.body(), Math.floor(nowMs / 1_000));
    if (parsed === null) return { kind: "refused", message: `not an event "${event}"` };
    const { projectId, store } = collector;
    const uplink = { projectId, deduplicationId: parsed.deduplicationId, nowMs };
    if (await isTaken(store, uplink)) return { kind: "stored" };
    const { refused } = await keep(collector, columnsOf(parsed.readings), nowMs);
    await noteTaken(store, uplink);
    const message = refused[0]?.message;
    return message === undefined ? { kind: "stored" } : { kind: "refused", message };
  });
}

const NOTHING: Received = { stored: 0, unknown: 0, refused: [], refusedCount: 0 };

async function keep(
  { versions, taken, ...place }: Collector,
  columns: ReadingColumns,
  nowMs: number,
): Promise<Received> {
  if (columns.count === 0) return NOTHING;
  const scopes = [{ kind: "readings", id: place.projectId } as const];
  const include = (atomic: Atomic) => versions.include(atomic, scopes);
  const stored: TakenReadings[] = [];
  const note = (readings: TakenReadings) => void stored.push(readings);
  const received = await receive(columns, { ...place, nowMs, include, taken: note });
  // The other data of a sender shown on pages were written with the readings.
  const last = received.stored < columns.count ? await versions.bump(scopes) : null;
  // A source attached during the intake has changed the residence itself.
  versions.forget([...scopes, { kind: "project", id: place.projectId }]);
  for (const { runs, stamps } of stored) {
    taken({ runs, stamps: last === null ? stamps : [...stamps, last] });
  }
  return received;
}
