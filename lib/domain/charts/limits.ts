import type { ChartSize } from "./chart_model.ts";

/** Steps wished on a vertical axis. @spec balance.gap-chart */
export const STEP_COUNT = 5;

/** More bars than this are too narrow to bear their values. */
export const MAX_VALUED_BARS = 12;

/** A chart as wide as its page, px. */
export const WIDE_CHART: ChartSize = { width: 1_100, height: 300 };
