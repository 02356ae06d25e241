/** Reads the device events that LoRaWAN network servers post: ChirpStack 3 and 4, The Things Stack 3. @module */

import * as z from "zod";
import { boundedJson, CALL_BOUNDS } from "@/lib/base/bounded_parsing.ts";
import { isRecord } from "@/lib/base/records.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";
import type { ParsedReadings } from "./receive.ts";

/** The JSON of a body, and its arrival, seconds since 1970. */
interface ReceivedBody {
  readonly body: unknown;
  readonly nowS: number;
}

/** An event without values: a join, an acknowledgement. */
const IGNORED: ParsedReadings = { ok: true, readings: [] };

/** Maximum number of different values, and maximum nesting, of a decoded payload. */
const MOST_VALUES = 256;
const DEEPEST = 8;
/** Maximum number of readings of an event: the entries of a device's memory have their own values. */
const MOST_READINGS = 20_000;
const LONGEST_NAME = 256;

const name = z.string().max(LONGEST_NAME);
const time = z.iso.datetime({ offset: true });
const tags = z.record(name, name).nullish();
const eui = z.string().regex(/^[0-9a-fA-F]{16}$/).transform((hex) => hex.toLowerCase());

const status = {
  margin: z.number().nullish(),
  batteryLevel: z.number().nullish(),
  batteryLevelUnavailable: z.boolean().nullish(),
  externalPowerSource: z.boolean().nullish(),
};

const chirpstack4 = z.object({
  ...status,
  deduplicationId: name.min(1),
  time: time.nullish(),
  deviceInfo: z.object({ devEui: eui, tags }),
  object: z.unknown().optional(),
});

const chirpstack3 = z.object({
  ...status,
  /** Hexadecimal, or base64 where the integration writes JSON as protobuf does. */
  devEUI: z.union([eui, z.string().regex(/^[\w+/-]{11}=$/).transform(euiOfBase64)]),
  fCnt: z.number().nullish(),
  rxInfo: z.array(z.object({ time: time.nullish() })).nullish(),
  publishedAt: time.nullish(),
  tags,
  object: z.unknown().optional(),
  objectJSON: z.string().nullish(),
});

const thingsStack = z.object({
  end_device_ids: z.object({ dev_eui: eui }),
  uplink_message: z.object({
    f_cnt: z.number().nullish(),
    received_at: time,
    decoded_payload: z.unknown().optional(),
  }),
});

/** A device event of any network server. */
interface DeviceEvent {
  readonly measurement: "up" | "status";
  readonly eventId: string;
  readonly devEui: string;
  readonly tags?: Readonly<Record<string, string>> | null | undefined;
  /** ISO 8601; null for the time of arrival. */
  readonly time: string | null | undefined;
  readonly values: unknown;
}

/**
 * Reads an event of ChirpStack's HTTP integration: the decoded payload of an uplink, flattened to `a.b.1`, or the
 * status of a device.
 *
 * @param event the query parameter `event` that ChirpStack adds to the address
 * @throws CallError when the `objectJSON` of version 3 is not JSON
 */
export function parseChirpstack(event: string, { body, nowS }: ReceivedBody): ParsedReadings {
  if (event === "") {
    return refused(
      "the address has no ?event=: ChirpStack adds it, The Things Stack posts to /things-stack",
    );
  }
  if (event !== "up" && event !== "status") return IGNORED;
  const isVersion3 = isRecord(body) && "devEUI" in body;
  const parsed = isVersion3 ? chirpstack3.safeParse(body) : chirpstack4.safeParse(body);
  if (!parsed.success) return notAnEvent(event, parsed.error);
  const { data } = parsed;
  const values = event === "up" ? payloadOf(data) : statusValues(data);
  if ("deviceInfo" in data) {
    const { deduplicationId, deviceInfo: { devEui, tags }, time } = data;
    const eventId = deduplicationId;
    return readingsOf({ measurement: event, eventId, devEui, tags, time, values }, nowS);
  }
  const { devEUI: devEui, fCnt, tags } = data;
  const time = data.rxInfo?.find(({ time }) => time)?.time ?? data.publishedAt;
  const eventId = `${devEui}:${event}:${fCnt ?? ""}:${time ?? nowS}`;
  return readingsOf({ measurement: event, eventId, devEui, tags, time, values }, nowS);
}

/** Reads a message of a webhook of The Things Stack: the decoded payload of an uplink. */
export function parseThingsStack({ body, nowS }: ReceivedBody): ParsedReadings {
  if (isRecord(body) && "end_device_ids" in body && !("uplink_message" in body)) {
    return IGNORED;
  }
  const parsed = thingsStack.safeParse(body);
  if (!parsed.success) return notAnEvent("uplink_message", parsed.error);
  const { end_device_ids: { dev_eui: devEui }, uplink_message: uplink } = parsed.data;
  const time = uplink.received_at;
  const eventId = `${devEui}:${uplink.f_cnt ?? 0}:${time}`;
  const values = uplink.decoded_payload;
  return readingsOf({ measurement: "up", eventId, devEui, time, values }, nowS);
}

/** The decoded payload, which version 3 also writes as a text. @throws CallError when the text is not JSON */
function payloadOf(data: z.output<typeof chirpstack3> | z.output<typeof chirpstack4>): unknown {
  const written = "objectJSON" in data ? data.objectJSON : null;
  return data.object ?? (written ? boundedJson(written, CALL_BOUNDS) : null);
}

