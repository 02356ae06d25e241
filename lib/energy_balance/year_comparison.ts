/** Compares a year's balance with the year before at equal weather, and gives its carbon. @module */

import {
  datesOfMonth,
  firstDayOf,
  type IsoDate,
  type IsoMonth,
  lastDayOf,
  monthOf,
  shiftMonth,
} from "@/lib/base/civil_dates.ts";
import { exact, R } from "@/lib/base/decimals.ts";
import { memoOf } from "@/lib/base/memo.ts";
import { PERCENT_BOUNDS } from "@/lib/base/rounding.ts";
import { known, sumOf } from "@/lib/base/sums.ts";
import type { BoilerRoomEfficiency } from "@/lib/facilities/energy_settings_schema.ts";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import type { MonthInput, MonthReport, YearInput, YearReport } from "./balance_report.ts";
import { type Carbon, carbonOf, type FinalEnergy } from "./carbon.ts";
import { latestOnOrBefore } from "./dated_settings.ts";
import { completeSum } from "./formulas.ts";
import { monthReport } from "./month_report.ts";
import { monthsShown, periodMonths } from "./year_report.ts";

/** Why a month is not compared; the first reason that holds. */
export type NotCompared = "running" | "unheated" | "incomplete" | "unknown" | NotCorrected;

/** A month, or several together, against the same of the year before. */
export interface ComparedPeriod extends Omit<WeatherCorrected, "reason"> {
  /** Heating and hot water, kWh; null where they are not compared. */
  readonly beforeKwh: number | null;
  readonly nowKwh: number | null;
  /** Hot water alone, kWh. */
  readonly hotWaterBeforeKwh: number | null;
  readonly hotWaterKwh: number | null;
}

export interface ComparedMonth extends ComparedPeriod {
  readonly month: IsoMonth;
  readonly reason: NotCompared | null;
}

/** Months of a year at the weather of the same ones of the year before. */
interface MonthsComparison {
  readonly months: readonly ComparedMonth[];
  /** The compared months together; null without any. */
  readonly total: (ComparedPeriod & { readonly monthCount: number }) | null;
}

/** The heated months of a whole year at the weather of its contract. */
export interface ContractWeather {
  /** DJU of the contract. */
  readonly dju: number;
  /** Heating at these DJU and hot water, whole kWh. */
  readonly correctedKwh: number;
}

export interface YearComparison extends MonthsComparison {
  /** null before the year is over, without a contract, or when a heated month is not known whole. */
  readonly contract: ContractWeather | null;
}

/** A year, and the readings of the year before. */
export interface TwoYears {
  readonly now: YearInput;
  readonly before: Pick<YearInput, "series" | "dju" | "seasons" | "units">;
}

/**
 * The months of a year that are over, at the weather of the year before, by the DJU of one station; computed once for
 * the same readings, which never change.
 *
 * @spec balance.weather-corrected
 */
export function yearComparison({ now, before }: TwoYears): YearComparison {
  return comparisonOf(now)(before);
}

const comparisonOf = memoOf((now: TwoYears["now"]) =>
  memoOf((before: TwoYears["before"]) => comparedYears({ now, before }))
);

function comparedYears({ now, before }: TwoYears): YearComparison {
  const last = periodMonths(now.period).at(-1) ?? monthOf(now.now);
  const compared = comparedWith({ now, before }, {
    months: monthsShown(now.period, now.now),
    last,
  });
  return { ...compared, contract: contractWeather(now) };
}

/** The heated months of a year that is over, at the DJU of the contract in force at its end. @spec balance.weather-corrected */
function contractWeather(now: YearInput): ContractWeather | null {
  const months = periodMonths(now.period);
  if (months.some((month) => month >= monthOf(now.now))) return null;
  const rows = months.map((month) => monthReport(now, month));
  const dju = rows.at(-1)?.settings?.djuContract ?? null;
  const heated = rows.filter((row) => !isUnheated(row));
  if (heated.length === 0 || !heated.every(isWhole)) return null;
  const { correctedKwh } = weatherCorrected({
    ...heatingOf(heated, now.boilerRoom.hotWaterTypes.length > 0),
    dju: completeSum(heated.map((row) => row.dju)),
    referenceDju: dju,
    beforeKwh: null,
  });
  return dju === null || correctedKwh === null ? null : { dju, correctedKwh };
}

