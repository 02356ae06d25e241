/** Computes the items of a dwelling's report, with their sources and reference values. @module */

import { daysBetween, daysInYear, yearOf } from "@/lib/base/civil_dates.ts";
import { inMillionths, known, knownTotal, sumOf } from "@/lib/base/sums.ts";
import {
  comparedValue,
  consumptionStatus,
  type MonthRead,
  percentOf,
  progressStatus,
  surestStatus,
} from "@/lib/housing/running_month.ts";
import type { DaySpan } from "@/lib/series/day_spans.ts";
import { doubtfulOf } from "@/lib/timeseries/rollups.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import {
  CONSUMPTION_KINDS,
  type ConsumptionKind,
  type DataUnitId,
  type EnergyUse,
} from "@/lib/timeseries/units.ts";
import type { ConsumptionItem, ConsumptionReportSettings } from "./schema.ts";

type PriceField = keyof ConsumptionReportSettings & `${string}Pricing`;

/** Use of a dwelling series in its reports. */
export interface ReportSource {
  readonly kind: ConsumptionKind;
  /** Price of its unit; null for kinds without a price in the settings: gas, temperatures. */
  readonly price: PriceField | null;
  readonly isElectric: boolean;
}

/**
 * The report use of a series. A volume of gas has none: it has neither reference nor price, and dwellings have no
 * coefficient to convert it to energy.
 *
 * @spec reports.uses
 * @returns null when no report shows the series
 */
export function reportSource(
  { scope, dataUnitId, use = null }: Pick<ProjectSeries, "scope" | "dataUnitId" | "use">,
): ReportSource | null {
  if (scope !== "housing") return null;
  if (dataUnitId === "ELEC") return { ...ELECTRIC[use ?? "electricity"], isElectric: true };
  const source = dataUnitId === "GAZE" ? GAS[use ?? "gas"] : SOURCES[dataUnitId];
  return source === undefined ? null : { ...source, isElectric: false };
}

type Source = Pick<ReportSource, "kind" | "price">;

const HEATING: Source = { kind: "heating", price: "heatingPricing" };
const WATER_HEATING: Source = { kind: "waterHeating", price: "waterHeatingPricing" };

const SOURCES: { readonly [Id in DataUnitId]?: Source } = {
  TEMP: { kind: "temp", price: null },
  EFSV: { kind: "coldWater", price: "waterPricing" },
  ECSV: { kind: "hotWater", price: "waterPricing" },
  ECSE: WATER_HEATING,
  CHAE: HEATING,
};

const ELECTRIC: Readonly<Record<EnergyUse | "electricity", Source>> = {
  electricity: { kind: "electricity", price: "elecPricing" },
  lights: { kind: "lights", price: "elecPricing" },
  plugs: { kind: "plugs", price: "elecPricing" },
  cooking: { kind: "cooking", price: "elecPricing" },
  waterHeating: WATER_HEATING,
  heating: HEATING,
};

const GAS: Readonly<Record<EnergyUse | "gas", Source>> = {
  gas: { kind: "gas", price: null },
  lights: { kind: "lights", price: null },
  plugs: { kind: "plugs", price: null },
  cooking: { kind: "cooking", price: null },
  waterHeating: WATER_HEATING,
  heating: HEATING,
};

export type ReportReferences = Omit<ConsumptionReportSettings, "image" | "imageMimeType">;

/** Input of a reference, besides the settings. */
export interface ReferencePlace {
  /** Days of the report, including the future days of a running month. */
  readonly days: DaySpan;
  readonly isRunning: boolean;
  /** Habitable area, m². */
  readonly area: number | null;
  readonly people: number | null;
  /** Degree days of `days`. */
  readonly dju: number | null;
}

/**
 * The target of a consumption over some days of a month: a share of the yearly target, or for heating the target for
 * the weather.
 *
 * @spec reports.references
 * @returns kWh or m³, or the level of `temp` in °C; null when a term is unknown
 */
export function referenceOf(
  kind: ConsumptionKind,
  settings: ReportReferences,
  place: ReferencePlace,
): number | null {
  const { area, people, dju, isRunning, days } = place;
  const yearly = (reference: number | null) =>
    reference === null
      ? null
      : reference * (daysBetween(days.from, days.to) + 1) / daysInYear(yearOf(days.from));
  switch (kind) {
    case "temp":
      return settings.tempReference;
    case "electricity":
      return yearly(wholeElectricity(settings));
    case "lights":
    case "plugs":
    case "cooking":
      return yearly(settings[`${kind}Reference`]);
    case "coldWater":
    case "hotWater":
      return yearly(product(settings[`${kind}Reference`], people));
    case "heating": {
      // The weather of future days is unknown.
      const wattHours = isRunning ? null : product(product(settings.heatingReference, area), dju);
      return wattHours === null ? null : wattHours / 1_000;
    }
    default:
      return null;
  }
}

/** The sum of the three electric references; null when one is missing: a part is no target for the whole meter. */
function wholeElectricity(
  { lightsReference, plugsReference, cookingReference }: ReportReferences,
): number | null {
  return lightsReference === null || plugsReference === null || cookingReference === null
    ? null
    : lightsReference + plugsReference + cookingReference;
}

function product(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left * right;
}

