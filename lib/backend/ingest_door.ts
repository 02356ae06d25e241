import { setImmediate as others } from "node:timers/promises";
import type { SourceReading } from "../domain/series/sources.ts";
import type { Collector, Platform } from "./choose.ts";
import { isValued, parseEvent } from "./ingest/chirpstack.ts";
import { isPrecision, LinesReader } from "./ingest/influx_lines.ts";
import { receive, type Received } from "./ingest/receive.ts";
import { isTaken, noteTaken } from "./kv/uplinks.ts";

/** Lines read before others have their turn: about two milliseconds. */
const LINES_AT_ONCE = 2_000;

/** A body of line protocol that has been read, and who sent it. */
export interface SentLines {
  token: string;
  /** As the query says it; nanoseconds when it says nothing. */
  precision: string | null;
  text: string;
}

/** What became of a body of lines; with a bad line the good ones are kept all the same. */
export type LinesOutcome =
  | { readonly kind: "stored" }
  | { readonly kind: "unknown-token" }
  | { readonly kind: "bad-precision" }
  | { readonly kind: "bad-lines"; readonly lines: readonly BadLine[]; readonly count: number };

/** A line that was not kept, and why. */
export interface BadLine {
  readonly line: number;
  readonly message: string;
}

/** Takes InfluxDB line protocol from a collector: the token says which residence it is about. */
export async function takeLines(platform: Platform, sent: SentLines): Promise<LinesOutcome> {
  const collector = await platform.collectorOf(sent.token);
  if (collector === null) return { kind: "unknown-token" };
  const precision = sent.precision ?? "ns";
  if (!isPrecision(precision)) return { kind: "bad-precision" };
  const nowMs = platform.options.now();
  const parsed = new LinesReader(sent.text, precision, Math.floor(nowMs / 1_000));
  while (parsed.read(LINES_AT_ONCE)) await others();
  const { refused, refusedCount } = await keep(collector, parsed.readings, nowMs);
  const lines = [...parsed.bad, ...refused].sort((a, b) => a.line - b.line);
  if (lines.length === 0) return { kind: "stored" };
  return { kind: "bad-lines", lines, count: parsed.badCount + refusedCount };
}

/** What became of readings that are taken whole or not at all, but for those of the future. */
export type ReadingsOutcome =
  | { readonly kind: "stored" }
  | { readonly kind: "unknown-token" }
  | { readonly kind: "refused"; readonly message: string };

/** Readings of a collector, in a format of its own. */
export interface SentReadings {
  token: string;
  /** @param nowS seconds since 1970 */
  parse(
    nowS: number,
  ): { ok: true; readings: readonly SourceReading[] } | { ok: false; message: string };
}

/** Takes readings from a collector whose format has no lines. */
export async function takeReadings(
  platform: Platform,
  { token, parse }: SentReadings,
): Promise<ReadingsOutcome> {
  const collector = await platform.collectorOf(token);
  if (collector === null) return { kind: "unknown-token" };
  const nowMs = platform.options.now();
  const parsed = parse(Math.floor(nowMs / 1_000));
  if (!parsed.ok) return { kind: "refused", message: parsed.message };
  const { refused } = await keep(collector, parsed.readings, nowMs);
  const message = refused[0]?.message;
  return message === undefined ? { kind: "stored" } : { kind: "refused", message };
}

/** An event of a LoRaWAN network server, and who sent it. */
export interface SentEvent {
  token: string;
  event: string;
  body: unknown;
}

/** Takes an event of ChirpStack once, however often it is sent; events without values are taken and forgotten. */
export async function takeEvent(platform: Platform, sent: SentEvent): Promise<ReadingsOutcome> {
  const collector = await platform.collectorOf(sent.token);
  if (collector === null) return { kind: "unknown-token" };
  if (!isValued(sent.event)) return { kind: "stored" };
  const nowMs = platform.options.now();
  const parsed = parseEvent(sent.event, sent.body, Math.floor(nowMs / 1_000));
  if (parsed === null) return { kind: "refused", message: `not an event "${sent.event}"` };
  const { projectId, store } = collector;
  const uplink = { projectId, deduplicationId: parsed.deduplicationId, nowMs };
  if (await isTaken(store, uplink)) return { kind: "stored" };
  const { refused } = await keep(collector, parsed.readings, nowMs);
  await noteTaken(store, uplink);
  const message = refused[0]?.message;
  return message === undefined ? { kind: "stored" } : { kind: "refused", message };
}

async function keep(
  { versions, ...place }: Collector,
  readings: readonly SourceReading[],
  nowMs: number,
): Promise<Received> {
  const received = await receive(readings, { ...place, nowMs });
  if (readings.length === 0) return received;
  await versions.bump([{ kind: "readings", id: place.projectId }]);
  // A source attached on its way in has changed the residence itself.
  versions.forget([{ kind: "project", id: place.projectId }]);
  return received;
}
