/** Compares the dwellings of a month: means, headline, notices and report sheets. @module */

import type { IsoDate, IsoMonth } from "@/lib/base/civil_dates.ts";
import { CENTS, round } from "@/lib/base/rounding.ts";
import { inMillionths, knownTotal, sumBy } from "@/lib/base/sums.ts";
import { FEWEST_ANONYMOUS } from "@/lib/housing/anonymity.ts";
import { STATUS_TOLERANCE_PERCENT } from "@/lib/housing/running_month.ts";
import { CONSUMPTION_KINDS, type ConsumptionKind } from "@/lib/timeseries/units.ts";
import {
  type DwellingMonth,
  isCompared,
  isMostlyRead,
  itemsOf,
  type MonthContext,
  type ReportReferences,
} from "./items.ts";
import type {
  AnalysedHouse,
  ConsumptionAnalysis,
  ConsumptionItem,
  ReportHeadline,
  ReportNotice,
  ReportSheet,
} from "./schema.ts";

interface Counted {
  readonly item: ConsumptionItem;
  readonly dwelling: DwellingMonth;
  readonly isDetailed: boolean;
}

/** Mean of the dwellings of a residence per unit of size. */
interface SizedMean {
  readonly value: number;
  readonly houseCount: number;
}

/** The means of a kind: by dwelling, and by the size used for comparison; null with fewer than 11 dwellings. */
interface KindMeans {
  readonly byDwelling: SizedMean | null;
  readonly bySize: SizedMean | null;
}

/** Means of a residence in a month, identical for every caller. */
interface ResidenceMeans {
  /** Means of each figure; their own `mean` is null. */
  readonly items: readonly ConsumptionItem[];
  readonly byKind: { readonly [Kind in ConsumptionKind]?: KindMeans };
}

/**
 * Means of comparable months: whole, of one occupancy, and at least 95 % read. Each figure needs 11 dwellings; fewer
 * than 11 anonymous dwellings are left out, since the others are known and could be subtracted.
 *
 * @spec reports.mean
 * @param dwellings every dwelling of the residence, including those never shown individually
 */
export function residenceMeans(
  dwellings: readonly DwellingMonth[],
  context: MonthContext,
): ResidenceMeans {
  const counted = dwellings.filter(({ isShared }) => !isShared).flatMap((dwelling) =>
    itemsOf(dwelling, context).filter(isCompared)
      .map((item) => ({ item, dwelling, isDetailed: isDetailed(dwelling, item) }))
  );
  const kinds = CONSUMPTION_KINDS.map((kind) => ({
    kind,
    all: counted.filter(({ item }) => item.kind === kind),
  }));
  return {
    items: kinds.flatMap(({ all }) => all[0] === undefined ? [] : [meanItem(all, all[0].item)]),
    byKind: Object.fromEntries(kinds.map(({ kind, all }) => [kind, kindMeans(kind, all)])),
  };
}

function isDetailed({ series }: DwellingMonth, { kind }: ConsumptionItem): boolean {
  return series.filter(({ source }) => source.kind === kind).every((one) => one.isDetailed);
}

function kindMeans(kind: ConsumptionKind, all: readonly Counted[]): KindMeans {
  const by = (basis: Basis) =>
    meanOf(all.map((one) => ({
      isDetailed: one.isDetailed,
      amount: one.item.value,
      size: sizeOf(one.dwelling, basis),
    })));
  return { byDwelling: by("dwelling"), bySize: by(BASES[kind] ?? "dwelling") };
}

function meanItem(all: readonly Counted[], { kind, unit }: ConsumptionItem): ConsumptionItem {
  const mean = (figure: (item: ConsumptionItem) => number | null) => {
    const sized = all.map((one) => ({ ...one, amount: figure(one.item), size: 1 }));
    const found = meanOf(sized);
    return found && inMillionths(found.value);
  };
  return {
    kind,
    unit,
    value: mean(({ value }) => value),
    completeness: mean(({ completeness }) => completeness) ?? 0,
    cost: mean(({ cost }) => cost),
    reference: mean(({ reference }) => reference),
    referencePercent: null,
    progress: null,
    previousYear: mean(({ previousYear }) => previousYear),
    previousYearCorrected: mean(({ previousYearCorrected }) => previousYearCorrected),
    previousYearPercent: null,
    status: null,
    mean: null,
    yearToDate: mean(({ yearToDate, doubtfulYear }) => doubtfulYear ? null : yearToDate),
    projected: mean(({ projected }) => projected),
    isPart: all.every(({ item }) => item.isPart),
  };
}

/**
 * Mean consumption of a dwelling of the same size: heating by area, water by people, other kinds by dwelling. When the
 * size is unknown, or known for too few dwellings, by dwelling.
 *
 * @spec reports.mean
 * @returns null with fewer than 11 dwellings
 */
