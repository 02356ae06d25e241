/** Rows of data: carbon and primary energy factors, energy of fuels, bounds of the classes. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";

/** What an energy is; only electricity has uses. */
export const CARRIERS = [
  "gas",
  "propane",
  "oil",
  "logs",
  "pellets",
  "forest-chips",
  "industrial-chips",
  "electricity",
  "district",
  "solar",
] as const;
export type Carrier = typeof CARRIERS[number];

export type ElectricityUse = "heating" | "hot-water" | "auxiliaries" | "lighting";

/** Carbon of a kWh PCI, from a day on. */
export interface CarbonFactor {
  /** Factors of one set are compared with each other only. */
  readonly set: string;
  readonly carrier: Carrier;
  /** null for the carriers without uses. */
  readonly use: ElectricityUse | null;
  readonly from: IsoDate;
  readonly kgPerKwh: number;
  readonly source: string;
  readonly year: number;
}

/** Primary energy of a kWh, from a day on; carriers without a row count once. */
export interface PrimaryFactor {
  readonly carrier: Carrier;
  readonly from: IsoDate;
  readonly perKwh: number;
  readonly source: string;
}

/** How an amount is given: kWh as delivered (PCI for a fuel), kWh PCS, tonnes or stères. */
export const ENERGY_UNITS = ["kWh", "kWh-PCS", "t", "stere"] as const;
export type EnergyUnit = typeof ENERGY_UNITS[number];

/** kWh of an amount that is not given in kWh as delivered: multiplied, then divided. */
export interface EnergyOfUnit {
  readonly carrier: Carrier;
  readonly unit: EnergyUnit;
  readonly times: number;
  readonly per: number;
}

/** Bounds from which the classes B to G begin. */
export interface ClassBounds {
  readonly highlands: boolean;
  /** Primary energy, kWh/m² a year. */
  readonly primary: readonly number[];
  /** kgCO2e/m² a year. */
  readonly carbon: readonly number[];
}

/** The set that is used unless another is asked for. */
export const DEFAULT_SET = "DPE-2021";

const DPE_2021 = {
  set: DEFAULT_SET,
  use: null,
  from: "2021-07-01",
  source: "arrêté du 31 mars 2021",
  year: 2021,
} as const;

/** @spec balance.carbon */
export const CARBON_FACTORS: readonly CarbonFactor[] = [
  { ...DPE_2021, carrier: "gas", kgPerKwh: 0.227 },
  { ...DPE_2021, carrier: "propane", kgPerKwh: 0.272 },
  { ...DPE_2021, carrier: "oil", kgPerKwh: 0.324 },
  { ...DPE_2021, carrier: "logs", kgPerKwh: 0.03 },
  { ...DPE_2021, carrier: "pellets", kgPerKwh: 0.03 },
  { ...DPE_2021, carrier: "forest-chips", kgPerKwh: 0.024 },
  { ...DPE_2021, carrier: "industrial-chips", kgPerKwh: 0.024 },
  { ...DPE_2021, carrier: "electricity", use: "heating", kgPerKwh: 0.079 },
  { ...DPE_2021, carrier: "electricity", use: "hot-water", kgPerKwh: 0.065 },
  { ...DPE_2021, carrier: "electricity", use: "auxiliaries", kgPerKwh: 0.064 },
  { ...DPE_2021, carrier: "electricity", use: "lighting", kgPerKwh: 0.069 },
  // A network that is not listed; a listed one has its own factor.
  { ...DPE_2021, carrier: "district", kgPerKwh: 0.385 },
  { ...DPE_2021, carrier: "solar", kgPerKwh: 0 },
];

/** @spec balance.carbon */
export const PRIMARY_FACTORS: readonly PrimaryFactor[] = [
  { carrier: "electricity", from: "2021-07-01", perKwh: 2.3, source: "arrêté du 31 mars 2021" },
  { carrier: "electricity", from: "2026-01-01", perKwh: 1.9, source: "arrêté du 13 août 2025" },
];

/** @spec balance.carbon */
export const ENERGY_OF_UNITS: readonly EnergyOfUnit[] = [
  { carrier: "gas", unit: "kWh-PCS", times: 1, per: 1.11 },
  { carrier: "pellets", unit: "t", times: 4600, per: 1 },
  { carrier: "forest-chips", unit: "t", times: 2760, per: 1 },
  { carrier: "industrial-chips", unit: "t", times: 2200, per: 1 },
  { carrier: "logs", unit: "stere", times: 1680, per: 1 },
];

/** @spec balance.carbon */
export const CLASS_BOUNDS: readonly ClassBounds[] = [
  {
    highlands: false,
    primary: [70, 110, 180, 250, 330, 420],
    carbon: [6, 11, 30, 50, 70, 100],
  },
  {
    highlands: true,
    primary: [70, 110, 180, 250, 390, 500],
    carbon: [6, 11, 30, 50, 80, 110],
  },
];

/** Climate zones whose highlands have bounds of their own, and the altitude above which they begin, m. */
export const HIGHLAND_ZONES: readonly string[] = ["H1b", "H1c", "H2d"];
export const HIGHLANDS_M = 800;
