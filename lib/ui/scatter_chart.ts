/** Places the points, scales and ticks of a scatter chart. @module */

import { type Point, tenth } from "./chart_paths.ts";
import {
  type Box,
  type ChartScale,
  chartScale,
  type ChartSize,
  plotWithin,
  stepDecimals,
} from "./chart_scale.ts";

interface ScatterSpec {
  readonly size: ChartSize;
  /** At least one. */
  readonly points: readonly Point[];
  /** Points that the line does not describe. */
  readonly others?: readonly Point[];
  /** A line through points, from left to right. */
  readonly line: readonly Point[] | null;
  /** The outline of an area around the line. */
  readonly band?: readonly Point[] | null;
  /** @param decimals maximum, that of the axis */
  formatValue(value: number, decimals: number): string;
}

/** A tick of an axis, with its position, px. */
interface ScatterTick {
  readonly label: string;
  readonly at: number;
}

export interface ScatterModel {
  readonly size: ChartSize;
  readonly plot: Box;
  readonly columns: readonly ScatterTick[];
  readonly rows: readonly ScatterTick[];
  /** Path data of the points: zero-length lines, drawn as dots by round line caps. */
  readonly dots: string;
  readonly otherDots: string;
  /** Path data of the line; "" when there is none. */
  readonly line: string;
  /** Path data of the area around it; "" when there is none. */
  readonly band: string;
}

/** Size of a scatter chart on a page, px. */
export const SCATTER_SIZE: ChartSize = { width: 1_100, height: 320 };

/** Room for the last label of the horizontal axis, px. */
const MARGIN_RIGHT = 16;

/** Preferred number of steps of the horizontal and vertical axes. @spec facilities.heat-curve */
const COLUMN_COUNT = 8;
const ROW_COUNT = 5;

/**
 * Lays out a scatter chart in pixels, rounded to a tenth.
 *
 * @spec design §6 "A chart is already in the page as SVG drawn on the server"
 */
export function scatterModel(
  { size, points, others = [], line, band = null, formatValue }: ScatterSpec,
): ScatterModel {
  const all = [...points, ...others, ...line ?? [], ...band ?? []];
  const along = scaleOf(all.map(({ x }) => x), COLUMN_COUNT);
  const up = scaleOf(all.map(({ y }) => y), ROW_COUNT);
  const labelled = ({ ticks, step }: ChartScale) =>
    ticks.map((tick) => ({ tick, label: formatValue(tick, stepDecimals(step)) }));
  const rows = labelled(up);
  const plot = plotWithin(size, MARGIN_RIGHT, rows);
  const xOf = (x: number) => tenth(plot.x + plot.width * (x - along.min) / (along.max - along.min));
  const yOf = (y: number) => tenth(plot.y + plot.height * (up.max - y) / (up.max - up.min));
  const placeOf = ({ x, y }: Point) => `${xOf(x)} ${yOf(y)}`;
  const dotsOf = (some: readonly Point[]) => some.map((point) => `M${placeOf(point)}h0`).join("");
  return {
    size,
    plot,
    columns: labelled(along).map(({ tick, label }) => ({ label, at: xOf(tick) })),
    rows: rows.map(({ tick, label }) => ({ label, at: yOf(tick) })),
    dots: dotsOf(points),
    otherDots: dotsOf(others),
    line: line === null ? "" : `M${line.map(placeOf).join("L")}`,
    band: band === null ? "" : `M${band.map(placeOf).join("L")}z`,
  };
}

function scaleOf(values: readonly number[], stepCount: number) {
  return chartScale(Math.min(...values), Math.max(...values), stepCount);
}
