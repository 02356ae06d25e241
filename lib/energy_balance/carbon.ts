/** Computes the carbon, the final and primary energy of a year, and the order of magnitude of its class, by rows of factors. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { completeExactSum, type Decimal, exact, R } from "@/lib/base/decimals.ts";
import { ENERGY_CLASSES, type EnergyClass } from "@/lib/facilities/energy_setting_limits.ts";

/** An amount of energy that was delivered. */
export interface FinalEnergy {
  readonly carrier: Carrier;
  readonly unit: EnergyUnit;
  /** In its unit; null when unknown. */
  readonly amount: number | null;
  /** Own factor of a district network, typed with its year; 0 is a value. Without it, that of an unlisted one. */
  readonly network?: { readonly kgPerKwh: number; readonly year: number } | null;
}

export interface CarbonQuery {
  readonly energies: readonly FinalEnergy[];
  /** m²; null when unknown. */
  readonly areaM2: number | null;
  /** The date shown: it decides which factors are in force. */
  readonly on: IsoDate;
  /** Full months that the energies cover: a class needs twelve. */
  readonly monthCount: number;
  readonly site: { readonly altitudeM: number; readonly zone: string } | null;
}

/** Why there is no class; the first reason that holds. */
export type NoClass = "no-energy" | "no-factor" | "no-area" | "not-twelve-months";

export interface Carbon {
  /** kgCO2e, whole. */
  readonly kg: number | null;
  /** kgCO2e/m², one decimal. */
  readonly kgPerM2: number | null;
  /** kWh PCI, whole: solar is not in it. */
  readonly finalKwh: number | null;
  /** kWh/m², one decimal. */
  readonly finalPerM2: number | null;
  readonly primaryKwh: number | null;
  readonly primaryPerM2: number | null;
  /** An order of magnitude, not a DPE: the worse of the classes by energy and by carbon. */
  readonly mark: EnergyClass | null;
  readonly noMark: NoClass | null;
  /** The factors used, each once. */
  readonly factors: readonly Pick<CarbonFactor, "set" | "source" | "year" | "carrier">[];
}

/**
 * Carbon and energy of a period, by the rows of factors in force on a date.
 *
 * @spec balance.carbon
 */
export function carbonOf(query: CarbonQuery): Carbon {
  const { areaM2, on } = query;
  const rows = query.energies.map((energy) => ({ energy, factor: factorOf(energy, on) }));
  const parts = rows.map(({ energy, factor }) => {
    const kwh = pciOf(energy);
    return kwh && {
      final: energy.carrier === "solar" ? exact(0) : kwh,
      primary: kwh.times(primaryOf(energy.carrier, on)),
      kg: factor && kwh.times(factor.kgPerKwh),
    };
  });
  const final = completeExactSum(parts.map((part) => part && part.final));
  const primary = completeExactSum(parts.map((part) => part && part.primary));
  const kg = completeExactSum(parts.map((part) => part && part.kg));
  const area = areaM2 === null || areaM2 <= 0 ? null : areaM2;
  const perM2 = (total: Decimal | null) => total === null || area === null ? null : total.div(area);
  const noMark = final === null
    ? "no-energy"
    : kg === null
    ? "no-factor"
    : area === null
    ? "no-area"
    : query.monthCount === 12
    ? null
    : "not-twelve-months";
  return {
    kg: rounded(kg, 0),
    kgPerM2: rounded(perM2(kg), 1),
    finalKwh: rounded(final, 0),
    finalPerM2: rounded(perM2(final), 1),
    primaryKwh: rounded(primary, 0),
    primaryPerM2: rounded(perM2(primary), 1),
    mark: noMark === null ? worseClass(query, perM2(primary), perM2(kg)) : null,
    noMark,
    factors: usedFactors(rows.flatMap(({ factor }) => factor ?? [])),
  };
}

/** kWh PCI of an amount, or kWh as delivered where nothing burns; null when unknown, or in a unit of another carrier. */
export function pciOf({ carrier, unit, amount }: FinalEnergy): Decimal | null {
  if (amount === null) return null;
  if (unit === "kWh") return exact(amount);
  const row = ENERGY_OF_UNITS.find((one) => one.carrier === carrier && one.unit === unit);
  return row === undefined ? null : exact(amount).times(row.times).div(row.per);
}

/** The class of a figure: a bound belongs to the next class. */
function classAt(bounds: readonly number[], figure: Decimal): number {
  return bounds.filter((bound) => figure.gte(bound)).length;
}

function worseClass(
  { site }: CarbonQuery,
  primary: Decimal | null,
  kg: Decimal | null,
): EnergyClass | null {
  if (primary === null || kg === null) return null;
  const isHigh = site !== null && site.altitudeM > HIGHLANDS_M &&
    HIGHLAND_ZONES.includes(site.zone);
  const bounds = isHigh ? CLASS_BOUNDS.highlands : CLASS_BOUNDS.others;
  const worse = Math.max(classAt(bounds.primary, primary), classAt(bounds.carbon, kg));
  return ENERGY_CLASSES[worse] ?? null;
}

