/** Computes a month of the balance with its warnings. @module */

import { datesOfMonth, type IsoDate, type IsoMonth } from "@/lib/base/civil_dates.ts";
import { type WholeDays, wholeDays } from "@/lib/base/whole_days.ts";
import type { EfficiencySettings, GasFactors } from "@/lib/facilities/energy_settings_schema.ts";
import {
  balanceMeterEvents,
  type BalanceReadings,
  balanceReadings,
  comparedDays,
  isHeatingMonth,
  meteredReadings,
  readingsOver,
  readingsUsed,
  valuesOf,
} from "./balance_readings.ts";
import type { MonthInput, MonthReport, MonthWarning, SameDays } from "./balance_report.ts";
import { settingsOf } from "./dated_settings.ts";
import {
  contractNb,
  conversionFactor,
  gapColour,
  gapPercent,
  gapStatus,
  gasFactorsOf,
  heatingPerAreaDju,
  heatingTotal,
  hotWaterFigures,
  isWhole,
  solarFigures,
  sourceFigures,
  targetTotal,
} from "./formulas.ts";
import { isMonthOutOfSeason } from "./heating_season.ts";
import { amountOver, coveredDays, type DayFlags, type MonthReading } from "./month_reading.ts";
import type { HeatingFigures } from "./schema.ts";

interface WarningFacts {
  readonly report: Omit<MonthReport, "warnings">;
  readonly readings: BalanceReadings;
  /** The readings that the figures depend on. */
  readonly used: readonly MonthReading[];
  /** Version of the gas factors in force, complete or not; null before the first one. */
  readonly gasFactors: GasFactors | null;
  readonly whole: WholeDays;
}

/**
 * Warnings on a month. A month without a finished day has nothing missing yet.
 *
 * @spec balance.warnings
 * @returns in the order of `MonthWarning`
 */
function monthWarnings(facts: WarningFacts): MonthWarning[] {
  const { report, readings, used, gasFactors, whole } = facts;
  const hotWater = [...readings.hotWaterVolumes, ...readings.hotWaterEnergies];
  const metered = meteredReadings(readings);
  const isMissing = ({ value, awaited }: MonthReading) =>
    value === null && whole.count > 0 && !awaited;
  const isPart = ({ value, completeness, awaited }: MonthReading) =>
    value !== null && completeness < 1 && !awaited;
  const found: readonly (readonly [MonthWarning, boolean])[] = [
    ["no-settings", report.settings === null],
    ["missing-source", isMissing(readings.source)],
    ["missing-hot-water", hotWater.some(isMissing)],
    ["missing-solar", readings.solar.some(isMissing)],
    ["missing-dju", used.some((read) => read === readings.dju && isMissing(read))],
    ["unknown-unit", metered.some((read) => !read.hasUsableUnit)],
    ["lone-gas-factor", report.source.kind === "gaz-volume" && isLone(gasFactors)],
    ["negative-heating", (report.heating.total ?? 0) < 0],
    ["incomplete", used.some(isPart)],
    ["doubtful", used.some(isUnexplained)],
    ["estimated", report.estimated],
    ["running-month", whole.isRunning],
    ["no-whole-day", whole.isRunning && whole.count === 0],
    ["awaited-reading", whole.count > 0 && used.some(({ awaited }) => awaited)],
  ];
  const warnings = found.filter(([, holds]) => holds).map(([warning]) => warning);
  const notCompared = whyNotCompared(facts);
  return notCompared === null ? warnings : [...warnings, notCompared];
}

/** Why no whole day of a fully read month is comparable; null when a day is, or when no DJU are needed. */
function whyNotCompared({ report, readings, used, whole }: WarningFacts): MonthWarning | null {
  const needsDju = used.some((reading) => reading === readings.dju);
  const isRead = used.every((reading) => reading.value !== null);
  if (!needsDju || !isRead || whole.count === 0 || report.dju !== null) return null;
  if (readings.dju?.wholeMonth) return whole.isRunning ? "typed-dju-running" : "typed-dju-partial";
  return used.some((reading) => reading.wholeMonth) ? "monthly-reading" : "no-common-day";
}

/** Whether a reading is doubtful without a jump, which the events of the month show. */
function isUnexplained({ doubtful, events = [] }: MonthReading): boolean {
  return doubtful === true && !events.some(({ what }) => what === "fall");
}

function isLone(factors: GasFactors | null): boolean {
  return factors !== null && (factors.pta === null) !== (factors.pcs === null);
}

