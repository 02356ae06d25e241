/** Formulas of source, hot water, solar heat, heating and target, and of their gap. @module */

import { firstDayOf, type IsoMonth } from "@/lib/base/civil_dates.ts";
import { round } from "@/lib/base/rounding.ts";
import type { GasFactors } from "@/lib/facilities/energy_settings_schema.ts";
import { SOURCE_KINDS, type SourceKind } from "@/lib/facilities/source_kinds.ts";
import { latestOnOrBefore } from "./dated_settings.ts";
import type {
  GapColour,
  GapStatus,
  HotWaterFigures,
  SolarFigures,
  SourceFigures,
} from "./schema.ts";

/** Energy of gas by default, kWh per m³ metered. @spec balance.source */
const GAS_KWH_PER_M3 = 11;

/** Energy of wood, kWh per kg. @spec balance.source */
export const WOOD_KWH_PER_KG = 4.6;

const LITRES_PER_M3 = 1000;
const WH_PER_KWH = 1000;

/** Default gap above which a month is very bad, %. @spec balance.gap */
export const DEFAULT_THRESHOLD_PERCENT = 5;

/** Significant digits guaranteed in the largest term of a sum. */
const SURE_DIGITS = 15;

/**
 * Sum of terms of both signs without the binary residue left when they cancel out: 1001.1 − 1000.6 is 0.5.
 *
 * @param terms finite
 */
export function cleanSum(terms: readonly number[]): number {
  const sum = terms.reduce((total, term) => total + term, 0);
  const largest = Math.max(...terms.map(Math.abs));
  const decimals = SURE_DIGITS - 1 - Math.floor(Math.log10(largest));
  // Plus 0 turns -0 into 0.
  return decimals >= 0 && decimals <= MOST_DECIMALS ? Number(sum.toFixed(decimals)) + 0 : sum;
}

/** Most decimals that `toFixed` accepts. */
const MOST_DECIMALS = 100;

/**
 * Sum that is known only when all its parts are known.
 *
 * @spec balance.hot-water
 * @returns 0 without parts; null when a part is null
 */
export function completeSum(parts: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const part of parts) {
    if (part === null) return null;
    sum += part;
  }
  return sum;
}

/** Sum of the known parts. @spec balance.cumulative @returns null when no part is known */
export function knownSum(parts: readonly (number | null)[]): number | null {
  let sum: number | null = null;
  for (const part of parts) {
    if (part !== null) sum = (sum ?? 0) + part;
  }
  return sum;
}

/** Quotient of two terms. @returns null when a term is null or the divisor is 0 */
export function quotient(dividend: number | null, divisor: number | null): number | null {
  if (dividend === null || divisor === null || divisor === 0) return null;
  return dividend / divisor;
}

/** Decimals at which gaps are compared: in binary, 105 / 100 − 1 is not 5 %. */
const COMPARED_DECIMALS = 9;

/**
 * Gap between the heating used and its target.
 *
 * @spec balance.gap "Gap percent = (actual / target − 1) × 100"
 * @param actualKWh NC
 * @param targetKWh N'B
 * @returns percent; null when a term is unknown or the target is 0 (nothing to compare)
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(gapPercent({ actualKWh: 150, targetKWh: 100 }), 50);
 * ```
 */
export function gapPercent(
  { actualKWh, targetKWh }: {
    readonly actualKWh: number | null;
    readonly targetKWh: number | null;
  },
): number | null {
  // (actual / target − 1) would lose the digits common to both.
  const excessKWh = actualKWh === null || targetKWh === null
    ? null
    : cleanSum([actualKWh, -targetKWh]);
  return quotient(excessKWh === null ? null : 100 * excessKWh, targetKWh);
}

/**
 * Status of a gap: good up to 0, bad up to the threshold, very bad above.
 *
 * @spec balance.gap "Gap ≤ 0 is 'good'; ≤ threshold is 'bad'; above is 'very-bad'"
 * @param percent null when there is no gap
 * @param thresholdPercent in force; null before the first settings
 */
export function gapStatus(
  percent: number | null,
  thresholdPercent: number | null = null,
): GapStatus | null {
  if (percent === null) return null;
  const gap = round(percent, COMPARED_DECIMALS);
  if (gap <= 0) return "good";
  return gap <= (thresholdPercent ?? DEFAULT_THRESHOLD_PERCENT) ? "bad" : "very-bad";
}