function meanFor(
  { kind }: ConsumptionItem,
  dwelling: DwellingMonth,
  { byKind }: ResidenceMeans,
): ConsumptionItem["mean"] {
  const basis = BASES[kind] ?? "dwelling";
  const own = sizeOf(dwelling, basis);
  const { byDwelling = null, bySize = null } = byKind[kind] ?? {};
  if (bySize !== null && own !== null) {
    return { ...bySize, value: inMillionths(bySize.value * own), basis };
  }
  return byDwelling && { ...byDwelling, value: inMillionths(byDwelling.value), basis: "dwelling" };
}

type Basis = NonNullable<ConsumptionItem["mean"]>["basis"];

const BASES: { readonly [Kind in ConsumptionKind]?: Basis } = {
  heating: "area",
  coldWater: "people",
  hotWater: "people",
  waterHeating: "people",
};

function sizeOf({ area, people }: DwellingMonth, basis: Basis): number | null {
  const size = { dwelling: 1, area, people }[basis];
  return size === null || size <= 0 ? null : size;
}

interface SizedAmount {
  readonly isDetailed: boolean;
  readonly amount: number | null;
  readonly size: number | null;
}

/** Mean per size of the dwellings with a known amount and size. @returns null with fewer than 11 dwellings */
function meanOf(all: readonly SizedAmount[]): SizedMean | null {
  const known = all.flatMap(({ isDetailed, amount, size }) =>
    amount === null || size === null ? [] : { isDetailed, amount, size }
  );
  const anonymous = known.filter(({ isDetailed }) => !isDetailed);
  const counted = anonymous.length < FEWEST_ANONYMOUS
    ? known.filter(({ isDetailed }) => isDetailed)
    : known;
  if (counted.length < FEWEST_ANONYMOUS) return null;
  const amount = sumBy(counted, (one) => one.amount);
  const size = sumBy(counted, (one) => one.size);
  return { value: amount / size, houseCount: counted.length };
}

/** Change of a consumption since the same month a year before. */
interface Change {
  readonly item: ConsumptionItem;
  /** Signed, %; null after a zero consumption. */
  readonly percent: number | null;
  /** Signed, €; null without a price. */
  readonly euros: number | null;
}

/**
 * The largest change since the year before: in euros when every change has a price, otherwise in percent.
 *
 * @spec reports.headline
 * @param priceOf € of a unit of a kind; null without a price
 */
function headlineOf(
  items: readonly ConsumptionItem[],
  priceOf: (kind: ConsumptionItem["kind"]) => number | null,
): ReportHeadline {
  const changes = items.flatMap((item) => changeOf(item, priceOf(item.kind)));
  if (changes.length === 0) return { ...NO_CHANGE, change: "unknown" };
  const large = changes.filter(({ percent }) => share(percent) > STATUS_TOLERANCE_PERCENT + SMALL);
  const weightOf = large.every(({ euros }) => euros !== null)
    ? ({ euros }: Change) => Math.abs(euros ?? 0)
    : ({ percent }: Change) => share(percent);
  const [most] = large.toSorted((left, right) => weightOf(right) - weightOf(left));
  if (most === undefined) return { ...NO_CHANGE, change: "steady" };
  const { item: { kind, value, previousYearCorrected }, percent, euros } = most;
  const correctedPercent =
    previousYearCorrected === null || previousYearCorrected <= 0 || value === null
      ? null
      : inMillionths(100 * value / previousYearCorrected - 100);
  const change = percent === null || percent > 0 ? "up" : "down";
  return { change, kind, percent, euros, correctedPercent };
}

const NO_CHANGE = { kind: null, percent: null, euros: null, correctedPercent: null } as const;

/** Tolerance, so that exactly 105 % is not more than 5 % in binary arithmetic. */
const SMALL = 1e-9;

/** Size of a change, %; infinite after a zero consumption. */
function share(percent: number | null): number {
  return percent === null ? Infinity : Math.abs(percent);
}

function changeOf(item: ConsumptionItem, price: number | null): Change[] {
  const { kind, value, projected, cost, previousYear, completeness, doubtful, isPart } = item;
  const current = projected ?? value;
  if (kind === "temp" || isPart || !isCompared({ value: current, completeness, doubtful })) {
    return [];
  }
  if (previousYear === null || previousYear < 0 || current === null) return [];
  // Without a cost, a part has no price, or no value.
  const euros = cost === null || price === null
    ? null
    : inMillionths((current - previousYear) * price);
  return [{ item, percent: percentMore(current, previousYear), euros }];
}

/** @returns null when a consumption follows zero */
function percentMore(current: number, before: number): number | null {
  if (before > 0) return inMillionths(100 * current / before - 100);
  return current === before ? 0 : null;
}

