import { daysInMonth, type IsoDate, type IsoMonth, monthParts } from "../periods/civil_dates.ts";
import { gapColour, gapPercent, gapStatus } from "./gap.ts";
import { heatingPerAreaDju, heatingTotal } from "./heating.ts";
import { djuInSeason, heatingApplies } from "./heating_months.ts";
import { hotWaterFigures } from "./hot_water.ts";
import { balanceMeterEvents } from "./meter_events.ts";
import { type BalanceReadings, balanceReadings, readingsUsed, valuesOf } from "./month_readings.ts";
import { settingsOf } from "./settings_in_force.ts";
import { solarFigures } from "./solar.ts";
import { conversionFactor, gasFactorsOf, isWhole, sourceFigures } from "./source.ts";
import { contractNb, targetTotal } from "./target.ts";
import type { EfficiencySettings, HeatingFigures, MonthReport, YearInput } from "./types.ts";
import { monthWarnings } from "./warnings.ts";

/**
 * One month of the balance, from its readings and the settings in force.
 *
 * @spec B §9 "Energy balance", domain §2 A1–A13
 * @param input the year the month belongs to
 * @param month begun on or before `input.now`
 */
export function monthReport(input: YearInput, month: IsoMonth): MonthReport {
  const settings = settingsOf(input.boilerRoom.settings, month, input.overrides);
  const gasFactors = gasFactorsOf(input.boilerRoom.gazFactors, month);
  const readings = balanceReadings(input, month, settings);
  const used = readingsUsed(input, month, readings);
  const factor = conversionFactor(readings.sourceKind, gasFactors);
  const usesFactors = readings.sourceKind === "gaz-volume" && isWhole(gasFactors);
  const days = daysCounted(month, input.now);
  const report = {
    month,
    days,
    settings,
    gazFactorsFrom: usesFactors ? gasFactors.fromDate : null,
    conversionFactor: factor,
    ...energyFigures(readings, settings, { days, factor }),
    dju: djuInSeasonOrUnknown(input, month, readings),
    completeness: Math.min(...used.map((reading) => reading.completeness)),
    estimated: used.some((reading) => reading.estimated),
    meterEvents: balanceMeterEvents(readings),
  };
  const whole = { ...report, ...gapFigures(report, readings) };
  const isRunning = isRunningMonth(month, input.now);
  return {
    ...whole,
    warnings: monthWarnings({ report: whole, readings, used, gasFactors, isRunning }),
  };
}

/**
 * Whether a month has begun and is not over.
 *
 * @spec domain §2 A13
 */
export function isRunningMonth(month: IsoMonth, now: IsoDate): boolean {
  return now.slice(0, 7) === month;
}

/**
 * Days that a month counts for: all of them, or those begun when it is running.
 *
 * @spec domain §2 A13 "days = days elapsed"
 * @returns 1 to 31, today included
 */
export function daysCounted(month: IsoMonth, now: IsoDate): number {
  if (isRunningMonth(month, now)) return Number(now.slice(8, 10));
  const parts = monthParts(month);
  return daysInMonth(parts.year, parts.month);
}

function djuInSeasonOrUnknown(
  input: YearInput,
  month: IsoMonth,
  readings: BalanceReadings,
): number | null {
  return readings.dju === null ? null : djuInSeason(input.seasons, month, readings.dju.value);
}

type EnergyFigures = Pick<MonthReport, "source" | "hotWater" | "solar">;

function energyFigures(
  readings: BalanceReadings,
  settings: EfficiencySettings | null,
  { days, factor }: { days: number; factor: number },
): EnergyFigures {
  const hotWaterReadings = {
    volumesM3: valuesOf(readings.hotWaterVolumes),
    energiesKWh: valuesOf(readings.hotWaterEnergies),
  };
  const hotWater = hotWaterFigures(hotWaterReadings, settings, days);
  return {
    source: sourceFigures(readings.sourceKind, readings.source.value, factor),
    hotWater,
    solar: solarFigures(valuesOf(readings.solar), hotWater.energy),
  };
}

type GapFigures = Pick<
  MonthReport,
  "heating" | "target" | "rate" | "status" | "barColour" | "config"
>;

type MonthSoFar = EnergyFigures & Pick<MonthReport, "month" | "dju" | "settings">;

function gapFigures(month: MonthSoFar, readings: BalanceReadings): GapFigures {
  const { heating, target } = heatingFigures(month, readings);
  const percent = gapPercent(heating.total, target.total);
  const threshold = month.settings?.threshold ?? null;
  return {
    heating,
    target,
    rate: { percent, threshold },
    status: gapStatus(percent, threshold),
    barColour: gapColour(percent, threshold),
    config: contractFigures(month.settings),
  };
}

const NO_HEATING: HeatingFigures = { total: null, perAreaDju: null };

function heatingFigures(
  { month, dju, settings, source, hotWater, solar }: MonthSoFar,
  readings: BalanceReadings,
): Pick<MonthReport, "heating" | "target"> {
  if (settings === null || dju === null || !heatingApplies(month, dju)) {
    return { heating: NO_HEATING, target: NO_HEATING };
  }
  const { area, target } = settings;
  const makesHotWater = readings.hotWaterVolumes.length + readings.hotWaterEnergies.length > 0;
  const total = heatingTotal({
    sourceKWh: source.energy,
    solarKWh: readings.solar.length > 0 ? solar.energy : 0,
    hotWaterKWh: makesHotWater ? hotWater.energy : 0,
  });
  return {
    heating: { total, perAreaDju: heatingPerAreaDju(total, area * dju) },
    target: { total: targetTotal(target, area, dju), perAreaDju: target },
  };
}

function contractFigures(settings: EfficiencySettings | null): MonthReport["config"] {
  if (settings === null) return { djuContract: null, nBContract: null };
  const { djuContract, area, target } = settings;
  return { djuContract, nBContract: contractNb(djuContract, area, target) };
}
