/** The catalogue of data units, their kinds and uses, and conversions to canonical and smaller units. @module */

import { namesOf } from "@/lib/base/records.ts";
import { round } from "@/lib/base/rounding.ts";

const instant = { kind: "instant", sum: false } as const;
const index = { kind: "index", sum: true } as const;
const consumption = { kind: "consumption", sum: true } as const;
const state = { kind: "state", sum: false } as const;

/** The catalogue, made by a call: a bundler keeps values that are spread in pages that use none of them. */
const UNITS = /* @__PURE__ */ catalogue();

function catalogue() {
  return {
    TEMP: { label: "Température", unit: "°C", ...instant, dailyPrecision: 1, icon: "thermometer" },
    HUM: { label: "Humidité", unit: "%", ...instant, dailyPrecision: 0, icon: "humidity" },
    CO2: { label: "CO₂", unit: "ppm", ...instant, dailyPrecision: 0, icon: "air" },
    EFSV: { label: "Eau froide", unit: "m³", ...index, dailyPrecision: 3, icon: "cold-water" },
    ECSV: { label: "Eau chaude", unit: "m³", ...index, dailyPrecision: 3, icon: "hot-water" },
    ECSE: {
      label: "Eau chaude (énergie)",
      unit: "kWh",
      ...index,
      dailyPrecision: 0,
      icon: "hot-water",
    },
    CHAE: {
      label: "Chauffage (énergie)",
      unit: "kWh",
      ...index,
      dailyPrecision: 0,
      icon: "radiator",
    },
    ELEC: { label: "Électricité", unit: "kWh", ...index, dailyPrecision: 1, icon: "electricity" },
    GAZV: { label: "Gaz (volume)", unit: "m³", ...index, dailyPrecision: 0, icon: "gas" },
    GAZE: { label: "Gaz (énergie)", unit: "kWh", ...index, dailyPrecision: 0, icon: "gas" },
    RCUE: { label: "Chauffage urbain", unit: "kWh", ...index, dailyPrecision: 0, icon: "district" },
    BOIM: { label: "Bois (masse)", unit: "kg", ...consumption, dailyPrecision: 0, icon: "wood" },
    SOLE: { label: "Solaire thermique", unit: "kWh", ...index, dailyPrecision: 0, icon: "sun" },
    PVE: { label: "Photovoltaïque", unit: "kWh", ...index, dailyPrecision: 1, icon: "solar-panel" },
    IRRA: { label: "Irradiance", unit: "W/m²", ...instant, dailyPrecision: 0, icon: "sun" },
    TEXT: {
      label: "Température extérieure",
      unit: "°C",
      ...instant,
      dailyPrecision: 1,
      icon: "outdoor",
    },
    DJU: { label: "DJU", unit: "°C·j", ...consumption, dailyPrecision: 1, icon: "outdoor" },
    TDEP: { label: "Départ", unit: "°C", ...instant, dailyPrecision: 1, icon: "flow" },
    TRET: { label: "Retour", unit: "°C", ...instant, dailyPrecision: 1, icon: "return" },
    PACP: {
      label: "Production de PAC",
      unit: "kWh",
      ...index,
      dailyPrecision: 0,
      icon: "heat-pump",
    },
    PACC: {
      label: "Consommation de PAC",
      unit: "kWh",
      ...index,
      dailyPrecision: 0,
      icon: "heat-pump",
    },
    ETAT: { label: "État", unit: "", ...state, dailyPrecision: 0, icon: "state" },
  };
}

/** The ids of the catalogue of data units; no other is ever invented. */
export type DataUnitId = keyof typeof UNITS;

/** Every data unit available to a series, in screen order. @spec series.units */
export const DATA_UNITS: Readonly<Record<DataUnitId, Omit<DataUnit, "id">>> = UNITS;

/** The ids of the catalogue, in screen order. @spec series.units */
export const DATA_UNIT_IDS: readonly DataUnitId[] = /* @__PURE__ */ namesOf(DATA_UNITS);

/** Whether a text is the id of a data unit. @spec series.units */
export function isDataUnitId(text: string): text is DataUnitId {
  return Object.hasOwn(DATA_UNITS, text);
}

/** The catalogue's entry of a unit. */
export function dataUnit(id: DataUnitId): DataUnit {
  return { id, ...DATA_UNITS[id] };
}

/** The unit of the values of a series: that of its meter, otherwise the catalogue's; "" for a state. */
export function ownUnit(
  { dataUnitId, importedUnit }: {
    readonly dataUnitId: DataUnitId;
    readonly importedUnit: string | null;
  },
): string {
  return importedUnit ?? DATA_UNITS[dataUnitId].unit;
}

/** Whether a dwelling's meter of this unit may supply a single use; other units already measure one. @spec reports.uses */
export function hasUse(dataUnitId: string): boolean {
  return dataUnitId === "ELEC" || dataUnitId === "GAZE";
}

/** Place of a unit in lists of series, from 0. @spec series.units */
export function unitOrder(id: DataUnitId): number {
  return DATA_UNIT_IDS.indexOf(id);
}

/** The kinds of quantity: how readings become the figure of an hour, a day, a month. */
export const DATA_KINDS = ["instant", "index", "consumption", "state"] as const;

