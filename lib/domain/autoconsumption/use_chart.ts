import { type ChartAxis, type ChartModel, chartModel } from "@/lib/domain/charts/chart_model.ts";
import { STEP_COUNT } from "@/lib/domain/charts/limits.ts";
import type { ChartSize } from "@/lib/domain/charts/plot.ts";
import { type StackSpec, stacksTop } from "@/lib/domain/charts/stacks.ts";
import { chartScale } from "@/lib/domain/charts/ticks.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import type { AutoconsumptionSlot } from "./types.ts";

interface UseChartOptions extends ChartAxis {
  readonly size: ChartSize;
  readonly names: {
    readonly selfConsumed: string;
    readonly surplus: string;
    readonly fromGrid: string;
    /** Amounts of hours that were not shared, or that are hidden. */
    readonly unshared: string;
  };
  formatKWh(value: number, decimals?: number): string;
}

/** Decimals of a millionth of a kWh. */
const MILLIONTHS = 6;

/**
 * Chart of production and consumption, side by side. Both stacks start with the local consumption; above it are the
 * surplus, or the grid's supply.
 *
 * @returns null when nothing was read
 */
export function useChart(
  slots: readonly AutoconsumptionSlot[],
  { size, categories, titles = [], names, formatKWh }: UseChartOptions,
): ChartModel | null {
  const isKnown = slots.some(({ producedKWh, consumedKWh }) =>
    producedKWh !== null || consumedKWh !== null
  );
  if (!isKnown) return null;
  const stacks = [producedStack(slots, names), consumedStack(slots, names)];
  return chartModel({
    size,
    scale: chartScale(0, stacksTop(stacks), STEP_COUNT),
    categories,
    titles,
    stacks,
    formatValue: formatKWh,
  });
}

type Names = UseChartOptions["names"];

function producedStack(slots: readonly AutoconsumptionSlot[], names: Names): StackSpec {
  const unshared = slots.map(({ producedKWh, selfConsumedKWh, surplusKWh }) =>
    rest(producedKWh, selfConsumedKWh, surplusKWh)
  );
  return [
    {
      name: names.selfConsumed,
      colour: "green",
      values: slots.map((slot) => slot.selfConsumedKWh),
    },
    { name: names.surplus, colour: "orange", values: slots.map((slot) => slot.surplusKWh) },
    ...unsharedLayer(names.unshared, unshared),
  ];
}

/** When nothing was shared, the grid's supply is unknown. */
function consumedStack(slots: readonly AutoconsumptionSlot[], names: Names): StackSpec {
  const fromGrid = slots.map(({ fromGridKWh }) => fromGridKWh);
  const unshared = slots.map(({ consumedKWh, selfConsumedKWh, fromGridKWh }) =>
    rest(consumedKWh, selfConsumedKWh, fromGridKWh)
  );
  return [
    { name: "", colour: "green", values: slots.map((slot) => slot.selfConsumedKWh) },
    { name: names.fromGrid, colour: "grey", values: fromGrid },
    ...unsharedLayer(names.unshared, unshared),
  ];
}

function unsharedLayer(name: string, values: readonly (number | null)[]): StackSpec {
  return values.some((value) => value !== null && value > 0)
    ? [{ name, colour: "blue", values }]
    : [];
}

function rest(whole: number | null, ...parts: readonly (number | null)[]): number | null {
  if (whole === null) return null;
  return Math.max(0, round(whole - sumBy(parts, (part) => part ?? 0), MILLIONTHS));
}
