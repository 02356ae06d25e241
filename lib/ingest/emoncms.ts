/** Reads the inputs that senders post to EmonCMS. @module */

import { valueCount } from "@/lib/base/bounded_parsing.ts";
import { HOUR_S } from "@/lib/base/durations.ts";
import { isRecord, parsedJson } from "@/lib/base/records.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";
import type { ParsedReadings } from "./receive.ts";
import { numberOf } from "./sent_values.ts";
import { type FileInstant, readInstant } from "./file_values.ts";

/**
 * The time of an Emoncms request: seconds, or a date.
 *
 * @param text null or "" for the time of arrival
 * @returns seconds since 1970; null when it is not a date
 */
export function timeOf(
  text: string | null,
  { nowS, timeZone }: { readonly nowS: number; readonly timeZone: string },
): number | null {
  if (text === null || text === "") return nowS;
  const seconds = numberOf(text);
  if (seconds !== null) return Math.trunc(seconds);
  const instant = readInstant(text, timeZone) ?? otherDate(text, timeZone);
  return instant && nearest(instant, nowS);
}

type GivenInstant = Pick<FileInstant, "epochS" | "laterS">;

/** Of a time that the clock shows twice, the second one when it has just passed: senders send at once. */
function nearest({ epochS, laterS = Infinity }: GivenInstant, nowS: number): number {
  return laterS <= nowS + CLOCK_LEAD_S && nowS < laterS + HOUR_S ? laterS : epochS;
}

/** How far the clock of a sender may be ahead. */
const CLOCK_LEAD_S = 60;

const WITH_OFFSET = /\d:\d{2}.*(?:Z|UTC|GMT|[ECMP][SD]T|[+-]\d{2}:?\d{2})/i;

/** The second of a date in another format, as `14 Jul 2017 04:40`; null when it is not a date. */
function otherDate(text: string, timeZone: string): GivenInstant | null {
  const hasOffset = WITH_OFFSET.test(text);
  // Without an offset it would be read in the time zone of the server.
  const parsedMs = Date.parse(hasOffset ? text : `${text} UTC`);
  if (Number.isNaN(parsedMs) || isMissingDay(text)) return null;
  if (hasOffset) return { epochS: Math.floor(parsedMs / 1_000) };
  return readInstant(new Date(parsedMs).toISOString().slice(0, 19), timeZone);
}

/** Whether its month does not have the day of a date: 30 February, which is parsed as 2 March. */
function isMissingDay(text: string): boolean {
  const date = text.replace(/[T ]*\d{1,2}:\d{2}.*/, "");
  if (!/\b\d{4}\b/.test(date) || !/\b(?:29|30|31)\b/.test(date)) return false;
  return new Date(Date.parse(`${date} UTC`)).getUTCDate() <= 3;
}

/** A request to one of the two input calls; URL and form parameters are merged. */
export interface InputRequest {
  readonly parameters: URLSearchParams;
  /** Time of arrival, seconds since 1970. */
  readonly nowS: number;
  /** Of the residence: that of a date without an offset. */
  readonly timeZone: string;
}

const NO_DATA = "Request contains no data via csv, json or data tag";
const NOT_AN_OBJECT = "Input in not a valid JSON object";
const JSON_NOT_NUMERIC = "Format error, json value is not numeric";
const CSV_NOT_NUMERIC = "Format error: csv value is not numeric";
const NOT_A_TIME = "Format error, time is not a date";
const NOT_BULK = "Format error, json string supplied is not valid";

export const MOST_VALUES = 100_000;
/** In a bulk request, each value may have its own offset and node. */
const BOUNDS = { maxValues: 5 * MOST_VALUES, maxDepth: 8 };
const TOO_MANY = `Format error, more than ${MOST_VALUES} values`;

/**
 * Parses one tick of one node: `fulljson`, `json`, `csv` or `data`; precedence: json, fulljson, csv, data.
 *
 * @param node of the path, if any; else the parameter `node`, else "0"
 */
export function parsePost(
  { parameters, nowS, timeZone }: InputRequest,
  node: string | null,
): ParsedReadings {
  const values = postedValues(parameters);
  if (typeof values === "string") return { ok: false, message: values };
  const epochS = timeOf(parameters.get("time") ?? values.time, { nowS, timeZone });
  if (epochS === null) return { ok: false, message: NOT_A_TIME };
  const name = nodeName(node ?? parameters.get("node") ?? "0");
  const readings = values.pairs.map(([field, value]) =>
    inputReading({ line: 1, node: name, field, value, epochS })
  );
  return { ok: true, readings };
}

/**
 * Parses several ticks of several nodes, `[[offset, node, value | { name: value }, …], …]`.
 *
 * Their times are relative to `sentat`, `offset` or `time`; by default, the last tick is now.
 *
 * @param data the JSON of the request, unzipped
 */
export function parseBulk(
  { parameters, nowS }: Omit<InputRequest, "timeZone">,
  data: string,
): ParsedReadings {
  const items = jsonOf(data);
  if (!Array.isArray(items)) return { ok: false, message: NOT_BULK };
  const baseS = bulkBase({ parameters, nowS }, items);
  if (baseS === null) return { ok: false, message: NOT_A_TIME };
  const readings: SourceReading[] = [];
  for (const [index, item] of items.entries()) {
    if (!Array.isArray(item) || item.length <= 2) continue;
    const offsetS = numberOf(item[0]);
    if (offsetS === null) return { ok: false, message: NOT_BULK };
    const fault = pushItem(readings, item, {
      line: index + 1,
      node: nodeName(String(item[1])),
      epochS: Math.trunc(baseS + offsetS),
    });
    if (fault !== null) return { ok: false, message: fault };
    if (readings.length > MOST_VALUES) return { ok: false, message: TOO_MANY };
  }
  return { ok: true, readings };
}

