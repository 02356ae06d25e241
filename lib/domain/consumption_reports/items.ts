import type { DaySpan } from "@/lib/domain/housing/occupancy.ts";
import { sumOf } from "@/lib/domain/numbers/sums.ts";
import { inMillionths, knownTotal } from "@/lib/domain/series/statistics.ts";
import { referenceOf } from "./references.ts";
import {
  comparedValue,
  consumptionStatus,
  type MonthRead,
  percentOf,
  progressStatus,
  surestStatus,
} from "./running_month.ts";
import type { ReportSource } from "./sources.ts";
import {
  CONSUMPTION_KINDS,
  type ConsumptionItem,
  type ConsumptionKind,
  type ReportReferences,
} from "./types.ts";

/** What was read of one series of a dwelling, within one occupancy, in kWh, m³ or °C. */
export interface SeriesMonth {
  readonly source: ReportSource;
  /** Of the days that are over; their completeness is a share of these days alone. */
  readonly month: MonthRead;
  /** The whole month as foretold; null for a finished one, or when it cannot be. */
  readonly projected: number | null;
  /** The same month a year before, a share of the whole month; without value for another occupancy. */
  readonly yearBefore: MonthRead;
  /** Total since 1 January, or since the occupancy began; null without readings, and for a mean. */
  readonly yearToDate: number | null;
  /** Whether the reader may see it by itself. */
  readonly isShown: boolean;
  /** Whether its dwelling shows it by itself to some; else it is anonymous. */
  readonly isDetailed: boolean;
}

/** One dwelling in one month of one occupancy. @spec reports.one-occupancy */
export interface DwellingMonth {
  readonly houseId: string;
  /** Days of the month that are of the occupancy, coming ones included. */
  readonly days: DaySpan;
  /** Whether these are not all days of the month. */
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

/** What is the same for every dwelling of a month. */
export interface MonthContext {
  readonly settings: ReportReferences;
  readonly isRunning: boolean;
}

/** The consumptions of a dwelling, one for each kind that has a series, in the order of the kinds. */
export function itemsOf(dwelling: DwellingMonth, context: MonthContext): ConsumptionItem[] {
  return CONSUMPTION_KINDS.flatMap((kind) => {
    const series = dwelling.series.filter(({ source }) => source.kind === kind);
    return series.length === 0 ? [] : [itemOf(kind, series, { dwelling, context })];
  });
}

interface Place {
  readonly dwelling: DwellingMonth;
  readonly context: MonthContext;
}

function itemOf(
  kind: ConsumptionKind,
  series: readonly SeriesMonth[],
  { dwelling, context: { settings, isRunning } }: Place,
): ConsumptionItem {
  const isMean = kind === "temp";
  const together = isMean ? meanOf : totalOf;
  const value = together(series.map(({ month }) => month.value));
  const completeness = Math.min(...series.map(({ month }) => month.completeness));
  const reference = referenceOf(kind, settings, { ...dwelling, isRunning });
  const referencePercent = isMean ? null : percentOf({ value, whole: reference });
  const before = series.map(({ yearBefore }) =>
    dwelling.isShared ? null : comparedValue(yearBefore)
  );
  const previousYear = before.includes(null) ? null : together(before);
  const projected = isRunning && !isMean ? whole(series.map((one) => one.projected)) : null;
  const current = isRunning ? projected : value;
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
    yearToDate: isMean ? null : totalOf(series.map(({ yearToDate }) => yearToDate)),
    projected,
    isPart: isPartOfWhole(series, dwelling),
  };
}

/** Whether the electricity of a use is in that of the whole meter too. */
function isPartOfWhole(series: readonly SeriesMonth[], dwelling: DwellingMonth): boolean {
  return series.every(({ source }) => source.isElectric && source.kind !== "electricity") &&
    dwelling.series.some(({ source }) => source.kind === "electricity");
}

/** € of the month; null when some of it has no price or no value. @spec reports.costs */
function costOf(series: readonly SeriesMonth[], settings: ReportReferences): number | null {
  return whole(series.map(({ source, month: { value } }) => {
    const price = source.price && settings[source.price];
    return price === null || value === null ? null : value * price;
  }));
}

/** Heating of the year before brought to the weather of this month. @spec reports.corrected-heating */
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

/** Whether enough of the month was read for its value to be compared with that of others. */
export function isCompared({ value, completeness }: MonthRead): boolean {
  return comparedValue({ value, completeness }) !== null;
}

/** @returns null when one of them is unknown */
function whole(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : totalOf(values);
}

function totalOf(values: readonly (number | null)[]): number | null {
  return knownTotal(values);
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : inMillionths(sumOf(known) / known.length);
}
