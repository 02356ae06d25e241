/** Models of the gap chart and the outdoor temperature chart. @module */

import type { IsoMonth } from "@/lib/base/civil_dates.ts";
import { type ChartModel, chartModel, type ChartThreshold } from "@/lib/ui/chart_model.ts";
import { type ChartScale, chartScale, type ChartSize, STEP_COUNT } from "@/lib/ui/chart_scale.ts";
import type { MonthReport, YearReport } from "./balance_report.ts";
import { DEFAULT_THRESHOLD_PERCENT } from "./formulas.ts";
import type { GapStatus } from "./schema.ts";
import { periodMonths } from "./year_report.ts";

/** Vertical bound of the gap chart, in thresholds. @spec balance.gap-chart */
const CHART_BOUND_THRESHOLDS = 3;

/** Heights of the gap chart and of the outdoor temperature, and width of print copies, px. @spec balance.chart-sizes */
export const GAP_CHART_HEIGHT = 350;
const TEMPERATURE_CHART_HEIGHT = 200;
export const PRINT_CHART_WIDTH = 800;

export interface GapChartOptions {
  readonly size: ChartSize;
  /** Its bar is hatched: it has not ended. */
  readonly runningMonth: IsoMonth;
  monthLabel(month: IsoMonth): string;
  /** Formats a gap, %. */
  formatGap(percent: number, decimals?: number): string;
  /** Events of the meters within a month; "" for none. */
  eventsText(row: MonthReport): string;
  /** Meaning of a colour. */
  statusLabel(status: GapStatus): string;
}

/**
 * The gap chart: twelve months, with a bar where there is a gap; one beyond the bound is broken.
 *
 * @spec balance.gap-chart
 */
export function gapChart(report: YearReport, options: GapChartOptions): ChartModel {
  const threshold = report.cumulative?.rate.threshold ?? null;
  const rows = new Map(report.rows.map((row) => [row.month, row]));
  const months = periodMonths(report.period);
  return chartModel({
    size: options.size,
    scale: gapScale(threshold),
    categories: months.map(options.monthLabel),
    bars: months.map((month) => {
      const row = rows.get(month);
      return {
        value: row?.rate.percent ?? null,
        colour: row?.barColour ?? "green",
        isRunning: month === options.runningMonth,
      };
    }),
    thresholds: gapThresholds(threshold, options.statusLabel),
    marks: months.flatMap((month, categoryIndex) => {
      const row = rows.get(month);
      const text = row === undefined ? "" : options.eventsText(row);
      return text === "" ? [] : [{ categoryIndex, text }];
    }),
    formatValue: options.formatGap,
  });
}

/**
 * Meaning of each colour of the gap chart.
 *
 * @spec balance.gap-chart
 * @param thresholdPercent in force; null before the first settings
 */
export function gapThresholds(
  thresholdPercent: number | null,
  statusLabel: (status: GapStatus) => string,
): ChartThreshold[] {
  const threshold = thresholdPercent ?? DEFAULT_THRESHOLD_PERCENT;
  return [
    { name: statusLabel("good"), colour: "green", min: null, max: 0 },
    { name: statusLabel("bad"), colour: "orange", min: 0, max: threshold },
    { name: statusLabel("very-bad"), colour: "red", min: threshold, max: null },
  ];
}

/**
 * Vertical bound of the gap chart, above and below zero.
 *
 * @spec balance.gap-chart "Chart vertical bound ±3 × threshold"
 * @param thresholdPercent in force; null before the first settings
 * @returns %; the bound of the default threshold when the threshold is null or 0
 */
export function gapBound(thresholdPercent: number | null): number {
  return CHART_BOUND_THRESHOLDS * (thresholdPercent || DEFAULT_THRESHOLD_PERCENT);
}

/**
 * Vertical axis of the gap chart: the bound, rounded outwards to about five steps in total.
 *
 * @spec balance.gap-chart "y-axis about 5 steps with rounded bounds"
 * @param thresholdPercent in force; null before the first settings
 */
export function gapScale(thresholdPercent: number | null): ChartScale {
  const bound = gapBound(thresholdPercent);
  return chartScale(-bound, bound, STEP_COUNT);
}

interface TemperatureChartInput {
  /** Mean outdoor temperature of each day or month, °C; null when not read. */
  readonly meansC: readonly (number | null)[];
  /** One label for each mean; "" is not displayed. */
  readonly categories: readonly string[];
  readonly sourceName: string;
  /** px */
  readonly width: number;
  formatTemperature(celsius: number, decimals?: number): string;
}

/**
 * The chart of the outdoor temperature, 200 px high.
 *
 * @spec balance.chart-sizes
 * @returns null when no temperature was read
 */
export function temperatureChart(input: TemperatureChartInput): ChartModel | null {
  const known = input.meansC.filter((mean) => mean !== null);
  if (known.length === 0) return null;
  return chartModel({
    size: { width: input.width, height: TEMPERATURE_CHART_HEIGHT },
    scale: chartScale(Math.min(...known), Math.max(...known), STEP_COUNT),
    categories: input.categories,
    lines: [{ name: input.sourceName, colour: "blue", values: input.meansC }],
    formatValue: input.formatTemperature,
  });
}
