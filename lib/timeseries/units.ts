/** The catalogue of data units, their kinds and uses, and the kinds of consumption. @module */

import { namesOf } from "@/lib/base/records.ts";

const instant = { kind: "instant", sum: false } as const;
const index = { kind: "index", sum: true } as const;
const consumption = { kind: "consumption", sum: true } as const;
const state = { kind: "state", sum: false } as const;

const UNITS = {
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
  PACP: { label: "Production de PAC", unit: "kWh", ...index, dailyPrecision: 0, icon: "heat-pump" },
  PACC: {
    label: "Consommation de PAC",
    unit: "kWh",
    ...index,
    dailyPrecision: 0,
    icon: "heat-pump",
  },
  ETAT: { label: "État", unit: "", ...state, dailyPrecision: 0, icon: "state" },
};

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