/**
 * Colour of a gap bar: green below 0, orange from 0 to below the threshold, red from the threshold.
 *
 * @spec balance.gap
 * @param percent null when there is no gap
 * @param thresholdPercent in force; null before the first settings
 */
export function gapColour(
  percent: number | null,
  thresholdPercent: number | null = null,
): GapColour | null {
  if (percent === null) return null;
  const gap = round(percent, COMPARED_DECIMALS);
  if (gap < 0) return "green";
  return gap < (thresholdPercent ?? DEFAULT_THRESHOLD_PERCENT) ? "orange" : "red";
}

/** Energies of one period, kWh; null when unknown. */
interface HeatingTerms {
  readonly sourceKWh: number | null;
  /** 0 without solar panels. */
  readonly solarKWh: number | null;
  /** 0 without hot water. */
  readonly hotWaterKWh: number | null;
}

/**
 * NC: energy used for heating, hot water deducted.
 *
 * @spec balance.heating "Heating total = source energy + solar − hot water energy"
 * @returns kWh, negative when hot water exceeds the input; null when a term is unknown
 */
export function heatingTotal(terms: HeatingTerms): number | null {
  const { sourceKWh, solarKWh, hotWaterKWh } = terms;
  if (sourceKWh === null || solarKWh === null || hotWaterKWh === null) return null;
  return cleanSum([sourceKWh, solarKWh, -hotWaterKWh]);
}

/**
 * Heating per unit of area and of DJU.
 *
 * @spec balance.heating "Heating per area per DJU = 1000 × total / (area × DJU)"
 * @param totalKWh heating of the period
 * @param areaDju area × DJU of the period, m²·DJU
 * @returns Wh/m²/DJU; null when a term is unknown or the divisor is 0
 */
export function heatingPerAreaDju(
  { totalKWh, areaDju }: { readonly totalKWh: number | null; readonly areaDju: number | null },
): number | null {
  return quotient(totalKWh === null ? null : WH_PER_KWH * totalKWh, areaDju);
}

/**
 * N'B: the heating target for a climate.
 *
 * @spec balance.target "Target total = target × area × DJU / 1000"
 * @param targetPerAreaDju Wh/m²/DJU
 * @param areaM2 heated area, m²
 * @param dju of the period
 * @returns kWh
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(targetTotal({ targetPerAreaDju: 40, areaM2: 1000, dju: 400 }), 16000);
 * ```
 */
export function targetTotal(
  { targetPerAreaDju, areaM2, dju }: {
    readonly targetPerAreaDju: number;
    readonly areaM2: number;
    readonly dju: number;
  },
): number {
  return targetPerAreaDju * areaM2 * dju / WH_PER_KWH;
}

/**
 * NB: the heating allowed by the contract for its reference season.
 *
 * N'B = NB × DJU / DJU of the contract.
 *
 * @spec balance.target "Contract NB = DJU contract × area × target / 1000"
 * @param djuContract null without contract
 * @returns kWh; null without contract
 */
export function contractNb(
  { djuContract, areaM2, targetPerAreaDju }: {
    readonly djuContract: number | null;
    readonly areaM2: number;
    readonly targetPerAreaDju: number;
  },
): number | null {
  return djuContract === null ? null : djuContract * areaM2 * targetPerAreaDju / WH_PER_KWH;
}

interface HotWaterReadings {
  /** m³ of each volume series; null when missing. */
  readonly volumesM3: readonly (number | null)[];
  /** kWh of each energy series; null when missing. */
  readonly energiesKWh: readonly (number | null)[];
}

interface HotWaterSettings {
  /** Source energy spent per m³, kWh/m³. */
  readonly q: number;
  readonly peopleNb: number;
}

/** A boiler room that makes no hot water. @spec balance.hot-water */
const NO_HOT_WATER: HotWaterFigures = { volume: null, energy: null, dailyVolumePerPerson: null };

/**
 * Hot water of a month: volume, energy, litres a day per person.
 *
 * @spec balance.hot-water "Hot water energy = volume × q, added to any measured energy"
 * @param readings of every hot-water series
 * @param settings in force; null before the first version
 * @param days counted in the month
 * @returns nulls where a series is missing or, for volumes, where no settings give q
 */