/** Heating and hot water of some months, kWh; null where one is unknown. */
function heatingOf(rows: readonly MonthReport[], hasHotWater: boolean) {
  return {
    heatingKwh: completeSum(rows.map(({ heating }) => heating.total)),
    hotWaterKwh: completeSum(rows.map(({ hotWater }) => hasHotWater ? hotWater.energy : 0)),
  };
}

/**
 * Some months at the weather of the same of the year before.
 *
 * @spec balance.weather-corrected
 * @param last the month whose settings name the station
 */
export function comparedWith(
  { now, before }: Pick<TwoYears, "before"> & { readonly now: MonthInput },
  { months: shown, last }: { readonly months: readonly IsoMonth[]; readonly last: IsoMonth },
): MonthsComparison {
  const station = latestOnOrBefore(now.boilerRoom.settings, firstDayOf(last))?.djuSource;
  const input = withStation(now, station);
  const others = withStation({ ...now, ...before }, station);
  const hasHotWater = now.boilerRoom.hotWaterTypes.length > 0;
  const pairs = shown.map((month) => ({
    row: monthReport(input, month),
    before: monthReport(others, shiftMonth(month, -12)),
  }));
  const months = pairs.map((pair) => comparedMonth(pair, { today: now.now, hasHotWater }));
  const kept = pairs.filter((_, at) => months[at]?.reason === null);
  const { reason: _, ...total } = comparedMonths(kept, hasHotWater);
  return { months, total: kept.length === 0 ? null : { ...total, monthCount: kept.length } };
}

/** The year with the DJU of one station, whatever it was then. */
function withStation(input: MonthInput, djuSource: string | undefined): MonthInput {
  if (djuSource === undefined) return input;
  const settings = input.boilerRoom.settings.map((version) => ({ ...version, djuSource }));
  return { ...input, boilerRoom: { ...input.boilerRoom, settings } };
}

const NOTHING: ComparedPeriod = {
  beforeKwh: null,
  nowKwh: null,
  hotWaterBeforeKwh: null,
  hotWaterKwh: null,
  correctedKwh: null,
  changePercent: null,
};

interface Pair {
  readonly row: MonthReport;
  /** The same month of the year before. */
  readonly before: MonthReport;
}

function comparedMonth(
  pair: Pair,
  { today, hasHotWater }: { today: IsoDate; hasHotWater: boolean },
): ComparedMonth {
  const { month } = pair.row;
  const reason = whyNotCompared(pair, today);
  return reason === null
    ? { month, ...comparedMonths([pair], hasHotWater) }
    : { month, ...NOTHING, reason };
}

function whyNotCompared({ row, before }: Pair, today: IsoDate): NotCompared | null {
  if (row.month >= monthOf(today)) return "running";
  if (isUnheated(row)) return "unheated";
  if (row.heating.total === null || before.heating.total === null) return "unknown";
  return isWhole(row) && isWhole(before) ? null : "incomplete";
}

/** A month without heating to compare, whose DJU are known. */
function isUnheated({ dju, target, settings }: MonthReport): boolean {
  return settings !== null && dju !== null && target.total === null;
}

/** Whether enough days of a month are compared. */
function isWhole({ month, compared }: MonthReport): boolean {
  return 100 * (compared?.count ?? 0) >= PERCENT_BOUNDS.compared * datesOfMonth(month).length;
}

function comparedMonths(
  pairs: readonly Pair[],
  hasHotWater: boolean,
): ComparedPeriod & Pick<WeatherCorrected, "reason"> {
  const [now, before] = [pairs.map(({ row }) => row), pairs.map((pair) => pair.before)];
  const { heatingKwh, hotWaterKwh } = heatingOf(now, hasHotWater);
  const { hotWaterKwh: hotWaterBeforeKwh, ...others } = heatingOf(before, hasHotWater);
  const beforeKwh = completeSum([others.heatingKwh, hotWaterBeforeKwh]);
  const corrected = weatherCorrected({
    heatingKwh,
    hotWaterKwh: beforeKwh === null ? null : hotWaterKwh,
    dju: completeSum(now.map(({ dju }) => dju)),
    referenceDju: completeSum(before.map(({ dju }) => dju)),
    beforeKwh,
  });
  if (corrected.reason !== null) return { ...NOTHING, ...corrected };
  const nowKwh = completeSum([heatingKwh, hotWaterKwh]);
  return { beforeKwh, nowKwh, hotWaterBeforeKwh, hotWaterKwh, ...corrected };
}

/** The carrier of a source, and the unit of its kWh. Wood is counted as pellets. */
const ENERGIES = {
  gaz: { carrier: "gas", unit: "kWh-PCS" },
  urban: { carrier: "district", unit: "kWh" },
  wood: { carrier: "pellets", unit: "kWh" },
} as const;

