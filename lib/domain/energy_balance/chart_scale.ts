import { STEP_COUNT } from "@/lib/domain/charts/limits.ts";
import { type ChartScale, chartScale } from "@/lib/domain/charts/ticks.ts";
import { CHART_BOUND_THRESHOLDS, DEFAULT_THRESHOLD_PERCENT } from "./constants.ts";

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
