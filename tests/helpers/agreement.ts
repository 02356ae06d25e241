import type { MonthReport, YearInput, YearReport } from "@/lib/energy_balance/balance_report.ts";
import type { CumulativeReport } from "@/lib/energy_balance/schema.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import type { Fraction } from "./fraction.ts";
import { oracleCumulative, type OracleRow, oracleRows } from "./oracle.ts";

/** Comparison of the figures of a formula, over all compared months. */
export interface Agreement {
  /** Figures that exist on both sides. */
  figureCount: number;
  /** Largest relative error. */
  worstError: number;
}

/** The agreement of each formula, by name. */
export type Agreements = Map<string, Agreement>;

/** Largest relative error allowed. @spec QS9 */
const TOLERANCE = 1e-9;

/**
 * A figure on both sides. A difference is near 0 when its terms are alike, so the errors of NC and
 * of the results are relative to the sums.
 */
type Pair = readonly [
  formula: string,
  actual: number | null,
  exact: Fraction | null,
  terms?: Fraction | null,
];

/**
 * Compares a year with the oracle, figure by figure.
 * @param input the year
 * @param agreements to add to
 * @param report what the product makes of it
 * @returns months compared
 * @throws Error at the first figure that differs, or that exists on one side only
 */
export function compareYear(
  input: YearInput,
  agreements: Agreements,
  report: YearReport = yearReport(input),
): number {
  const exact = oracleRows(input);
  same("months", report.rows.map((row) => row.month).join(), exact.map((row) => row.month).join());
  for (const [index, row] of report.rows.entries()) {
    const wanted = exact[index];
    if (wanted !== undefined) compareMonth(row, wanted, agreements);
  }
  if (report.cumulative !== null) compareCumulative(report.cumulative, exact, agreements);
  return exact.length;
}

function compareMonth(row: MonthReport, exact: OracleRow, agreements: Agreements): void {
  const place = row.month;
  same(`${place} days`, row.days, exact.days);
  same(`${place} status`, row.status, exact.status);
  same(`${place} colour`, row.barColour, exact.colour);
  same(`${place} threshold`, row.rate.threshold, exact.threshold);
  agree(place, agreements, [
    ["conversion factor", row.conversionFactor, exact.factor],
    ...figures(row, exact),
    ["N'B per area and DJU", row.target.perAreaDju, exact.target],
    ["contract NB", row.config.nBContract, exact.contractNb],
  ]);
}

function compareCumulative(
  row: CumulativeReport,
  months: readonly OracleRow[],
  agreements: Agreements,
): void {
  const exact = oracleCumulative(months);
  const place = "cumulative";
  same(`${place} days`, row.days, exact.days);
  same(`${place} status`, row.status, exact.status);
  same(`${place} colour`, row.barColour, exact.colour);
  same(`${place} months`, row.heatingMonthCount, exact.comparedCount);
  agree(place, agreements, [
    ...figures(row, exact),
    ["N'B per area and DJU", row.target.perAreaDju, exact.targetPerAreaDju],
  ]);
}

/** The figures that a month and the cumulative row share. */
function figures(
  row: MonthReport | CumulativeReport,
  exact: OracleRow | ReturnType<typeof oracleCumulative>,
): Pair[] {
  return [
    ["source energy", row.source.energy, exact.sourceKWh],
    ["DJU", row.dju, exact.dju],
    ["hot-water volume", row.hotWater.volume, exact.hotWaterM3],
    ["hot-water energy", row.hotWater.energy, exact.hotWaterKWh],
    ["litres a day per person", row.hotWater.dailyVolumePerPerson, exact.litres],
    ["solar energy", row.solar.energy, exact.solarKWh],
    ["solar percent", row.solar.percent, exact.solarPercent],
    ["NC", row.heating.total, exact.nc, exact.terms.nc],
    ["NC per area and DJU", row.heating.perAreaDju, exact.ncPerAreaDju, exact.terms.ncPerAreaDju],
    ["N'B", row.target.total, exact.nb],
    ["gap", row.rate.percent, exact.gap, exact.terms.gap],
  ];
}

function agree(place: string, agreements: Agreements, pairs: readonly Pair[]): void {
  for (const [formula, actual, exact, terms = null] of pairs) {
    if (actual === null || exact === null) {
      same(`${place} ${formula}`, actual, exact);
      continue;
    }
    const error = relativeError(actual, exact.toNumber(), terms?.toNumber() ?? 0);
    if (!(error <= TOLERANCE)) {
      throw new Error(`${place} ${formula}: ${actual}, not ${exact.toNumber()}`);
    }
    const met = agreements.get(formula) ?? { figureCount: 0, worstError: 0 };
    met.figureCount++;
    met.worstError = Math.max(met.worstError, error);
    agreements.set(formula, met);
  }
}

function relativeError(actual: number, exact: number, terms: number): number {
  return actual === exact ? 0 : Math.abs(actual - exact) / Math.max(Math.abs(exact), terms);
}

function same(what: string, actual: unknown, exact: unknown): void {
  if (actual !== exact) throw new Error(`${what}: ${actual}, not ${exact}`);
}
