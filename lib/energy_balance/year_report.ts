/** Computes a year's balance with its cumulative row, and the energy spent per m³ of hot water over its summer. @module */

import {
  type IsoDate,
  type IsoMonth,
  isoMonth,
  monthParts,
  twelveMonths,
} from "@/lib/base/civil_dates.ts";
import { memoOf } from "@/lib/base/memo.ts";
import { type PeriodRange, SHIFT_MONTHS } from "@/lib/base/periods.ts";
import { sumBy } from "@/lib/base/sums.ts";
import type {
  BalanceMeterEvent,
  BalancePeriod,
  MonthReport,
  SimulationOverrides,
  YearInput,
  YearReport,
} from "./balance_report.ts";
import {
  gapColour,
  gapPercent,
  gapStatus,
  heatingPerAreaDju,
  knownSum,
  quotient,
  solarPercent,
} from "./formulas.ts";
import { monthReport } from "./month_report.ts";
import type {
  BalanceReadings,
  CumulativeReport,
  HeatingFigures,
  HotWaterFigures,
  SolarFigures,
  SourceFigures,
} from "./schema.ts";

/**
 * The cumulative row: sums, and means weighted by the days they cover or by DJU-weighted area.
 *
 * Heating, target, DJU and gap use only the months where both heating and target are known, and the days compared
 * in each, so the printed row satisfies the formulas of a month.
 *
 * @spec balance.cumulative
 * @param rows in order
 * @returns null without row
 */
function cumulativeReport(
  period: BalancePeriod,
  rows: readonly MonthReport[],
): CumulativeReport | null {
  const last = rows.at(-1);
  if (last === undefined) return null;
  const compared = rows.filter((row) => row.heating.total !== null && row.target.total !== null);
  const areaDju = knownSum(compared.map(areaDjuOf));
  const heating = heatingSum(compared.map((row) => row.heating.total), areaDju);
  const target = heatingSum(compared.map((row) => row.target.total), areaDju);
  const { threshold } = last.rate;
  const percent = gapPercent({ actualKWh: heating.total, targetKWh: target.total });
  // Out of the heating months, known DJU count as 0; in them, they are unknown when no month could be compared.
  const isHeated = rows.some((row) => row.target.total !== null);
  const summerDju = knownSum(rows.map((row) => row.dju));
  const days = knownSum(rows.map((row) => row.days)) ?? 0;
  const completeDays = knownSum(rows.map((row) => row.completeness * row.days));
  return {
    period,
    days,
    source: sourceSum(rows, last),
    conversionFactor: commonFactor(rows),
    dju: knownSum(compared.map((row) => row.dju)) ?? (isHeated ? null : summerDju && 0),
    hotWater: hotWaterSum(rows),
    solar: solarSum(rows),
    heating,
    target,
    rate: { percent, threshold },
    status: gapStatus(percent, threshold),
    barColour: gapColour(percent, threshold),
    config: last.config,
    completeness: quotient(completeDays, days) ?? 0,
    estimated: rows.some((row) => row.estimated),
    heatingMonthCount: compared.length,
    comparedDayCount: knownSum(compared.map((row) => row.compared?.count ?? null)) ?? 0,
  };
}

function areaDjuOf({ settings, dju }: MonthReport): number | null {
  return settings === null || dju === null ? null : settings.area * dju;
}

function heatingSum(totals: readonly (number | null)[], areaDju: number | null): HeatingFigures {
  const total = knownSum(totals);
  return { total, perAreaDju: heatingPerAreaDju({ totalKWh: total, areaDju }) };
}

function sourceSum(rows: readonly MonthReport[], last: MonthReport): SourceFigures {
  return {
    kind: last.source.kind,
    volume: knownSum(rows.map((row) => row.source.volume)),
    mass: knownSum(rows.map((row) => row.source.mass)),
    energy: knownSum(rows.map((row) => row.source.energy)),
  };
}

function commonFactor(rows: readonly MonthReport[]): number | null {
  const [first = null, ...others] = new Set(rows.map((row) => row.conversionFactor));
  return others.length === 0 ? first : null;
}

function hotWaterSum(rows: readonly MonthReport[]): HotWaterFigures {
  const drawn = rows.filter((row) => row.hotWater.dailyVolumePerPerson !== null);
  const litres = drawn.map((row) => (row.hotWater.dailyVolumePerPerson ?? 0) * row.drawnDays);
  const days = drawn.map((row) => row.drawnDays);
  return {
    volume: knownSum(rows.map((row) => row.hotWater.volume)),
    energy: knownSum(rows.map((row) => row.hotWater.energy)),
    dailyVolumePerPerson: quotient(knownSum(litres), knownSum(days)),
  };
}

