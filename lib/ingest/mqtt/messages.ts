/** Reads the messages of an MQTT broker, and stores their readings. @module */

import { boundedJson, CALL_BOUNDS, utf8Text } from "@/lib/base/bounded_parsing.ts";
import { CallError } from "@/lib/base/errors.ts";
import { isRecord } from "@/lib/base/records.ts";
import { timeOf } from "@/lib/ingest/emoncms.ts";
import { EVENT } from "@/lib/ingest/http_senders.ts";
import { DATES, payloadReadings } from "@/lib/ingest/lorawan_events.ts";
import { takeReadings, timeZoneOf, WORDS_BYTES } from "@/lib/ingest/receive.ts";
import { numberOf, textOf } from "@/lib/ingest/sent_values.ts";
import { RefusalTally } from "@/lib/series/refusals.ts";
import { noteRefusals } from "@/lib/series/unknown_sources.ts";
import { sourceKey, type SourceReading, VALUE_FIELD } from "@/lib/timeseries/source_names.ts";
import type { Collector } from "@/lib/web/state.ts";
import type { MessagePlace } from "./topics.ts";

interface SentMessage {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** Whether the broker had kept it for new subscribers: it says nothing of when it was published. */
  readonly isRetained: boolean;
}

/** Start of an unreadable message that is shown, bytes. */
const SHOWN_BYTES = 120;

/**
 * Stores the readings of a message, and counts those refused, unreadable messages included: nobody is answered.
 *
 * @spec collectors.mqtt
 */
export async function takeMessage(
  collector: Collector,
  { device, field }: MessagePlace,
  { topic, payload, isRetained }: SentMessage,
): Promise<void> {
  const timeZone = await timeZoneOf(collector);
  let isUnreadable = false;
  await takeReadings(collector, {
    way: "mqtt",
    words: () => `${topic}\n${textOf(payload.subarray(0, WORDS_BYTES))}`,
    size: payload.length,
    parse: (nowS) => {
      const read = readingsOf(payload, { device, field, nowS, timeZone, isRetained });
      if (typeof read !== "string") return { ok: true, readings: read };
      isUnreadable = true;
      return { ok: false, message: read };
    },
  });
  if (!isUnreadable) return;
  const { store, projectId } = collector;
  const tally = new RefusalTally(collector.now());
  const source = sourceKey(device, field ?? VALUE_FIELD);
  tally.add(source, "message", textOf(payload.subarray(0, SHOWN_BYTES)));
  await noteRefusals(store, projectId, tally);
}

interface MessageContext extends Omit<MessagePlace, "residence">, Pick<SentMessage, "isRetained"> {
  /** Time of arrival, seconds since 1970. */
  readonly nowS: number;
  /** Of a date without an offset. */
  readonly timeZone: string;
}

/** The readings of a message; a text for an unreadable one. @spec collectors.mqtt-retained */
function readingsOf(payload: Uint8Array, context: MessageContext): SourceReading[] | string {
  const { device, field, nowS, isRetained } = context;
  // An empty message deletes a retained one.
  if (payload.length === 0) return [];
  if (payload.length > EVENT.maxBytes) return "The message is too large";
  const values = valuesOf(payload);
  if (typeof values === "string") return values;
  const dated = datedValues(values.found, context);
  if (isRetained && dated.epochS === null) return [];
  const own = typeof values.found === "object" ? [] : [VALUE_FIELD];
  const path = field === null ? own : [field];
  return payloadReadings(dated.values, { device, path, epochS: dated.epochS ?? nowS });
}

/** What a message contains: the value of its JSON object or list, otherwise a number, a boolean or a text. */
function valuesOf(payload: Uint8Array): { readonly found: unknown } | string {
  try {
    const text = utf8Text(payload).trim();
    if (/^[{[]/.test(text)) return { found: boundedJson(text, CALL_BOUNDS) };
    if (text === "true" || text === "false") return { found: text === "true" };
    // A number beyond the greatest one is refused as a value.
    const isBeyond = Math.abs(Number(text)) === Infinity;
    return { found: isBeyond ? Infinity : numberOf(text) ?? text };
  } catch (fault) {
    if (fault instanceof CallError && fault.code === "bad-request") {
      return fault.detail ?? "The message is not readable";
    }
    throw fault;
  }
}

/** Lower numbers under the name of a date are values. */
const FIRST_DATE_S = 1_000_000_000;
/** Greater numbers are milliseconds. */
const LAST_DATE_S = 100_000_000_000;

/** The values of a message, without the date of its object; null when there is none. */
function datedValues(
  found: unknown,
  { nowS, timeZone }: Pick<MessageContext, "nowS" | "timeZone">,
): { readonly epochS: number | null; readonly values: unknown } {
  if (!isRecord(found)) return { epochS: null, values: found };
  for (const date of DATES) {
    for (const [name, written] of Object.entries(found)) {
      if (name.toLowerCase() !== date) continue;
      const epochS = secondOf(written, { nowS, timeZone });
      if (epochS === null) continue;
      const { [name]: _, ...values } = found;
      return { epochS, values };
    }
  }
  return { epochS: null, values: found };
}

function secondOf(
  written: unknown,
  { nowS, timeZone }: Pick<MessageContext, "nowS" | "timeZone">,
): number | null {
  const number = numberOf(written);
  if (number !== null) {
    if (number < FIRST_DATE_S) return null;
    return Math.trunc(number > LAST_DATE_S ? number / 1_000 : number);
  }
  const isDate = typeof written === "string" && /\d{4}/.test(written);
  return isDate ? timeOf(written, { nowS, timeZone }) : null;
}