/** Readings of a series of a dwelling in a month, within one occupancy, in kWh, m³ or °C. */
export interface SeriesMonth {
  readonly source: ReportSource;
  /** Finished days; their completeness is a share of these days only. */
  readonly month: MonthRead;
  /** Projection of the whole month; null for a finished month, or when it cannot be projected. */
  readonly projected: number | null;
  /** The same month a year before, with its completeness over the whole month; no value for another occupancy. */
  readonly yearBefore: MonthRead;
  /** Total since 1 January, or since the start of the occupancy; null without readings, and for a mean. */
  readonly yearToDate: number | null;
  /** A month of `yearToDate` is doubtful; absent otherwise. */
  readonly doubtfulYear?: true;
  /** Whether the caller may see it individually. */
  readonly isShown: boolean;
  /** Whether some roles may see it individually; otherwise it is anonymous. */
  readonly isDetailed: boolean;
}

/** A month of a dwelling within one occupancy. @spec reports.one-occupancy */
export interface DwellingMonth {
  readonly houseId: string;
  /** Days of the month that belong to the occupancy, future days included. */
  readonly days: DaySpan;
  /** Whether the occupancy covers only part of the month. */
  readonly isShared: boolean;
  /** Whether they are of a vacancy. */
  readonly isVacant: boolean;
  /** First day of the occupancy, when it is in the month; its last day too. */
  readonly began: string | null;
  readonly ended: string | null;
  readonly area: number | null;
  readonly people: number | null;
  readonly dju: number | null;
  readonly djuYearBefore: number | null;
  readonly series: readonly SeriesMonth[];
}

/** Data common to every dwelling of a month. */
export interface MonthContext {
  readonly settings: ReportReferences;
  readonly isRunning: boolean;
}

/** The consumptions of a dwelling: one for each kind with a series, in the order of the kinds. */
export function itemsOf(dwelling: DwellingMonth, context: MonthContext): ConsumptionItem[] {
  return CONSUMPTION_KINDS.flatMap((kind) => {
    const series = dwelling.series.filter(({ source }) => source.kind === kind);
    return series.length === 0 ? [] : [itemOf(kind, series, { dwelling, context })];
  });
}

interface ItemContext {
  readonly dwelling: DwellingMonth;
  readonly context: MonthContext;
}

function itemOf(
  kind: ConsumptionKind,
  series: readonly SeriesMonth[],
  { dwelling, context: { settings, isRunning } }: ItemContext,
): ConsumptionItem {
  const isMean = kind === "temp";
  const together = isMean ? meanOf : knownTotal;
  const value = together(series.map(({ month }) => month.value));
  const completeness = Math.min(...series.map(({ month }) => month.completeness));
  const mark = doubtfulOf(series.map(({ month }) => month));
  const reference = referenceOf(kind, settings, { ...dwelling, isRunning });
  const referencePercent = isMean || mark.doubtful ? null : percentOf({ value, whole: reference });
  const before = series.map(({ yearBefore }) =>
    dwelling.isShared ? null : comparedValue(yearBefore)
  );
  const previousYear = before.includes(null) ? null : together(before);
  const projected = isRunning && !isMean ? whole(series.map((one) => one.projected)) : null;
  const current = mark.doubtful ? null : isRunning ? projected : value;
  return {
    kind,
    unit: unitOf(kind),
    value,
    completeness,
    cost: costOf(series, settings),
    reference,
    referencePercent,
    progress: referencePercent === null ? null : progressStatus(referencePercent),
    previousYear,
    previousYearCorrected: kind === "heating" && !isRunning
      ? corrected(previousYear, dwelling)
      : null,
    previousYearPercent: isMean ? null : percentOf({ value: current, whole: previousYear }),
    status: isMean ? null : surestStatus(consumptionStatus(current, previousYear), completeness),
    mean: null,
    yearToDate: isMean ? null : knownTotal(series.map(({ yearToDate }) => yearToDate)),
    projected,
    isPart: isPartOfWhole(series, dwelling),
    ...mark,
    ...series.some(({ doubtfulYear }) => doubtfulYear) && { doubtfulYear: true },
  };
}

/** Whether the electricity of a use is also counted by the general meter. */
function isPartOfWhole(series: readonly SeriesMonth[], dwelling: DwellingMonth): boolean {
  return series.every(({ source }) => source.isElectric && source.kind !== "electricity") &&
    dwelling.series.some(({ source }) => source.kind === "electricity");
}

/** € of the month; null when a part has no price or no value. @spec reports.costs */
function costOf(series: readonly SeriesMonth[], settings: ReportReferences): number | null {
  return whole(series.map(({ source, month: { value } }) => {
    const price = source.price && settings[source.price];
    return price === null || value === null ? null : value * price;
  }));
}

/** Heating of the year before, corrected for the weather of this month. @spec reports.corrected-heating */
function corrected(
  previousYear: number | null,
  { dju, djuYearBefore }: Pick<DwellingMonth, "dju" | "djuYearBefore">,
): number | null {
  if (previousYear === null || dju === null || djuYearBefore === null) return null;
  return djuYearBefore <= 0 ? null : inMillionths(previousYear * dju / djuYearBefore);
}

function unitOf(kind: ConsumptionKind): string {
  if (kind === "temp") return "°C";
  return kind === "coldWater" || kind === "hotWater" ? "m³" : "kWh";
}

/** Whether enough of the month was read, without doubt, to compare its value. */
export function isCompared(month: MonthRead): boolean {
  return comparedValue(month) !== null;
}

/** Whether enough of the month was read, also when its value is doubtful. */
export function isMostlyRead({ value, completeness }: MonthRead): boolean {
  return isCompared({ value, completeness });
}

/** @returns null when a value is unknown */
function whole(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : knownTotal(values);
}

function meanOf(values: readonly (number | null)[]): number | null {
  const numbers = known(values);
  return numbers.length === 0 ? null : inMillionths(sumOf(numbers) / numbers.length);
}
