/** Names the sources of collectors and their devices; reads the units that senders write, and converts values. @module */

import { HOUR_S } from "@/lib/base/durations.ts";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { canonicalQuantity, canonicalUnit } from "./canonical_units.ts";
import { DATA_UNITS, isDataUnitId } from "./units.ts";

/** A unit of senders and files. */
interface SentUnit {
  /** The canonical unit of its quantity; its own for a unit that converts to no other. */
  readonly to: string;
  /** A value in the canonical unit: (value − minus) × times / per. */
  readonly times?: number;
  readonly per?: number;
  readonly minus?: number;
  /** Other spellings, in lower case: `m3` stands for `m³` and `m^3`. */
  readonly also?: readonly string[];
}

/** Units by their usual spelling. */
const UNITS: Readonly<Record<string, SentUnit>> = {
  mWh: { to: "kWh", per: 1e6 },
  Wh: { to: "kWh", per: 1_000, also: ["wattheure", "wattheures", "watt-heure"] },
  kWh: { to: "kWh", also: ["kilowattheure", "kilowattheures", "kwh pcs", "kwhpcs", "kwh ef"] },
  MWh: { to: "kWh", times: 1_000, also: ["megawattheure", "megawattheures", "mwh pcs"] },
  GWh: { to: "kWh", times: 1e6 },
  J: { to: "kWh", per: 3.6e6, also: ["joule", "joules"] },
  kJ: { to: "kWh", per: 3_600 },
  MJ: { to: "kWh", per: 3.6 },
  GJ: { to: "kWh", times: 1_000, per: 3.6 },
  Mcal: { to: "kWh", times: 1.163, also: ["thermie", "thermies"] },
  Gcal: { to: "kWh", times: 1_163 },
  mW: { to: "kW", per: 1e6 },
  W: { to: "kW", per: 1_000, also: ["watt", "watts"] },
  kW: { to: "kW", also: ["kilowatt", "kilowatts"] },
  MW: { to: "kW", times: 1_000 },
  mL: { to: "m³", per: 1e6 },
  cL: { to: "m³", per: 1e5 },
  dL: { to: "m³", per: 1e4 },
  L: { to: "m³", per: 1_000, also: ["litre", "litres", "liter", "liters", "dm3"] },
  hL: { to: "m³", per: 10 },
  "m³": { to: "m³", also: ["m3", "metre cube", "metres cubes", "m cube"] },
  g: { to: "kg", per: 1_000 },
  kg: { to: "kg", also: ["kilo", "kilos", "kilogramme", "kilogrammes"] },
  t: { to: "kg", times: 1_000, also: ["tonne", "tonnes"] },
  "°C": { to: "°C", also: ["degc", "deg c", "celsius", "degres celsius", "º c", "c"] },
  "°F": { to: "°C", per: 1.8, minus: 32, also: ["degf", "deg f", "fahrenheit", "f"] },
  K: { to: "°C", minus: 273.15, also: ["kelvin", "kelvins"] },
  "%": { to: "%", also: ["%hr", "% hr", "%rh", "pourcent"] },
  ppm: { to: "ppm" },
  "W/m²": { to: "W/m²", also: ["w/m2"] },
  "°C·j": { to: "°C·j", also: ["dju", "°c.j", "degres jours"] },
  // Units of no series: a value in one of them is refused, never stored as if it were in another.
  ...Object.fromEntries(
    ["m³/h", "L/h", "L/min", "VA", "kVA", "kVAh", "varh", "kvarh", "ft³", "gal", "CCF", "BTU"]
      .concat(["hPa", "kPa", "mbar", "bar", "psi", "lx", "lux", "mV", "mA", "dBm", "dB", "µg/m³"])
      .concat(["kWh/m³", "Nm³", "stère", "st", "ppb", "Hz", "km/h", "mm"])
      .map((unit) => [unit, { to: unit }]),
  ),
};

/** Superscripts and their plain forms are the same; so are the two spellings of the degree. */
function plainUnit(text: string): string {
  return text.normalize("NFKC").replaceAll("^", "").replace(/\s+/g, " ").replace("º", "°").trim();
}

