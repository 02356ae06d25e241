import type { BalanceReadings } from "./month_readings.ts";
import type { GasFactors, MonthReading, MonthReport, MonthWarning } from "./types.ts";

/** What the warnings of a month depend on. */
export interface WarningFacts {
  readonly report: Omit<MonthReport, "warnings">;
  readonly readings: BalanceReadings;
  /** Those of `readings` that the figures depend on. */
  readonly used: readonly MonthReading[];
  /** Version of the gas factors in force, whole or not; null before the first one. */
  readonly gasFactors: GasFactors | null;
  readonly isRunning: boolean;
}

/**
 * What a reader must know before trusting a month.
 *
 * @spec domain §2 A6, A7, A11, A12, A13; design §12 "estimated or missing marked in the balance"
 * @returns in the order of `MonthWarning`
 */
export function monthWarnings(facts: WarningFacts): MonthWarning[] {
  const { report, readings, used, gasFactors } = facts;
  const hotWater = [...readings.hotWaterVolumes, ...readings.hotWaterEnergies];
  const metered = [readings.source, ...hotWater, ...readings.solar];
  const found: readonly (readonly [MonthWarning, boolean])[] = [
    ["no-settings", report.settings === null],
    ["missing-source", isMissing(readings.source)],
    ["missing-hot-water", hotWater.some(isMissing)],
    ["missing-solar", readings.solar.some(isMissing)],
    ["missing-dju", used.some((read) => read === readings.dju && isMissing(read))],
    ["unknown-unit", metered.some((read) => !read.hasUsableUnit)],
    ["lone-gas-factor", report.source.kind === "gaz-volume" && isLone(gasFactors)],
    ["negative-heating", (report.heating.total ?? 0) < 0],
    ["incomplete", used.some((read) => !isMissing(read) && read.completeness < 1)],
    ["estimated", report.estimated],
    ["running-month", facts.isRunning],
  ];
  return found.filter(([, holds]) => holds).map(([warning]) => warning);
}

function isMissing(reading: MonthReading): boolean {
  return reading.value === null;
}

function isLone(factors: GasFactors | null): boolean {
  return factors !== null && (factors.pta === null) !== (factors.pcs === null);
}