function factorOf(
  { carrier, network = null }: FinalEnergy,
  on: IsoDate,
): Omit<CarbonFactor, "from"> | null {
  if (carrier === "district" && network !== null) {
    return { set: DPE_2021.set, carrier, source: "saisi pour le réseau", ...network };
  }
  return inForce(CARBON_FACTORS.filter((row) => row.carrier === carrier), on);
}

/** Primary energy of a kWh; none of the sun's. */
function primaryOf(carrier: Carrier, on: IsoDate): number {
  if (carrier === "solar") return 0;
  return inForce(PRIMARY_FACTORS.filter((row) => row.carrier === carrier), on)?.perKwh ?? 1;
}

/** The latest row on or before a day; before the first, the first. */
function inForce<Row extends { readonly from: IsoDate }>(
  rows: readonly Row[],
  on: IsoDate,
): Row | null {
  const sorted = rows.toSorted((a, b) => a.from < b.from ? -1 : 1);
  return sorted.findLast(({ from }) => from <= on) ?? sorted[0] ?? null;
}

function rounded(figure: Decimal | null, decimals: number): number | null {
  return figure && R(figure, decimals).toNumber();
}

function usedFactors(rows: readonly Carbon["factors"][number][]): Carbon["factors"] {
  const used = rows.map(({ set, source, year, carrier }) => ({ set, source, year, carrier }));
  return used.filter((row, at) => used.findIndex((one) => isSame(one, row)) === at);
}

function isSame(one: Carbon["factors"][number], other: Carbon["factors"][number]): boolean {
  return one.set === other.set && one.carrier === other.carrier && one.source === other.source &&
    one.year === other.year;
}

/** What an energy is. */
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

/** How an amount is given: kWh as delivered (PCI for a fuel), kWh PCS, tonnes or stères. */
export const ENERGY_UNITS = ["kWh", "kWh-PCS", "t", "stere"] as const;
export type EnergyUnit = typeof ENERGY_UNITS[number];

/** Carbon of a kWh PCI, from a day on. */
interface CarbonFactor {
  /** Factors of one set are compared with each other only. */
  readonly set: string;
  readonly carrier: Carrier;
  readonly from: IsoDate;
  readonly kgPerKwh: number;
  readonly source: string;
  readonly year: number;
}

const DPE_2021 = {
  set: "DPE-2021",
  from: "2021-07-01",
  source: "arrêté du 31 mars 2021",
  year: 2021,
} as const;

/** @spec balance.carbon */
const CARBON_FACTORS: readonly CarbonFactor[] = [
  { ...DPE_2021, carrier: "gas", kgPerKwh: 0.227 },
  { ...DPE_2021, carrier: "propane", kgPerKwh: 0.272 },
  { ...DPE_2021, carrier: "oil", kgPerKwh: 0.324 },
  { ...DPE_2021, carrier: "logs", kgPerKwh: 0.03 },
  { ...DPE_2021, carrier: "pellets", kgPerKwh: 0.03 },
  { ...DPE_2021, carrier: "forest-chips", kgPerKwh: 0.024 },
  { ...DPE_2021, carrier: "industrial-chips", kgPerKwh: 0.024 },
  // Of heating.
  { ...DPE_2021, carrier: "electricity", kgPerKwh: 0.079 },
  // A network that is not listed; a listed one has its own factor.
  { ...DPE_2021, carrier: "district", kgPerKwh: 0.385 },
  { ...DPE_2021, carrier: "solar", kgPerKwh: 0 },
];

/** Primary energy of a kWh, from a day on, by the orders of 31 March 2021 and 13 August 2025; others count once. @spec balance.carbon */
const PRIMARY_FACTORS: readonly {
  readonly carrier: Carrier;
  readonly from: IsoDate;
  readonly perKwh: number;
}[] = [
  { carrier: "electricity", from: "2021-07-01", perKwh: 2.3 },
  { carrier: "electricity", from: "2026-01-01", perKwh: 1.9 },
];

/** kWh PCI of an amount that is not given in kWh as delivered: multiplied, then divided. @spec balance.carbon */
const ENERGY_OF_UNITS: readonly {
  readonly carrier: Carrier;
  readonly unit: EnergyUnit;
  readonly times: number;
  readonly per: number;
}[] = [
  { carrier: "gas", unit: "kWh-PCS", times: 1, per: 1.11 },
  { carrier: "pellets", unit: "t", times: 4600, per: 1 },
  { carrier: "forest-chips", unit: "t", times: 2760, per: 1 },
  { carrier: "industrial-chips", unit: "t", times: 2200, per: 1 },
  { carrier: "logs", unit: "stere", times: 1680, per: 1 },
];

/** Bounds from which the classes B to G begin: primary energy, kWh/m² a year, and kgCO2e/m² a year. @spec balance.carbon */
const CLASS_BOUNDS = {
  highlands: {
    primary: [70, 110, 180, 250, 390, 500],
    carbon: [6, 11, 30, 50, 80, 110],
  },
  others: {
    primary: [70, 110, 180, 250, 330, 420],
    carbon: [6, 11, 30, 50, 70, 100],
  },
};

/** Climate zones whose highlands have bounds of their own, and the altitude above which they begin, m. */
const HIGHLAND_ZONES: readonly string[] = ["H1b", "H1c", "H2d"];
const HIGHLANDS_M = 800;
