/** What the tooltips of a chart need of it. @module */

import type { ChartColour, ChartModel } from "./chart_model.ts";

/** What tooltips need of a chart: its plot, its axis, and the values of each category. */
export interface ChartPoints
  extends Pick<ChartModel, "size" | "plot" | "categories" | "titles" | "marks"> {
  readonly bounds: { readonly min: number; readonly max: number };
  readonly sets: readonly PointSet[];
}

/** Values of one name, with the colour of each. */
export interface PointSet {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** One for all, or one each. */
  readonly colours: ChartColour | readonly ChartColour[];
}

/** What the tooltips of a chart show: made on the server, so that a page does not send what its SVG holds. */
export function chartPoints(model: ChartModel): ChartPoints {
  const { size, plot, categories, titles, marks, scale: { min, max } } = model;
  return { size, plot, categories, titles, marks, bounds: { min, max }, sets: setsOf(model) };
}

/**
 * Horizontal position up to which every set of a chart has values: that of the newest, px. Sets that run on without the
 * others, as a year before or a limit, do not count.
 *
 * @spec series.charts-on-phones
 */
export function newestX(model: ChartModel): number {
  const ends = setsOf(model).map(({ values }) => values.findLastIndex((value) => value !== null));
  return model.categories[Math.min(...ends)]?.x ?? 0;
}

function setsOf({ lines, layers, bars, barName, categories }: ChartModel): PointSet[] {
  const sets = [
    ...lines,
    // Another layer has the name of one without.
    ...layers.filter(({ name }) => name !== ""),
  ].map(({ name, values, colour }): PointSet => ({ name, values, colours: colour }));
  if (bars.length === 0) return sets;
  const values: (number | null)[] = categories.map(() => null);
  const colours = categories.map((): ChartColour => "blue");
  for (const { categoryIndex, value, colour } of bars) {
    values[categoryIndex] = value;
    colours[categoryIndex] = colour;
  }
  return [...sets, { name: barName, values, colours }];
}
