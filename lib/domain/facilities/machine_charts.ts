import { type ChartAxis, type ChartModel, chartModel } from "@/lib/domain/charts/chart_model.ts";
import { STEP_COUNT } from "@/lib/domain/charts/limits.ts";
import type { MarkSpec } from "@/lib/domain/charts/marks.ts";
import type { ChartSize } from "@/lib/domain/charts/plot.ts";
import { chartScale } from "@/lib/domain/charts/ticks.ts";
import type { HybridSlot } from "./heat_pump.ts";
import type { SolarEstimation } from "./types.ts";

interface MachineChartOptions extends ChartAxis {
  readonly size: ChartSize;
  readonly names: { readonly bars: string; readonly line: string };
  /** Texts of the marked slots. */
  readonly marks?: readonly MarkSpec[];
  formatKWh(value: number, decimals?: number): string;
}

/** Number of bars above which they are too narrow for a label. */
const MAX_LABELLED_BARS = 31;

/**
 * Chart of heat pump production, each bar labelled with its share of the heat, with the boilers' production as a line.
 *
 * @spec facilities.heat-pump-chart "Heat-pump production graph labels each bar with the heat-pump share; percentage bars cap at 100"
 * @returns null when no heat pump is metered
 */
export function heatPumpChart(
  slots: readonly HybridSlot[],
  options: MachineChartOptions & { formatPercent(percent: number): string },
): ChartModel | null {
  if (slots.every(({ heatPumpKWh }) => heatPumpKWh === null)) return null;
  const bars = slots.map(({ heatPumpKWh, heatPumpPercent }) => ({
    value: heatPumpKWh,
    colour: "green" as const,
    label: heatPumpPercent === null ? "" : options.formatPercent(heatPumpPercent),
  }));
  return barsAndLine(bars, slots.map(({ boilerKWh }) => boilerKWh), options);
}

/**
 * Chart of the daily solar production, with the expected production as a line.
 *
 * @spec facilities.solar-estimation
 * @returns null when the month has no value
 */
export function solarChart(
  days: SolarEstimation["days"],
  options: MachineChartOptions,
): ChartModel | null {
  const bars = days.map(({ measuredKWh }) => ({
    value: measuredKWh,
    colour: "orange" as const,
    label: "",
  }));
  return barsAndLine(bars, days.map(({ estimatedKWh }) => estimatedKWh), options);
}

interface LabelledBar {
  readonly value: number | null;
  readonly colour: "green" | "orange";
  readonly label: string;
}

function barsAndLine(
  bars: readonly LabelledBar[],
  line: readonly (number | null)[],
  { size, categories, titles = [], names, marks = [], formatKWh }: MachineChartOptions,
): ChartModel | null {
  const known = [...bars.map(({ value }) => value), ...line].filter((value) => value !== null);
  if (known.length === 0) return null;
  const isLineKnown = line.some((value) => value !== null);
  return chartModel({
    size,
    scale: chartScale(Math.min(0, ...known), Math.max(0, ...known), STEP_COUNT),
    categories,
    titles,
    marks,
    bars,
    barName: names.bars,
    hasBareBars: bars.length > MAX_LABELLED_BARS,
    lines: isLineKnown ? [{ name: names.line, colour: "grey", values: line }] : [],
    formatValue: formatKWh,
  });
}
