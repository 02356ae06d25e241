/** Reads the events of ChirpStack. @module */

import * as z from "zod";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";

/** The device events that carry values; other events are accepted and ignored. */
const CHIRPSTACK_EVENTS = ["up", "status"] as const;
type ChirpstackEvent = typeof CHIRPSTACK_EVENTS[number];

/** The readings of a device event. */
interface ParsedUplink {
  /** Identical in every copy of the event. */
  readonly deduplicationId: string;
  readonly readings: readonly SourceReading[];
}

/** Maximum number of values, and maximum nesting, of a decoded payload. */
const MOST_VALUES = 256;
const DEEPEST = 8;
const LONGEST_NAME = 256;

const uplink = z.object({
  deduplicationId: z.string().min(1).max(LONGEST_NAME),
  time: z.iso.datetime({ offset: true }).nullish(),
  deviceInfo: z.object({
    devEui: z.string().regex(/^[0-9a-fA-F]{16}$/),
    deviceName: z.string().nullish(),
    tags: z.record(z.string().max(LONGEST_NAME), z.string().max(LONGEST_NAME)).nullish(),
  }),
  object: z.unknown().optional(),
  margin: z.number().nullish(),
  batteryLevel: z.number().nullish(),
  batteryLevelUnavailable: z.boolean().nullish(),
  externalPowerSource: z.boolean().nullish(),
});

export function isValued(event: string): event is ChirpstackEvent {
  return CHIRPSTACK_EVENTS.some((valued) => valued === event);
}

/**
 * Parses an event of ChirpStack's HTTP integration: the decoded payload, flattened to `a.b.1`, or the device status.
 *
 * @param nowS time of an event without a time, seconds since 1970
 * @returns null when it is not such an event
 */
export function parseEvent(
  event: ChirpstackEvent,
  body: unknown,
  nowS: number,
): ParsedUplink | null {
  const parsed = uplink.safeParse(body);
  if (!parsed.success) return null;
  const { deduplicationId, time, deviceInfo, object } = parsed.data;
  const epochS = time ? Math.floor(Date.parse(time) / 1000) : nowS;
  const values = event === "up" ? flattened(object) : statusValues(parsed.data);
  if (values === null) return null;
  const devEui = ["dev_eui", deviceInfo.devEui.toLowerCase()] as const;
  const device = { measurement: event, tags: [devEui, ...Object.entries(deviceInfo.tags ?? {})] };
  const readings: SourceReading[] = [];
  for (const [field, value] of Object.entries(values)) {
    if (value === null || value === undefined) continue;
    readings.push({ line: 1, device, field, value, epochS });
  }
  return { deduplicationId, readings };
}

/** The signal margin and the battery level, which ChirpStack sends as 0 when there is no battery or no measurement. */
function statusValues(
  { margin, batteryLevel, batteryLevelUnavailable, externalPowerSource }: z.output<typeof uplink>,
) {
  return batteryLevelUnavailable || externalPowerSource ? { margin } : { margin, batteryLevel };
}

type Flat = Record<string, SourceReading["value"]>;

/** The leaves of an object by their path; null when it is too large or too deep. */
function flattened(object: unknown): Flat | null {
  const flat: Flat = {};
  return pushLeaves(flat, object, "") ? flat : null;
}

function pushLeaves(flat: Flat, found: unknown, path: string): boolean {
  if (found === null || found === undefined) return true;
  if (typeof found === "object") {
    if (path.split(".").length > DEEPEST) return false;
    return Object.entries(found).every(([name, inner]) =>
      pushLeaves(flat, inner, path === "" ? name : `${path}.${name}`)
    );
  }
  if (path === "" || path.length > LONGEST_NAME) return false;
  if (isValue(found)) flat[path] = found;
  return Object.keys(flat).length <= MOST_VALUES;
}

function isValue(found: unknown): found is SourceReading["value"] {
  return typeof found === "number" || typeof found === "string" || typeof found === "boolean";
}