export function hotWaterFigures(
  readings: HotWaterReadings,
  settings: HotWaterSettings | null,
  days: number,
): HotWaterFigures {
  const { volumesM3, energiesKWh } = readings;
  if (volumesM3.length === 0 && energiesKWh.length === 0) return NO_HOT_WATER;
  const volumeM3 = volumesM3.length === 0 ? null : completeSum(volumesM3);
  const drawnKWh = volumeM3 === null || settings === null ? null : volumeM3 * settings.q;
  return {
    volume: volumeM3,
    energy: completeSum([...volumesM3.length === 0 ? [] : [drawnKWh], ...energiesKWh]),
    dailyVolumePerPerson: dailyLitresPerPerson({
      volumeM3,
      peopleNb: settings?.peopleNb ?? null,
      days,
    }),
  };
}

/**
 * Litres of hot water a day per person.
 *
 * @spec balance.hot-water "Daily volume per person = 1000 × m³ / (people × days)"
 * @returns null when a term is unknown or the number of people is 0
 */
export function dailyLitresPerPerson(
  { volumeM3, peopleNb, days }: {
    readonly volumeM3: number | null;
    readonly peopleNb: number | null;
    readonly days: number;
  },
): number | null {
  if (volumeM3 === null || peopleNb === null) return null;
  return quotient(LITRES_PER_M3 * volumeM3, peopleNb * days);
}

/** A version of the gas factors with both factors known. */
interface WholeGasFactors extends GasFactors {
  readonly pta: number;
  readonly pcs: number;
}

/**
 * The gas factors version in force in a month: the latest on or before its first day.
 *
 * @spec facilities.dated-settings
 * @returns null before the first version
 */
export function gasFactorsOf(versions: readonly GasFactors[], month: IsoMonth): GasFactors | null {
  return latestOnOrBefore(versions, firstDayOf(month));
}

/** Whether a version has both factors: a single factor counts as none. @spec balance.source */
export function isWhole(factors: GasFactors | null): factors is WholeGasFactors {
  return factors !== null && factors.pta !== null && factors.pcs !== null;
}

/**
 * kWh per unit of the source's meter.
 *
 * @spec balance.source
 * @param factors gas factors in force, used only by volumes of gas
 * @returns kWh/m³ or kWh/kg; 1 when the meter already counts kWh
 */
export function conversionFactor(kind: SourceKind, factors: GasFactors | null): number {
  const { measure } = SOURCE_KINDS[kind];
  if (measure === "energy") return 1;
  if (measure === "mass") return WOOD_KWH_PER_KG;
  return isWhole(factors) ? factors.pta * factors.pcs : GAS_KWH_PER_M3;
}

/**
 * Consumption of the source, with its energy.
 *
 * @spec balance.source
 * @param amount m³, kg or kWh according to the kind; null when missing
 * @param factor kWh per unit of the meter
 */
export function sourceFigures(
  kind: SourceKind,
  { amount, factor }: { readonly amount: number | null; readonly factor: number },
): SourceFigures {
  const { measure } = SOURCE_KINDS[kind];
  return {
    kind,
    volume: measure === "volume" ? amount : null,
    mass: measure === "mass" ? amount : null,
    energy: amount === null ? null : amount * factor,
  };
}

/** A boiler room without solar panels. */
const NO_SOLAR: SolarFigures = { energy: null, percent: null };

/**
 * Solar production of a month and its share of hot water.
 *
 * @spec balance.solar
 * @param energiesKWh of each solar series; null when missing
 * @param hotWaterKWh null when unknown, or without hot water
 * @returns nulls without solar series or when one is missing
 */
export function solarFigures(
  energiesKWh: readonly (number | null)[],
  hotWaterKWh: number | null,
): SolarFigures {
  if (energiesKWh.length === 0) return NO_SOLAR;
  const energy = completeSum(energiesKWh);
  return { energy, percent: solarPercent({ solarKWh: energy, hotWaterKWh }) };
}

/**
 * Share of the hot-water energy supplied by solar.
 *
 * @spec balance.solar "Solar percent = 100 × solar / hot water energy"
 * @returns %; null when a term is unknown or no hot water was made
 */
export function solarPercent(
  { solarKWh, hotWaterKWh }: {
    readonly solarKWh: number | null;
    readonly hotWaterKWh: number | null;
  },
): number | null {
  return quotient(solarKWh === null ? null : 100 * solarKWh, hotWaterKWh);
}