/** The carbon and the energy of the months of a year that are over. */
export interface YearCarbon extends Carbon {
  /** Months whose energy is known. */
  readonly monthCount: number;
  /** Whether every month that is over is known: the figures of two boiler rooms are then of the same months. */
  readonly isWhole: boolean;
  readonly energies: readonly FinalEnergy[];
}

/** @spec balance.carbon */
export function yearCarbon(input: MonthInput, report: Pick<YearReport, "rows">): YearCarbon {
  const readings = input.series[input.boilerRoom.sourceType] ?? {};
  const over = report.rows.filter(({ month }) => month < monthOf(input.now));
  const rows = over.filter(({ month, source }) =>
    source.energy !== null &&
    100 * (readings[month]?.completeness ?? 0) >= PERCENT_BOUNDS.compared
  );
  const last = rows.at(-1);
  const energies = last === undefined ? [] : energiesOf(input.boilerRoom, rows);
  const { altitudeM = null, zone = null } = input.boilerRoom.marks ?? {};
  const carbon = carbonOf({
    energies,
    areaM2: last?.settings?.area ?? null,
    on: last === undefined ? input.now : lastDayOf(last.month),
    monthCount: rows.length,
    site: altitudeM === null || zone === null ? null : { altitudeM, zone },
  });
  return {
    ...carbon,
    monthCount: rows.length,
    isWhole: rows.length > 0 && rows.length === over.length,
    energies,
  };
}

function energiesOf(
  { sourceKind, marks }: BoilerRoomEfficiency,
  rows: readonly MonthReport[],
): readonly FinalEnergy[] {
  const amount = sumOf(known(rows.map(({ source }) => source.energy)));
  const solar = known(rows.map((row) => row.solar.energy));
  const { networkKgPerKwh = null, networkYear = null } = marks ?? {};
  const network = networkKgPerKwh === null || networkYear === null
    ? null
    : { kgPerKwh: networkKgPerKwh, year: networkYear };
  const source = { ...ENERGIES[SOURCE_KINDS[sourceKind].fuel], amount, network };
  return solar.length === 0
    ? [source]
    : [source, { carrier: "solar", unit: "kWh", amount: sumOf(solar) }];
}

/** A consumption, with the DJU of its own period and of the reference: same months, station and method. */
export interface WeatherQuery {
  /** Heating, hot water left out, kWh; null when unknown. */
  readonly heatingKwh: number | null;
  /** Hot water, kWh: 0 without any, null when unknown. */
  readonly hotWaterKwh: number | null;
  readonly dju: number | null;
  /** DJU of the compared year, or of the contract. */
  readonly referenceDju: number | null;
  /** Heating and hot water of the compared year, kWh; null when unknown, or without one. */
  readonly beforeKwh: number | null;
}

/** Why nothing is corrected; the first reason that holds. */
export type NotCorrected =
  | "no-heating"
  | "no-hot-water"
  | "no-dju"
  | "no-reference-dju";

export interface WeatherCorrected {
  /** Whole kWh at the weather of the reference; null with a reason. */
  readonly correctedKwh: number | null;
  /** Change since the compared year, %, one decimal; null without a consumption above 0 to compare with. */
  readonly changePercent: number | null;
  readonly reason: NotCorrected | null;
}

/**
 * Heating in proportion to the DJU; hot water, which does not follow the weather, as it is.
 *
 * @spec balance.weather-corrected
 */
export function weatherCorrected(query: WeatherQuery): WeatherCorrected {
  const { heatingKwh, hotWaterKwh, dju, referenceDju, beforeKwh } = query;
  if (heatingKwh === null) return notCorrected("no-heating");
  if (hotWaterKwh === null) return notCorrected("no-hot-water");
  if (dju === null || dju <= 0) return notCorrected("no-dju");
  if (referenceDju === null || referenceDju <= 0) return notCorrected("no-reference-dju");
  const corrected = R(exact(heatingKwh).times(referenceDju).div(dju).plus(hotWaterKwh), 0);
  const change = beforeKwh === null || beforeKwh <= 0
    ? null
    : R(corrected.times(100).div(beforeKwh).minus(100), 1).toNumber();
  return { correctedKwh: corrected.toNumber(), changePercent: change, reason: null };
}

function notCorrected(reason: NotCorrected): WeatherCorrected {
  return { correctedKwh: null, changePercent: null, reason };
}