function lowerUnit(text: string): string {
  return plainUnit(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

const EXACT = new Map(Object.keys(UNITS).map((unit) => [plainUnit(unit), unit]));

/** Spellings without regard to case: those of milliwatts and milliwatt-hours are those of the larger units. */
const LOWER = new Map(
  Object.entries(UNITS).flatMap(([unit, { also = [] }]) =>
    [lowerUnit(unit), ...also].map((spelling) => [spelling, unit] as const)
  ),
);

/**
 * The unit that a text names, in any spelling: "kwh", "KWH", "m3", "m^3".
 *
 * @spec imports.units
 * @returns null for a text that is no known unit
 * @example
 * ```ts
 * sentUnit("M3"); // "m³"
 * ```
 */
export function sentUnit(text: string): string | null {
  return EXACT.get(plainUnit(text)) ?? LOWER.get(lowerUnit(text)) ?? null;
}

/** Whether a text is a unit rather than a name: single letters but L and W also name buildings and apartments. */
export function isClearUnit(text: string): boolean {
  return sentUnit(text) !== null && !/^[^LW%]$/.test(text);
}

/** Tags that contain the unit of a device's values; a `unit` that is none names an apartment, and is no unit. */
const UNIT_TAGS: readonly string[] = ["unit_of_measurement", "unit", "unite", "unité"];

/** A heading without its last brackets, and their content: « Énergie (Wh) », « valeur [MWh] »; null without brackets. */
export function bracketed(
  heading: string,
): { readonly name: string; readonly unit: string } | null {
  const [, name = "", unit = ""] = /^(.*\S)\s*[([]\s*([^()[\]]+?)\s*[)\]]$/s.exec(heading) ?? [];
  return name === "" ? null : { name, unit };
}

/**
 * Converts a value to the unit of a series; the mean power of a step becomes the energy of the step.
 *
 * @spec imports.units
 * @param from unit of the value, as sent; "" when nothing names it: the series' own
 * @param stepS duration of a mean power, seconds; null when it is unknown or makes no consumption
 * @returns null when the units do not convert
 * @example
 * ```ts
 * inUnit(600, { from: "W", to: "kWh", stepS: 1800 }); // 0.3
 * ```
 */
export function inUnit(
  value: number,
  { from, to, stepS = null }: { from: string; to: string; stepS?: number | null },
): number | null {
  const code = from === "" ? to : sentUnit(from) ?? from;
  if (code === to) return value;
  const unit = UNITS[code];
  if (unit === undefined) return null;
  const { times = 1, per = 1, minus = 0 } = unit;
  const canonical = (value - minus) * times / per;
  const each = canonicalQuantity(1, to);
  if (unit.to === canonicalUnit(to)) return rounded(canonical / each);
  const isEnergy = unit.to === "kW" && canonicalUnit(to) === "kWh" && stepS !== null;
  return isEnergy ? rounded(canonical * stepS / HOUR_S / each) : null;
}

/** Twelve digits: more than a meter has, and without the noise of the conversion. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

const ISO_DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;
const PLAIN_STEP = /^(\d+(?:[.,]\d+)?)\s*(s|sec|min|mn|minutes?|h|heures?|j|jours?)?$/i;
const STEP_UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: HOUR_S, j: 24 * HOUR_S };

/**
 * The seconds of a step: "PT30M", "30 min", "1 h", or a number of minutes.
 *
 * @spec imports.units
 * @returns null for a text that is no duration
 */
export function stepSeconds(text: string): number | null {
  const iso = ISO_DURATION.exec(text.trim());
  if (iso !== null) {
    const [days = 0, hours = 0, minutes = 0, seconds = 0] = iso.slice(1).map((part = "0") =>
      Number(part)
    );
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds || null;
  }
  const [, count = "", unit = "min"] = PLAIN_STEP.exec(text.trim()) ?? [];
  const seconds = Number(count.replace(",", ".")) *
    (STEP_UNITS[unit.charAt(0).toLowerCase()] ?? 60);
  return count !== "" && seconds > 0 ? seconds : null;
}

/** The error of a meter's unit that does not convert to the unit of its quantity. @spec series.editing */
export function unitErrors(
  { dataUnitId = "", importedUnit = "" }: { dataUnitId?: string; importedUnit?: string },
): FieldErrors<"importedUnit"> {
  if (importedUnit === "" || !isDataUnitId(dataUnitId)) return {};
  const { unit } = DATA_UNITS[dataUnitId];
  return canonicalUnit(importedUnit) === canonicalUnit(unit)
    ? {}
    : { importedUnit: { code: "unit" } };
}

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
