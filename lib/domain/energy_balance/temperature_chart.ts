import { type ChartModel, chartModel } from "@/lib/domain/charts/chart_model.ts";
import { STEP_COUNT } from "@/lib/domain/charts/limits.ts";
import { chartScale } from "@/lib/domain/charts/ticks.ts";
import { TEMPERATURE_CHART_HEIGHT } from "./constants.ts";

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
