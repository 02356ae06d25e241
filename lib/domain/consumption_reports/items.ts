import type { DaySpan } from "@/lib/domain/housing/occupancy.ts";
import { known, sumOf } from "@/lib/domain/numbers/sums.ts";
import { doubtfulOf } from "@/lib/domain/series/doubtful.ts";
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
