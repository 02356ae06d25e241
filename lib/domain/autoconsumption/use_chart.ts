import { type ChartModel, chartModel, type ChartSize } from "../charts/chart_model.ts";
import { MAX_VALUED_BARS, STEP_COUNT } from "../charts/limits.ts";
import { chartScale } from "../charts/ticks.ts";
import type { AutoconsumptionSlot } from "./types.ts";

/** How the chart of an operation is written and how large it is. */
export interface UseChartOptions {
  readonly size: ChartSize;
  /** One label for each slot; "" is not written. */
  readonly categories: readonly string[];
  readonly names: {
    readonly selfConsumed: string;
    readonly produced: string;
    readonly consumed: string;
  };
  formatKWh(value: number): string;
}

/**
 * What was consumed on the spot as bars, under what was produced and what was consumed: up to the one lies the
 * surplus, up to the other what the grid gave.
 *
 * @returns null when nothing is known
 */
export function useChart(
  slots: readonly AutoconsumptionSlot[],
  { size, categories, names, formatKWh }: UseChartOptions,
): ChartModel | null {
  const known = slots.flatMap(({ producedKWh, consumedKWh, selfConsumedKWh }) =>
    [producedKWh, consumedKWh, selfConsumedKWh].filter((value) => value !== null)
  );
  if (known.length === 0) return null;
  const line = (name: string, colour: "orange" | "grey", values: readonly (number | null)[]) =>
    values.every((value) => value === null) ? [] : [{ name, colour, values }];
  return chartModel({
    size,
    scale: chartScale(0, Math.max(0, ...known), STEP_COUNT),
    categories,
    bars: slots.map(({ selfConsumedKWh }) => ({ value: selfConsumedKWh, colour: "green" })),
    barName: names.selfConsumed,
    hasBareBars: slots.length > MAX_VALUED_BARS,
    lines: [
      ...line(names.produced, "orange", slots.map(({ producedKWh }) => producedKWh)),
      ...line(names.consumed, "grey", slots.map(({ consumedKWh }) => consumedKWh)),
    ],
    formatValue: formatKWh,
  });
}