function solarSum(rows: readonly MonthReport[]): SolarFigures {
  const compared = rows.map((row) => row.sameDays)
    .filter(({ solar, hotWater }) => solar.energy !== null && hotWater.energy !== null);
  return {
    energy: knownSum(rows.map((row) => row.solar.energy)),
    percent: solarPercent(
      {
        solarKWh: knownSum(compared.map(({ solar }) => solar.energy)),
        hotWaterKWh: knownSum(compared.map(({ hotWater }) => hotWater.energy)),
      },
    ),
  };
}

/**
 * A year's balance: a row for each month begun, and the cumulative row.
 *
 * @spec balance.year
 * @param input readings, settings, seasons, today, and simulated values if any
 */
export function yearReport(input: YearInput): YearReport {
  const { period } = input;
  const rows = monthsShown(period, input.now).map((month) => monthReport(input, month));
  return { period, rows, cumulative: cumulativeReport(period, rows) };
}

/**
 * The twelve months of a period: January to December, or July to June when shifted.
 *
 * @spec balance.year
 * @throws RangeError for a year outside the calendar
 */
export function periodMonths({ year, shifted }: BalancePeriod): IsoMonth[] {
  return twelveMonths(isoMonth(year, shifted ? 1 + SHIFT_MONTHS : 1));
}

/** The months of a period that have begun. @spec balance.year @throws RangeError for a year outside the calendar */
export function monthsShown(period: BalancePeriod, now: IsoDate): IsoMonth[] {
  return periodMonths(period).filter((month) => month <= now.slice(0, 7));
}

/** The period range of a balance, for its page and its calls. @spec balance.year */
export function balanceRange(period: BalancePeriod): PeriodRange {
  return { type: period.shifted ? "monthly-shifted" : "monthly", year: period.year };
}

/**
 * Data of the balance page and of its simulation. It includes the DJU of every outdoor source and the volumes of every
 * gas series, so neither choice of the simulation needs a request.
 *
 * @spec balance.simulation
 */
export interface BoardData
  extends Readonly<Pick<BalanceReadings, "outdoorSources" | "gasVolumeSeries" | "outdoorC">> {
  readonly input: Omit<YearInput, "overrides">;
}

/**
 * The year of a board. The real year is computed once and cached: boards are immutable.
 *
 * @spec balance.simulation
 * @param overrides values replaced by a simulation; null for the real year
 */
export function boardYear(data: BoardData, overrides: SimulationOverrides | null): YearReport {
  return overrides === null ? realYear(data) : yearReport({ ...data.input, overrides });
}

const realYear = memoOf(({ input }: BoardData) => yearReport(input));

/** One summer month: energy used by hot water alone, over the days that all the meters cover. */
export interface HotWaterMonth {
  readonly month: IsoMonth;
  readonly days: number;
  /** m³ drawn. */
  readonly volume: number | null;
  /** Source and solar energy, kWh. */
  readonly energy: number | null;
  /** Energy per m³ drawn, kWh/m³. */
  readonly qMeasured: number | null;
  /** q of the settings in force, kWh/m³. */
  readonly q: number | null;
  readonly meterEvents: readonly BalanceMeterEvent[];
}

/** The summer of a period. */
export interface HotWaterReport {
  readonly rows: readonly HotWaterMonth[];
  /** Over the months where both energy and volume are known; null figures when there are none. */
  readonly measured: Pick<HotWaterMonth, "days" | "volume" | "energy" | "qMeasured">;
}

/** Measures q over June to September, when all the energy makes hot water. @spec balance.summer-q */
export function hotWaterReport(report: YearReport): HotWaterReport {
  const rows = report.rows.filter((row) => isHotWaterMonth(row.month)).map((row) => {
    const energy = energyIn(row);
    const { volume } = row.sameDays.hotWater;
    return {
      month: row.month,
      days: row.sameDays.days,
      volume,
      energy,
      qMeasured: quotient(energy, volume),
      q: row.settings?.q ?? null,
      meterEvents: row.meterEvents,
    };
  });
  const months = rows.filter((row) => row.qMeasured !== null);
  const volume = knownSum(months.map((row) => row.volume));
  const energy = knownSum(months.map((row) => row.energy));
  const days = sumBy(months, (row) => row.days);
  return { rows, measured: { days, volume, energy, qMeasured: quotient(energy, volume) } };
}

/** First and last month of the hot-water season, 1 to 12. */
const FIRST_HOT_WATER_MONTH = 6;
const LAST_HOT_WATER_MONTH = 9;

/** Whether a month is one of the hot-water season. @spec balance.summer-q */
function isHotWaterMonth(month: IsoMonth): boolean {
  const number = monthParts(month).month;
  return number >= FIRST_HOT_WATER_MONTH && number <= LAST_HOT_WATER_MONTH;
}

function energyIn(row: MonthReport): number | null {
  const { source, solar } = row.sameDays;
  if (source.energy === null || row.warnings.includes("missing-solar")) return null;
  return source.energy + (solar.energy ?? 0);
}