interface Tick {
  readonly line: number;
  readonly node: string;
  readonly epochS: number;
}

/** Adds the values of an item: an unnamed value is named by its position among the unnamed ones. */
function pushItem(readings: SourceReading[], item: readonly unknown[], tick: Tick): string | null {
  let place = 0;
  for (const sentValue of item.slice(2)) {
    const pairs = isRecord(sentValue)
      ? Object.entries(sentValue)
      : [[String(++place), sentValue] as readonly [string, unknown]];
    for (const [field, found] of pairs) {
      if (found === null) continue;
      const value = valueOf(found);
      if (value === null) return JSON_NOT_NUMERIC;
      readings.push(inputReading({ ...tick, field, value }));
    }
  }
  return null;
}

function inputReading(
  { line, node, field, value, epochS }: Tick & { field: string; value: number | boolean },
): SourceReading {
  const device = { measurement: "emoncms", tags: [["node", node] as const] };
  return { line, device, field, value, epochS };
}

interface PostedValues {
  readonly pairs: readonly (readonly [string, number | boolean])[];
  /** Value of a key "time" of the object. */
  readonly time: string | null;
}

function postedValues(parameters: URLSearchParams): PostedValues | string {
  const json = parameters.get("json");
  if (json) return pairsOf(json, JSON_NOT_NUMERIC);
  const fulljson = parameters.get("fulljson");
  if (fulljson) return objectValues(fulljson);
  const csv = parameters.get("csv");
  if (csv) return pairsOf(csv, CSV_NOT_NUMERIC);
  const data = parameters.get("data");
  return data ? pairsOf(data, CSV_NOT_NUMERIC) : NO_DATA;
}

/** Strict JSON of numbers; a key "time" is the time, and also an input unless it is all in lower case. */
function objectValues(text: string): PostedValues | string {
  const object = jsonOf(text);
  if (!isRecord(object)) return NOT_AN_OBJECT;
  const pairs: [string, number | boolean][] = [];
  let time: string | null = null;
  for (const [name, found] of Object.entries(object)) {
    const isTime = name.toLowerCase() === "time";
    if (isTime && (typeof found === "string" || typeof found === "number")) time = String(found);
    if (name === "time" || found === null) continue;
    const value = valueOf(found);
    if (value !== null) pairs.push([name, value]);
    else if (!isTime) return JSON_NOT_NUMERIC;
  }
  return tooMany(pairs) ?? { pairs, time };
}

/** Comma-separated `name:value` or `value`, with optional braces and quotes. */
function pairsOf(text: string, notNumeric: string): PostedValues | string {
  if (hasTooManyParts(text)) return TOO_MANY;
  const pairs: [string, number][] = [];
  for (const [index, part] of text.replaceAll(UNREAD, "").split(",").entries()) {
    const [first = "", ...rest] = part.split(":");
    const [name, written] = rest.length === 0
      ? [String(index + 1), first]
      : [first, rest.join(":")];
    const value = numberOf(written);
    if (value === null) return notNumeric;
    pairs.push([name.trim(), value]);
  }
  return tooMany(pairs) ?? { pairs, time: null };
}

function hasTooManyParts(text: string): boolean {
  let count = 1;
  for (let at = text.indexOf(","); at !== -1; at = text.indexOf(",", at + 1)) {
    if (++count > MOST_VALUES) return true;
  }
  return false;
}

function tooMany(pairs: readonly unknown[]): string | null {
  return pairs.length > MOST_VALUES ? TOO_MANY : null;
}

/** Characters removed from the lenient formats before parsing. */
const UNREAD = /[^\p{N}\p{L}_\s\-.:,]/gu;
const NOT_IN_A_NODE = /[^\p{N}\p{L}_\s\-.]/gu;

function nodeName(text: string): string {
  return text.replaceAll(NOT_IN_A_NODE, "").trim() || "0";
}

/** Whether a request may give a date, which is read in the time zone of its residence. */
export function mayGiveDate(parameters: URLSearchParams): boolean {
  return parameters.has("time") || parameters.has("fulljson");
}

/** Time to which the offsets of a bulk request are added. */
function bulkBase(
  { parameters, nowS }: Omit<InputRequest, "timeZone">,
  items: readonly unknown[],
): number | null {
  for (const name of ["sentat", "offset"] as const) {
    const sentValue = parameters.get(name);
    if (sentValue === null) continue;
    const seconds = numberOf(sentValue);
    return seconds === null ? null : nowS - seconds;
  }
  const time = parameters.get("time");
  if (time !== null) return numberOf(time);
  const last = items.at(-1);
  const lastOffsetS = Array.isArray(last) ? numberOf(last[0]) : null;
  return nowS - (lastOffsetS ?? 0);
}

/** @returns undefined for invalid JSON, or above the bounds */
function jsonOf(text: string): unknown {
  return valueCount(text, BOUNDS) === null ? undefined : parsedJson(text);
}

function valueOf(found: unknown): number | boolean | null {
  return typeof found === "boolean" ? found : numberOf(found);
}
