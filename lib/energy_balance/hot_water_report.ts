/** Measures the energy spent per m³ of hot water over the summer. @module */

import { type IsoMonth, monthParts } from "@/lib/base/civil_dates.ts";
import { sumBy } from "@/lib/base/sums.ts";
import type { BalanceMeterEvent, MonthReport, YearReport } from "./balance_report.ts";
import { FIRST_HOT_WATER_MONTH, LAST_HOT_WATER_MONTH } from "./constants.ts";
import { knownSum, quotient } from "./formulas.ts";

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

/** Whether a month is one of the hot-water season. @spec balance.summer-q */
export function isHotWaterMonth(month: IsoMonth): boolean {
  const number = monthParts(month).month;
  return number >= FIRST_HOT_WATER_MONTH && number <= LAST_HOT_WATER_MONTH;
}

function energyIn(row: MonthReport): number | null {
  const { source, solar } = row.sameDays;
  if (source.energy === null || row.warnings.includes("missing-solar")) return null;
  return source.energy + (solar.energy ?? 0);
}