/**
 * How readings become figures: an instant is averaged, an index is a meter register whose
 * differences are consumption, a consumption is summed, a state stores its last value.
 *
 * @spec series.units
 */
export type DataKind = typeof DATA_KINDS[number];

/** Uses that a dwelling's meter may supply alone; a general meter has none. @spec reports.uses */
export const ENERGY_USES = ["lights", "plugs", "cooking", "waterHeating", "heating"] as const;

export type EnergyUse = typeof ENERGY_USES[number];

/** One entry of the catalogue: quantity and display of a series. @spec series.units */
interface DataUnit {
  readonly id: DataUnitId;
  /** French name, as in table headings. */
  readonly label: string;
  /** Unit of the values unless the series overrides it ("L" for ECSV, "Wh" for a meter). */
  readonly unit: string;
  readonly kind: DataKind;
  /** Whether figures of several days add up. */
  readonly sum: boolean;
  /** Decimals of a day's figure. */
  readonly dailyPrecision: number;
  /** Name of the symbol in the icon sprite. */
  readonly icon: string;
}

/** The canonical unit of each unit of meters, by what its quantities are multiplied, then divided. */
const TO_CANONICAL: Readonly<Record<string, readonly [unit: string, times: number, per: number]>> =
  {
    Wh: ["kWh", 1, 1_000],
    kWh: ["kWh", 1, 1],
    MWh: ["kWh", 1_000, 1],
    GJ: ["kWh", 2_500, 9],
    Gcal: ["kWh", 1_163, 1],
    L: ["m³", 1, 1_000],
    "m³": ["m³", 1, 1],
    kg: ["kg", 1, 1],
    t: ["kg", 1_000, 1],
  };

/**
 * Converts a quantity to kWh, m³ or kg.
 *
 * @spec series.units
 * @param value quantity in `unit`
 * @param unit unit of the series: its imported unit, otherwise the catalogue's
 * @returns the quantity in canonical units; unchanged for a unit without a conversion
 * @example
 * ```ts
 * canonicalQuantity(1500, "Wh"); // 1.5
 * ```
 */
export function canonicalQuantity(value: number, unit: string): number {
  const [, times, per] = TO_CANONICAL[unit] ?? [unit, 1, 1];
  return value * times / per;
}

/** The unit of the result of `canonicalQuantity`. @returns "kWh", "m³", "kg", or the unit itself without conversion */
export function canonicalUnit(unit: string): string {
  return TO_CANONICAL[unit]?.[0] ?? unit;
}

/**
 * Decimals that show a quantity of another unit as finely as its canonical one: the kWh of a meter in MWh are its third
 * decimal.
 *
 * @spec series.units
 * @param decimals decimals of the quantity in its canonical unit, 0 to 9
 * @param unit unit of the series
 * @returns decimals in `unit`, 0 at least; unchanged for a unit without a conversion
 * @example
 * ```ts
 * decimalsInUnit(0, "MWh"); // 3
 * ```
 */
export function decimalsInUnit(decimals: number, unit: string): number {
  return Math.max(0, decimals + Math.round(Math.log10(canonicalQuantity(1, unit))));
}

/** Decimals that round a product: 0.0171 × 1000 is not 17.1 in binary. */
const CLEAN_DECIMALS = 6;

/** Quantities displayed in litres; gas is not. */
const WATER: readonly DataUnitId[] = ["EFSV", "ECSV"];

/** Whether a quantity is a volume of cold or hot water. */
export function isWater(dataUnitId: DataUnitId): boolean {
  return WATER.includes(dataUnitId);
}

/** Figures shown together, in the unit of their series. */
interface ShownFigures {
  readonly figures: readonly (number | null)[];
  readonly dataUnitId: DataUnitId;
  readonly unit: string;
}

/** The thousandth of a series' unit: litres for m³ of water, kWh for MWh. @returns null for another series */
export function smallerUnit(
  { dataUnitId, unit }: Pick<ShownFigures, "dataUnitId" | "unit">,
): "L" | "kWh" | null {
  if (unit === "MWh") return "kWh";
  return unit === "m³" && isWater(dataUnitId) ? "L" : null;
}

/**
 * The smaller unit in which figures are displayed, when none of them reaches one of their own unit. A table shows one
 * decimal at most: 18 L an hour would be "0", and 60 kWh "0,1".
 *
 * @spec series.small-amounts
 * @returns null for figures displayed in the unit of their series
 */
export function unitOfSmall(shown: ShownFigures): "L" | "kWh" | null {
  const isSmall = shown.figures.every((value) => value === null || Math.abs(value) < 1);
  return isSmall ? smallerUnit(shown) : null;
}

/** An amount in the smaller unit. @returns null for null */
export function inThousandths(amount: number | null): number | null {
  return amount === null ? null : round(amount * 1_000, CLEAN_DECIMALS);
}

/** Kinds of consumption reports. @spec reports.settings */
export const CONSUMPTION_KINDS = [
  "electricity",
  "lights",
  "plugs",
  "cooking",
  "gas",
  "coldWater",
  "hotWater",
  "waterHeating",
  "heating",
  "temp",
] as const;

/** One of {@link CONSUMPTION_KINDS}; `electricity` and `gas` are the general meters of a dwelling. */
export type ConsumptionKind = typeof CONSUMPTION_KINDS[number];
