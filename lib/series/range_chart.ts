/** The chart of a series over a range. @module */

import { type ChartAxis, type ChartModel, chartModel } from "@/lib/ui/chart_model.ts";
import type { MarkSpec } from "@/lib/ui/chart_paths.ts";
import {
  type ChartScale,
  chartScale,
  type ChartSize,
  MAX_VALUED_BARS,
  STEP_COUNT,
} from "@/lib/ui/chart_scale.ts";

export interface RangeChartInput extends ChartAxis {
  readonly size: ChartSize;
  /** A value for each slot of the range, future ones included; null without readings. */
  readonly values: readonly (number | null)[];
  /** Values of the year before. */
  readonly before: readonly (number | null)[];
  /** Whether values add up: drawn as bars; otherwise as a line. */
  readonly isSum: boolean;
  /** The slot that has not ended; absent when there is none. */
  readonly runningIndex?: number;
  /** Values drawn as straight lines under one name: bounds that the values should keep within. */
  readonly bounds?: { readonly name: string; readonly values: readonly number[] };
  /** Texts of the marked slots. */
  readonly marks?: readonly MarkSpec[];
  readonly names: { readonly now: string; readonly before: string };
  formatValue(value: number, decimals?: number): string;
}

/** Minimum span of an axis of averages, in their unit: a hundredth of a degree must not look like a slope. */
const LEAST_SPAN = 1;

/**
 * Chart of a series over a range: bars for sums, beside those of the year before in grey; lines for means. The bar of a
 * slot that has not ended is hatched.
 *
 * @spec series.ranges; design §6 "A chart is already in the page as SVG"
 * @returns null when neither year has a value
 */
export function rangeChart(input: RangeChartInput): ChartModel | null {
  const { values, before, isSum, names } = input;
  const shown = [...values, ...before].filter((value) => value !== null);
  if (shown.length === 0) return null;
  const { bounds = { name: "", values: [] } } = input;
  const known = [...shown, ...bounds.values];
  const limits = bounds.values.map((bound) => ({
    name: bounds.name,
    colour: "red" as const,
    values: values.map(() => bound),
  }));
  const scale = isSum
    ? chartScale(Math.min(0, ...known), Math.max(0, ...known), STEP_COUNT)
    : roomyScale(Math.min(...known), Math.max(...known));
  const now = { name: names.now, colour: "blue" as const, values };
  const earlier = before.some((value) => value !== null)
    ? { name: names.before, colour: "grey" as const, values: before }
    : null;
  return chartModel({
    size: input.size,
    scale,
    categories: input.categories,
    titles: input.titles ?? [],
    ...isSum
      ? {
        bars: values.map((value, index) => ({
          value,
          colour: "blue" as const,
          isRunning: index === input.runningIndex,
        })),
        barName: names.now,
        ...earlier !== null && { before: earlier },
        hasBareBars: values.length > MAX_VALUED_BARS,
      }
      : {},
    lines: [...limits, ...isSum ? [] : [...earlier === null ? [] : [earlier], now]],
    marks: input.marks ?? [],
    formatValue: input.formatValue,
  });
}

function roomyScale(low: number, high: number): ChartScale {
  const missing = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  return chartScale(low - missing, high + missing, STEP_COUNT);
}
