/** Reads the units that senders and files write, and converts values between them. @module */

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
export const UNIT_TAGS: readonly string[] = ["unit_of_measurement", "unit", "unite", "unité"];

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
