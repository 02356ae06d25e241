import type { ChartSize } from "./plot.ts";

/** Preferred number of steps of a vertical axis. @spec balance.gap-chart */
export const STEP_COUNT = 5;

/** Number of bars above which they are too narrow for their values. */
export const MAX_VALUED_BARS = 12;

/** Size of a chart as wide as its page, px. */
export const WIDE_CHART: ChartSize = { width: 1_100, height: 300 };