/**
 * One month of the balance, from its readings and the settings in force. Every figure covers finished days only;
 * NC, DJU and N'B cover the same days.
 *
 * @spec balance.heating
 * @param input the year the month belongs to
 * @param month begun on or before `input.now`
 */
export function monthReport(input: MonthInput, month: IsoMonth): MonthReport {
  const basis = basisOf(input, month);
  const { settings, whole, readings, gasFactors, factor, used } = basis;
  const usesFactors = readings.sourceKind === "gaz-volume" && isWhole(gasFactors);
  const counted = figuresOver(basis, coveredDays([], whole));
  const sameDays = figuresOver(basis, coveredDays(meteredReadings(readings), whole));
  const drawn = figuresOver(basis, coveredDays(readings.hotWaterVolumes, whole));
  const report = {
    month,
    settings,
    gazFactorsFrom: usesFactors ? gasFactors.fromDate : null,
    conversionFactor: factor,
    ...counted,
    hotWater: {
      ...counted.hotWater,
      dailyVolumePerPerson: drawn.hotWater.dailyVolumePerPerson,
    },
    solar: { ...counted.solar, percent: sameDays.solar.percent },
    sameDays,
    drawnDays: drawn.days,
    completeness: Math.min(...used.map((reading) => reading.completeness)),
    estimated: used.some((reading) => reading.estimated),
    meterEvents: balanceMeterEvents(readings),
    ...comparedFigures(input, month, { basis, counted }),
  };
  return { ...report, warnings: monthWarnings({ report, ...basis }) };
}

interface Basis extends Omit<WarningFacts, "report"> {
  /** In force; null before the first version. */
  readonly settings: EfficiencySettings | null;
  /** kWh per unit of the source's meter. */
  readonly factor: number;
}

function basisOf(input: MonthInput, month: IsoMonth): Basis {
  const whole = wholeDays(month, input.now);
  const settings = settingsOf(input.boilerRoom.settings, month, input.overrides);
  const gasFactors = gasFactorsOf(input.boilerRoom.gazFactors, month);
  const readings = balanceReadings(input, month, { settings, whole });
  const factor = conversionFactor(readings.sourceKind, gasFactors);
  return {
    whole,
    settings,
    gasFactors,
    factor,
    readings,
    used: readingsUsed(input, month, readings),
  };
}

/** Figures of the amounts metered over some whole days. */
function figuresOver({ settings, factor, ...basis }: Basis, covered: DayFlags): SameDays {
  const readings = readingsOver(basis.readings, covered);
  const days = covered.filter(Boolean).length;
  const drawn = {
    volumesM3: valuesOf(readings.hotWaterVolumes),
    energiesKWh: valuesOf(readings.hotWaterEnergies),
  };
  const hotWater = hotWaterFigures(drawn, settings, days);
  return {
    days,
    source: sourceFigures(readings.sourceKind, { amount: readings.source.value, factor }),
    hotWater,
    solar: solarFigures(valuesOf(readings.solar), hotWater.energy),
  };
}

/** NC and N'B of some days of a month, kWh. */
interface DaysHeating {
  readonly dayCount: number;
  /** DJU of these days. */
  readonly dju: number;
  readonly actualKWh: number;
  readonly targetKWh: number;
  /** In force for these days, %. */
  readonly threshold: number;
  /** What makes NC. */
  readonly figures: Pick<SameDays, "source" | "hotWater" | "solar">;
}

/**
 * NC of some days of a month, against N'B for the DJU of the same days: those wanted that every meter covers, with the
 * month's settings.
 *
 * @spec balance.recent-gap
 * @param isWanted by its date and its DJU
 * @returns null without such a day, without settings, or when a reading is known only for the whole month
 */
export function heatingOnDays(
  input: MonthInput,
  month: IsoMonth,
  isWanted: (date: IsoDate, dju: number) => boolean,
): DaysHeating | null {
  const basis = basisOf(input, month);
  const { settings, readings, whole } = basis;
  const { dju } = readings;
  if (settings === null || dju === null) return null;
  const used = [...meteredReadings(readings), dju];
  if (used.some(({ days }) => days === undefined)) return null;
  const dates = datesOfMonth(month);
  const covered = coveredDays(used, whole).map((isCovered, day) =>
    isCovered && isWanted(dates[day] ?? "", dju.days?.[day] ?? 0)
  );
  const figures = figuresOver(basis, covered);
  const actualKWh = heatingOf(figures, readings);
  const djuOnDays = amountOver(dju, covered);
  if (actualKWh === null || djuOnDays === null) return null;
  const { area, target, threshold } = settings;
  return {
    dayCount: covered.filter(Boolean).length,
    dju: djuOnDays,
    actualKWh,
    targetKWh: targetTotal({ targetPerAreaDju: target, areaM2: area, dju: djuOnDays }),
    threshold,
    figures,
  };
}