/** Warnings of a report, most important first. @spec reports.notices */
function noticesOf(
  items: readonly ConsumptionItem[],
  { began, ended, hasDaysOver }: Pick<DwellingMonth, "began" | "ended"> & {
    /** Whether a day of the report is over: before that, no reading is expected. */
    readonly hasDaysOver: boolean;
  },
): ReportNotice[] {
  const about = (code: ReportNotice["code"], isMeant: (item: ConsumptionItem) => boolean) => {
    const kinds = items.filter(isMeant).map(({ kind }) => kind);
    return kinds.length === 0 ? [] : [{ code, kinds, date: null }];
  };
  const on = (code: ReportNotice["code"], date: string | null) =>
    date === null ? [] : [{ code, kinds: [], date }];
  return [
    ...on("occupancy-began", began),
    ...on("occupancy-ended", ended),
    ...about("not-read", ({ value }) => hasDaysOver && value === null),
    ...about("doubtful", ({ doubtful }) => doubtful === true),
    ...about("partly-read", (item) => item.value !== null && !isMostlyRead(item)),
    ...about(
      "not-compared",
      ({ kind, value, previousYear }) => kind !== "temp" && value !== null && previousYear === null,
    ),
  ];
}

export interface AnalysisInput {
  readonly month: IsoMonth;
  /** Last finished day of the month; null when there is none. */
  readonly until: IsoDate | null;
  readonly isRunning: boolean;
  readonly settings: ReportReferences;
  readonly means: ResidenceMeans;
  /** The requested dwellings; items that the caller may not see individually are left out. */
  readonly dwellings: readonly DwellingMonth[];
}

export function analysisOf(
  { month, until, isRunning, settings, means, dwellings }: AnalysisInput,
): ConsumptionAnalysis {
  const houses = dwellings.flatMap((dwelling) => {
    const items = itemsOf(dwelling, { settings, isRunning })
      .filter(({ kind }) => isShown(dwelling, kind))
      // The means are those of whole months.
      .map((item) => ({
        ...item,
        mean: dwelling.isShared ? null : meanFor(item, dwelling, means),
      }));
    return items.length === 0 ? [] : [analysedHouse(dwelling, items, { settings, until })];
  });
  return { month, isRunning, until, houses, mean: [...means.items] };
}

function isShown({ series }: DwellingMonth, kind: ConsumptionItem["kind"]): boolean {
  return series.filter(({ source }) => source.kind === kind).every((one) => one.isShown);
}

function analysedHouse(
  dwelling: DwellingMonth,
  items: ConsumptionItem[],
  { settings, until }: Pick<AnalysisInput, "settings" | "until">,
): AnalysedHouse {
  const { houseId, days, isShared, isVacant, area, people, dju, djuYearBefore } = dwelling;
  const hasDaysOver = until !== null && until >= days.from;
  return {
    houseId,
    ...days,
    isShared,
    isVacant,
    area,
    people,
    dju,
    djuYearBefore,
    items,
    totalCost: totalCostOf(items),
    headline: headlineOf(items, priceIn(dwelling, settings)),
    notices: noticesOf(items, { ...dwelling, hasDaysOver }),
  };
}

/** Prices of the kinds of a dwelling: the series of a kind that have a price have the same. */
function priceIn({ series }: DwellingMonth, settings: ReportReferences) {
  return (kind: ConsumptionItem["kind"]) => {
    const priced = series.find(({ source }) => source.kind === kind && source.price !== null);
    return priced?.source.price ? settings[priced.source.price] : null;
  };
}

/** € of all uses, each rounded to the cent as printed: the total is the sum of its lines. @spec reports.costs */
function totalCostOf(items: readonly ConsumptionItem[]): number | null {
  const counted = items.filter(({ isPart }) => !isPart);
  return knownTotal(counted.map(({ cost }) => cost === null ? null : round(cost, CENTS)));
}

/** Input of a report sheet: a dwelling's figures and their context. */
interface SheetInput {
  readonly analysis: Pick<ConsumptionAnalysis, "month" | "isRunning" | "until">;
  readonly house: AnalysedHouse;
  readonly settings: Pick<ReportReferences, "waterHeatingEnergy">;
  readonly place: Pick<
    ReportSheet,
    "projectId" | "residence" | "dwelling" | "occupant" | "hasImage"
  >;
}

/** All the data of a dwelling's report. @spec reports.sheet */
export function sheetOf({ analysis, house, settings, place }: SheetInput): ReportSheet {
  const { month, isRunning, until } = analysis;
  const { waterHeatingEnergy } = settings;
  return { ...house, ...place, month, isRunning, until, waterHeatingEnergy };
}