/** The signal margin and the battery level, which ChirpStack sends as 0 when there is no battery or no measurement. */
function statusValues(
  { margin, batteryLevel, batteryLevelUnavailable, externalPowerSource }: z.output<
    z.ZodObject<typeof status>
  >,
) {
  return batteryLevelUnavailable || externalPowerSource ? { margin } : { margin, batteryLevel };
}

function readingsOf(event: DeviceEvent, nowS: number): ParsedReadings {
  const { measurement, eventId, devEui, tags, time, values } = event;
  const device = {
    measurement,
    tags: [["dev_eui", devEui] as const, ...Object.entries(tags ?? {})],
  };
  const epochS = time ? Math.floor(Date.parse(time) / 1_000) : nowS;
  const read = payloadReadings(values, { device, path: [], epochS });
  return typeof read === "string" ? refused(read) : { ok: true, eventId, readings: read };
}

/**
 * The readings of a payload, one for each of its values, named by their path.
 *
 * @param path begins the name of each
 * @param epochS of the values that have no date of their own
 * @returns why the payload is refused, for a text
 */
export function payloadReadings(
  values: unknown,
  { device, path, epochS }: Pick<SourceReading, "device" | "epochS"> & {
    readonly path: readonly string[];
  },
): SourceReading[] | string {
  const payload = new Payload(epochS);
  const message = payload.add(values, path);
  return message ?? payload.values.map((value) => ({ line: 1, device, ...value }));
}

type DatedValue = Pick<SourceReading, "field" | "value" | "epochS">;

/** Collects the values of a decoded payload by their path. */
class Payload {
  readonly values: DatedValue[] = [];
  readonly #fields = new Set<string>();

  constructor(readonly epochS: number) {}

  /** @returns why the payload is refused; null when it is not */
  add(found: unknown, path: readonly string[], epochS = this.epochS): string | null {
    if (found === null || found === undefined) return null;
    if (typeof found !== "object") return this.#push(found, path, epochS);
    if (path.length > DEEPEST) return `a value nested deeper than ${DEEPEST}: ${path.join(".")}`;
    const entries = Array.isArray(found) ? datedEntries(found) : null;
    if (entries !== null) return this.#addDated(entries, path);
    return firstMessage(Object.entries(found), ([name, inner]) => {
      return this.add(inner, [...path, name], epochS);
    });
  }

  /**
   * The entries of a device's memory, each at its own date: `history: [{ timestamp, temperature }]` has past values of
   * `temperature`.
   *
   * @spec collectors.device-memory
   */
  #addDated(entries: readonly DatedEntry[], path: readonly string[]): string | null {
    const place = path.at(-1) === "history" ? path.slice(0, -1) : path;
    return firstMessage(entries, ({ values, epochS }) => this.add(values, place, epochS));
  }

  #push(value: unknown, path: readonly string[], epochS: number): string | null {
    const field = path.join(".");
    if (field === "") return "the decoded payload is not an object";
    if (field.length > LONGEST_NAME) return `a name longer than ${LONGEST_NAME}`;
    if (typeof value !== "number" && typeof value !== "string" && typeof value !== "boolean") {
      return null;
    }
    this.#fields.add(field);
    this.values.push({ field, value, epochS });
    if (this.#fields.size > MOST_VALUES) return `more than ${MOST_VALUES} different values`;
    return this.values.length > MOST_READINGS ? `more than ${MOST_READINGS} readings` : null;
  }
}

/** The first message of a list; null when there is none. */
function firstMessage<T>(list: readonly T[], check: (one: T) => string | null): string | null {
  for (const one of list) {
    const message = check(one);
    if (message !== null) return message;
  }
  return null;
}

/** Members that date an entry, in the order of preference. */
export const DATES = ["timestamp", "time", "ts", "date"] as const;
/** Greater numbers are milliseconds. */
const MOST_SECONDS = 100_000_000_000;

interface DatedEntry {
  readonly epochS: number;
  readonly values: object;
}

/** The entries of a list; null when one of them has no date. */
function datedEntries(list: readonly unknown[]): DatedEntry[] | null {
  const entries = list.flatMap((entry) => datedEntry(entry) ?? []);
  return list.length > 0 && entries.length === list.length ? entries : null;
}

function datedEntry(entry: unknown): DatedEntry | null {
  if (!isRecord(entry)) return null;
  for (const member of DATES) {
    const epochS = secondsOf(entry[member]);
    if (epochS === null) continue;
    const { [member]: _, ...values } = entry;
    return { epochS, values };
  }
  return null;
}

/** Seconds since 1970 of a Unix time in seconds or milliseconds, or of a date with its offset. */
function secondsOf(written: unknown): number | null {
  if (typeof written === "string") {
    return time.safeParse(written).success ? Math.floor(Date.parse(written) / 1_000) : null;
  }
  if (typeof written !== "number" || !(written >= 0)) return null;
  return Math.floor(written > MOST_SECONDS ? written / 1_000 : written);
}

function euiOfBase64(text: string): string {
  const alphabet = /[-_]/.test(text) ? "base64url" : "base64";
  return Uint8Array.fromBase64(text, { alphabet }).toHex();
}

function refused(message: string): ParsedReadings {
  return { ok: false, message };
}

function notAnEvent(event: string, { issues: [issue] }: z.ZodError): ParsedReadings {
  return refused(`not an event "${event}": ${issue?.path.join(".") || "body"}`);
}
