/** Names the sources of collectors, their devices, units and dwellings. @module */

import { isClearUnit, sentUnit, UNIT_TAGS } from "./sent_units.ts";

export interface SourceDevice {
  readonly measurement: string;
  /** Names and values, as received. */
  readonly tags: readonly (readonly [string, string])[];
}

/** One value sent by a collector, in any wire format. */
export interface SourceReading {
  /** Line of the body, from 1, quoted when the value is refused. */
  readonly line: number;
  /** The same object for every value of a device, when the format allows it. */
  readonly device: SourceDevice;
  readonly field: string;
  /** Only a state accepts a text or a boolean. */
  readonly value: number | string | boolean;
  /** Seconds since 1970; the time of arrival when the sender sent none. */
  readonly epochS: number;
  /** Unit of the value; "" or absent when the sender names none. */
  readonly unit?: string;
}

/** Tags that identify a device better than its measurement name. */
const DEVICE_TAGS = ["serial", "entity_id", "dev_eui"] as const;

/** Fields of Home Assistant that contain the unit of the field "value" of their line. */
export const UNIT_FIELDS: readonly string[] = ["unit_of_measurement", "unit_of_measurement_str"];

/**
 * The unit of a device's values: its tag, otherwise the measurement of a Home Assistant entity.
 *
 * @spec imports.units
 * @returns "" when nothing names a unit
 */
export function unitOfDevice({ measurement, tags }: SourceDevice): string {
  for (const [tag, value] of tags) {
    if (UNIT_TAGS.includes(tag) && (tag === UNIT_TAGS[0] || isClearUnit(value))) return value;
  }
  const isEntity = tags.some(([tag]) => tag === "entity_id");
  return isEntity && sentUnit(measurement) !== null ? measurement : "";
}

/** Default field name of senders with one value per line. */
export const VALUE_FIELD = "value";

/**
 * Name of a source: its device tag when it has one, otherwise all its tags.
 *
 * Home Assistant names a measurement after its unit, so the device takes precedence.
 *
 * @returns "temperature,serial=0101 value"
 */
export function sourceKey(device: SourceDevice, field: string): string {
  for (const name of sourceKeys(device, field)) return name;
  return "";
}

/**
 * The names under which a source may be attached, most precise first; at least one.
 *
 * Attaching "serial=0101" accepts every value of the device.
 */
export function* sourceKeys({ measurement, tags }: SourceDevice, field: string): Generator<string> {
  for (const device of DEVICE_TAGS) {
    for (const [tag, value] of tags) {
      if (tag !== device) continue;
      yield `${measurement},${tag}=${value} ${field}`;
      yield `${tag}=${value} ${field}`;
      if (field === VALUE_FIELD) yield `${tag}=${value}`;
    }
  }
  const pairs = tags.map(([tag, value]) => `,${tag}=${value}`).sort();
  yield `${measurement}${pairs.join("")} ${field}`;
}

/** The device of a source, from its name: its tags, otherwise its measurement. @returns "serial=0101" */
export function deviceOfSource(source: string): string {
  const [device = source] = /^.*(?= )/s.exec(source) ?? [];
  const tags = device.indexOf(",");
  return tags < 0 ? device : device.slice(tags + 1);
}

/** The value of a source, from its name. @returns "temperature" of "dev_eui=0101 temperature" */
export function fieldOfSource(source: string): string {
  return source.slice(source.lastIndexOf(" ") + 1);
}

/** The devices of several of some sources. */
export function sharedDevices(sources: readonly string[]): string[] {
  const byDevice = Map.groupBy(sources, deviceOfSource);
  return [...byDevice].flatMap(([device, own]) => own.length > 1 ? [device] : []);
}

/** Maximum length of a source name, bytes: with its prefix, it must fit a 2,048-byte key of the store. */
export const SOURCE_MAX_BYTES = 1_900;

/** Whether a name fits a key of the store, in bytes; NUL counts as two. */
export function isSourceName(name: string): boolean {
  if (name === "" || name.length > SOURCE_MAX_BYTES) return false;
  if (name.length * MOST_BYTES_PER_UNIT <= SOURCE_MAX_BYTES) return true;
  return UTF8.encode(name).length + name.split("\u0000").length - 1 <= SOURCE_MAX_BYTES;
}

/** Whether forms send a name unchanged: browsers rewrite the ends of lines, and replace NUL. */
export function isSentUnchanged(name: string): boolean {
  return !/[\r\n\0]/.test(name);
}

const UTF8 = new TextEncoder();
/** UTF-8 bytes of a UTF-16 unit. */
const MOST_BYTES_PER_UNIT = 3;

/** Tags that may name the dwelling of a reading, by its name or serial, most reliable first. */
const DWELLING_TAGS = ["house", "serial", "dev_eui", "node"] as const;
/** Placeholder for any dwelling's tag. */
const ANY_DWELLING = "house=*";

/** The name that attaches one measure of every dwelling to a series. @returns "temperature,house=* value" */
export function measureKey({ measurement }: SourceDevice, field: string): string {
  return `${measurement},${ANY_DWELLING} ${field}`;
}

/** Whether a name stands for a measure of every dwelling rather than one source. */
export function isMeasureKey(source: string): boolean {
  return source.includes(`,${ANY_DWELLING} `);
}

/** Maximum length and maximum number of words that may name a dwelling. */
const LONGEST_WORD = 256;
const MOST_WORDS = 8;

/** The words of a device that may name its dwelling, most reliable first. */
export function dwellingWords({ tags }: SourceDevice): string[] {
  return DWELLING_TAGS.flatMap((name) =>
    tags.filter(([tag, value]) => tag === name && value !== "" && value.length <= LONGEST_WORD)
      .map(([, value]) => value)
  ).slice(0, MOST_WORDS);
}
