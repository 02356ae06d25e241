import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { type IsoMonth, monthParts } from "@/lib/domain/periods/civil_dates.ts";
import { wholeDays } from "@/lib/domain/periods/whole_days.ts";
import { FIRST_HOT_WATER_MONTH, LAST_HOT_WATER_MONTH } from "./constants.ts";
import { coveredDays } from "./covered_days.ts";
import { heatingTotal } from "./heating.ts";
import { balanceReadings, meteredReadings, readingsOver, valuesOf } from "./month_readings.ts";
import { completeSum, knownSum, quotient } from "./sums.ts";
import type { BalanceMeterEvent, MonthReport, YearInput, YearReport } from "./types.ts";

/** One summer month: energy used by hot water alone, over the days that all the meters cover. */
export interface HotWaterMonth {
  readonly month: IsoMonth;
  readonly days: number;
  /** m³ drawn. */
  readonly volume: number | null;
  /** Source and solar energy, less the hot water metered in kWh: the energy of the volume drawn, kWh. */
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

/**
 * Measures q over June to September, when all the energy makes hot water: the volume drawn, and the hot water metered in
 * kWh, which is no part of q.
 *
 * @spec balance.summer-q, decision 252
 * @param report of the year `input`
 */
export function hotWaterReport(report: YearReport, input: YearInput): HotWaterReport {
  const rows = report.rows.filter((row) => isHotWaterMonth(row.month)).map((row) => {
    const energy = energyIn(row, meteredHotWater(row, input));
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

function energyIn(
  { sameDays: { source, solar }, warnings }: MonthReport,
  meteredHotWaterKWh: number | null,
): number | null {
  return heatingTotal({
    sourceKWh: source.energy,
    solarKWh: warnings.includes("missing-solar") ? null : solar.energy ?? 0,
    hotWaterKWh: meteredHotWaterKWh,
  });
}

/** Hot water metered in kWh over the days that all meters cover; 0 without such a meter, null without its reading. */
function meteredHotWater({ month, settings }: MonthReport, input: YearInput): number | null {
  const whole = wholeDays(month, input.now);
  const readings = balanceReadings(input, month, { settings, whole });
  const covered = coveredDays(meteredReadings(readings), whole);
  return completeSum(valuesOf(readingsOver(readings, covered).hotWaterEnergies));
}
