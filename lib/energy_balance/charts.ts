/** Models of the gap chart and the outdoor temperature chart. @module */

import type { IsoMonth } from "@/lib/base/civil_dates.ts";
import { highest, lowest } from "@/lib/base/sums.ts";
import { formatNumber, formatPercent } from "@/lib/base/text_format.ts";
import { type ChartModel, chartModel, type ChartThreshold } from "@/lib/ui/chart_model.ts";
import { type ChartScale, chartScale, STEP_COUNT } from "@/lib/ui/chart_scale.ts";
import type { YearReport } from "./balance_report.ts";
import { DEFAULT_THRESHOLD_PERCENT } from "./formulas.ts";
import { GAP_STATUS_LABELS, meterEventText, shortMonth } from "./text.ts";
import { periodMonths } from "./year_report.ts";

/** Vertical bound of the gap chart, in thresholds. @spec balance.gap-chart */
const CHART_BOUND_THRESHOLDS = 3;

/** Sizes of the gap chart and of the outdoor temperature, as wide as print copies, px. @spec balance.chart-sizes */
const GAP_CHART_SIZE = { width: 800, height: 350 } as const;
const TEMPERATURE_CHART_SIZE = { width: 800, height: 200 } as const;

/**
 * The gap chart: twelve months, with a bar where there is a gap; one beyond the bound is broken.
 *
 * @spec balance.gap-chart
 * @param runningMonth its bar is hatched: it has not ended
 * @param annotated text of the annotations of each month that has some, after the events of its meters
 */
export function gapChart(
  report: YearReport,
  runningMonth: IsoMonth,
  annotated: AnnotatedMonths = {},
): ChartModel {
  const threshold = report.cumulative?.rate.threshold ?? null;
  const rows = new Map(report.rows.map((row) => [row.month, row]));
  const months = periodMonths(report.period);
  return chartModel({
    size: GAP_CHART_SIZE,
    scale: gapScale(threshold),
    categories: months.map(shortMonth),
    bars: months.map((month) => {
      const row = rows.get(month);
      return {
        value: row?.rate.percent ?? null,
        colour: row?.barColour ?? "green",
        isRunning: month === runningMonth,
      };
    }),
    thresholds: gapThresholds(threshold),
    marks: months.flatMap((month, categoryIndex) => {
      const row = rows.get(month);
      if (row === undefined) return [];
      const texts = [...row.meterEvents.map(meterEventText), annotated[month]].filter(Boolean);
      return texts.length === 0 ? [] : [{ categoryIndex, text: texts.join(" ") }];
    }),
    formatValue: formatPercent,
  });
}

/** Text of the annotations of each month that has some. */
export type AnnotatedMonths = Readonly<Record<IsoMonth, string>>;

/**
 * Meaning of each colour of the gap chart.
 *
 * @spec balance.gap-chart
 * @param thresholdPercent in force; null before the first settings
 */
export function gapThresholds(thresholdPercent: number | null): ChartThreshold[] {
  const threshold = thresholdPercent ?? DEFAULT_THRESHOLD_PERCENT;
  const labels = GAP_STATUS_LABELS;
  return [
    { name: labels.good, colour: "green", min: null, max: 0 },
    { name: labels.bad, colour: "orange", min: 0, max: threshold },
    { name: labels["very-bad"], colour: "red", min: threshold, max: null },
  ];
}

/**
 * Vertical axis of the gap chart: three thresholds above and below zero, rounded outwards to about five steps in total.
 *
 * @spec balance.gap-chart "Chart vertical bound ±3 × threshold", "y-axis about 5 steps with rounded bounds"
 * @param thresholdPercent in force; null before the first settings; the default one where it is null or 0
 */
export function gapScale(thresholdPercent: number | null): ChartScale {
  const bound = CHART_BOUND_THRESHOLDS * (thresholdPercent || DEFAULT_THRESHOLD_PERCENT);
  return chartScale(-bound, bound, STEP_COUNT);
}

/**
 * The chart of the outdoor temperature of a year, 200 px high.
 *
 * @spec balance.chart-sizes
 * @param months of the year
 * @param meansC mean outdoor temperature by month, °C; a month without a mean is absent
 * @returns null when no temperature was read
 */
export function temperatureChart(
  months: readonly IsoMonth[],
  meansC: Readonly<Record<IsoMonth, number>>,
  sourceName: string,
): ChartModel | null {
  const values = months.map((month) => meansC[month] ?? null);
  const [coldest, mildest] = [lowest(values), highest(values)];
  if (coldest === null || mildest === null) return null;
  return chartModel({
    size: TEMPERATURE_CHART_SIZE,
    scale: chartScale(coldest, mildest, STEP_COUNT),
    categories: months.map(shortMonth),
    lines: [{ name: sourceName, colour: "blue", values }],
    formatValue: formatNumber,
  });
}
