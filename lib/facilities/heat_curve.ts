/** Fits the flow temperature of a heating circuit to the outdoor temperature. @module */

import { optionOf, type PeriodOption } from "@/lib/base/period_selector.ts";
import { isPeriodType } from "@/lib/base/periods.ts";
import { meanOf, sumBy } from "@/lib/base/sums.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { DJU_BASE_C } from "./degree_days.ts";

/** Error message for a curve of fewer than three points. @spec facilities.heat-curve */
export const NOT_ENOUGH_TIMES = "Not enough times";

/** Error message for a period without a curve. @spec facilities.heat-curve */
const NOT_IMPLEMENTED = "Not implemented";

/** Minimum number of points of a curve. @spec facilities.heat-curve "A curve of fewer than 3 points" */
const FEWEST_POINTS = 3;

/** Duration of a point of a curve. */
export type CurveStep = Exclude<PeriodOption, "five-minute">;

/**
 * Duration of each point of a curve over a period. Water follows the weather over hours, not minutes.
 *
 * @throws RangeError "Not implemented" for any other period
 */
export function curveStep(periodType: string): CurveStep {
  const isWhole = isPeriodType(periodType) && periodType !== "halfhourly";
  const step = isWhole ? optionOf(periodType) : null;
  if (step === null || step === "five-minute") throw new RangeError(NOT_IMPLEMENTED);
  return step;
}

/** Mean flow and outdoor temperatures of a circuit over a slot. */
export interface CurvePoint {
  /** Instant segment of the slot. */
  readonly slot: string;
  /** Mean of the slot, °C. */
  readonly outdoorC: number;
  /** Mean of the slot, °C. */
  readonly flowC: number;
}

export interface CurveLine {
  /** °C of water for each °C outdoors: negative when the water gets hotter as it gets colder. */
  readonly slope: number;
  /** Water at 0 °C outdoors, °C. */
  readonly atZeroC: number;
}

/** Temperature of a circuit's water against the outdoor temperature. */
export interface HeatCurve {
  /** From the coldest to the mildest outdoor temperature. */
  readonly points: readonly CurvePoint[];
  /** null when heating days are too few, or all equally cold. */
  readonly line: CurveLine | null;
}

/**
 * The heat curve of a circuit: its water temperature against the outdoor temperature in each slot, and the line of best
 * fit over the slots with heating demand, below 18 °C.
 *
 * @spec facilities.heat-curve "A curve of fewer than 3 points gives 'Not enough times'", degree-days.formula
 * @param flow water temperatures, in time order
 * @param outdoor outdoor temperatures of the same slots, in the same order
 * @throws RangeError "Not enough times" when both are known in fewer than three slots
 */
export function heatCurve(
  flow: readonly Pick<RangeSlot, "slot" | "value">[],
  outdoor: readonly Pick<RangeSlot, "value">[],
): HeatCurve {
  const points = flow.flatMap(({ slot, value: flowC }, position): CurvePoint[] => {
    const outdoorC = outdoor[position]?.value ?? null;
    return flowC === null || outdoorC === null ? [] : [{ slot, outdoorC, flowC }];
  });
  if (points.length < FEWEST_POINTS) throw new RangeError(NOT_ENOUGH_TIMES);
  const heated = points.filter(({ outdoorC }) => outdoorC < DJU_BASE_C);
  return {
    points: points.sort((left, right) => left.outdoorC - right.outdoorC),
    line: heated.length < FEWEST_POINTS ? null : fittedLine(heated),
  };
}

/** Flow temperature on a line, °C. */
export function flowAt({ slope, atZeroC }: CurveLine, outdoorC: number): number {
  return atZeroC + slope * outdoorC;
}

/** Least squares; null when the outdoor temperature is equal in all points. */
function fittedLine(points: readonly CurvePoint[]): CurveLine | null {
  const meanOutdoorC = meanOf(points.map(({ outdoorC }) => outdoorC));
  const meanFlowC = meanOf(points.map(({ flowC }) => flowC));
  const spread = sumBy(points, ({ outdoorC }) => (outdoorC - meanOutdoorC) ** 2);
  if (spread === 0) return null;
  const slope = sumBy(
    points,
    ({ outdoorC, flowC }) => (outdoorC - meanOutdoorC) * (flowC - meanFlowC),
  ) / spread;
  return { slope, atZeroC: meanFlowC - slope * meanOutdoorC };
}

/** Whether the readings of a series are temperatures of outdoor air. @spec degree-days.sources */
export function isOutdoorTemperature({ dataUnitId }: Pick<ProjectSeries, "dataUnitId">): boolean {
  return dataUnitId === "TEXT";
}
