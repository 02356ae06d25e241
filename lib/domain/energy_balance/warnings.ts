import type { WholeDays } from "@/lib/domain/periods/whole_days.ts";
import { type BalanceReadings, meteredReadings } from "./month_readings.ts";
import type { GasFactors, MonthReading, MonthReport, MonthWarning } from "./types.ts";

export interface WarningFacts {
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
export function monthWarnings(facts: WarningFacts): MonthWarning[] {
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
