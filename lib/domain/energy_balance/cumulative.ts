import { gapColour, gapPercent, gapStatus } from "./gap.ts";
import { heatingPerAreaDju } from "./heating.ts";
import { solarPercent } from "./solar.ts";
import { knownSum, quotient } from "./sums.ts";
import type {
  BalancePeriod,
  CumulativeReport,
  HeatingFigures,
  HotWaterFigures,
  MonthReport,
  SolarFigures,
  SourceFigures,
} from "./types.ts";

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
export function cumulativeReport(
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