/**
 * DJU of some days of a month, as far as they are known: those that a meter lacks too.
 *
 * @spec settlement.rows
 * @returns null when none is known; those of the whole month when they are known only for it
 */
export function djuOnDays(
  input: MonthInput,
  month: IsoMonth,
  isWanted: (date: IsoDate) => boolean,
): number | null {
  const { readings: { dju }, whole } = basisOf(input, month);
  if (dju === null || dju.wholeMonth) return dju?.value ?? null;
  const dates = datesOfMonth(month);
  return amountOver(
    dju,
    coveredDays([dju], whole).map((isKnown, day) => isKnown && isWanted(dates[day] ?? "")),
  );
}

/**
 * Source energy of each finished day of a month, kWh.
 *
 * @spec prices.year-cost
 * @returns null unless each of them was read
 */
export function sourceOnDays(
  input: MonthInput,
  month: IsoMonth,
): Readonly<Record<IsoDate, number>> | null {
  const { readings: { sourceKind, source }, factor, whole } = basisOf(input, month);
  const energies = datesOfMonth(month).slice(0, whole.count).map((date, day) =>
    [
      date,
      sourceFigures(sourceKind, { amount: source.days?.[day] ?? null, factor }).energy,
    ] as const
  );
  const read = energies.flatMap(([date, energy]) =>
    energy === null ? [] : [[date, energy] as const]
  );
  return read.length < energies.length ? null : Object.fromEntries(read);
}

type ComparedFigures = Pick<
  MonthReport,
  "dju" | "heating" | "target" | "rate" | "status" | "barColour" | "config" | "compared"
>;

interface MonthSoFar {
  readonly basis: Basis;
  /** Amounts over the finished days. */
  readonly counted: SameDays;
}

function comparedFigures(
  input: MonthInput,
  month: IsoMonth,
  { basis, counted }: MonthSoFar,
): ComparedFigures {
  const { readings, settings, used, whole } = basis;
  const { dju: djuReading } = readings;
  // Without heating to compare, DJU cover their own days.
  const isCompared = heatingOf(counted, readings) !== null &&
    used.some((reading) => reading === djuReading);
  const own = djuReading === null ? [] : [djuReading];
  const covered = coveredDays(isCompared ? used : own, whole);
  const dju = djuReading &&
    (isMonthOutOfSeason(input.seasons, month) ? 0 : amountOver(djuReading, covered));
  const isHeated = dju !== null && dju > 0 && isHeatingMonth(month);
  const { heating, target } = settings === null || !isHeated
    ? { heating: NO_HEATING, target: NO_HEATING }
    : heatingFigures(settings, dju, heatingOf(figuresOver(basis, covered), readings));
  const percent = gapPercent({ actualKWh: heating.total, targetKWh: target.total });
  const threshold = settings?.threshold ?? null;
  return {
    dju,
    heating,
    target,
    rate: { percent, threshold },
    status: gapStatus(percent, threshold),
    barColour: gapColour(percent, threshold),
    config: contractFigures(settings),
    compared: heating.total === null ? null : comparedDays(readings, covered, whole),
  };
}

const NO_HEATING: HeatingFigures = { total: null, perAreaDju: null };

function heatingFigures(
  { area, target }: EfficiencySettings,
  dju: number,
  total: number | null,
): Pick<MonthReport, "heating" | "target"> {
  return {
    heating: { total, perAreaDju: heatingPerAreaDju({ totalKWh: total, areaDju: area * dju }) },
    target: {
      total: targetTotal({ targetPerAreaDju: target, areaM2: area, dju }),
      perAreaDju: target,
    },
  };
}

/** NC of the amounts; null when a term is missing. */
function heatingOf(
  { source, hotWater, solar }: SameDays,
  { hotWaterVolumes, hotWaterEnergies, solar: panels }: BalanceReadings,
): number | null {
  return heatingTotal({
    sourceKWh: source.energy,
    solarKWh: panels.length === 0 ? 0 : solar.energy,
    hotWaterKWh: hotWaterVolumes.length + hotWaterEnergies.length === 0 ? 0 : hotWater.energy,
  });
}

function contractFigures(settings: EfficiencySettings | null): MonthReport["config"] {
  if (settings === null) return { djuContract: null, nBContract: null };
  const { djuContract, area, target } = settings;
  return {
    djuContract,
    nBContract: contractNb({ djuContract, areaM2: area, targetPerAreaDju: target }),
  };
}
