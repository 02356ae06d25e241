/** SVG paths of the lines and marks of charts. @module */

import { round } from "@/lib/base/rounding.ts";

/** A position in a chart, px from the top left corner, to a tenth. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Rounds a length, px: a tenth is finer than a screen. */
export function tenth(pixels: number): number {
  return round(pixels, 1);
}

/**
 * Path data of a line through points, with relative steps, which are shorter than absolute positions.
 *
 * @param points rounded to a tenth; null breaks the line
 * @returns "" without points
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(linePath([{ x: 10, y: 20 }, { x: 12.5, y: 18 }]), "M10 20l2.5-2");
 * ```
 */
export function linePath(points: readonly (Point | null)[]): string {
  let path = "";
  let previous: Point | null = null;
  for (const point of points) {
    if (point !== null) {
      path += previous === null ? `M${pair(point.x, point.y)}` : `l${step(previous, point)}`;
    }
    previous = point;
  }
  return path;
}

/** The points without a known neighbour, which a line cannot show. @param points null when unknown */
export function lonePoints(points: readonly (Point | null)[]): Point[] {
  return points.filter((point, index): point is Point =>
    point !== null && !(points[index - 1] ?? null) && !(points[index + 1] ?? null)
  );
}

function step(from: Point, to: Point): string {
  return pair(tenth(to.x - from.x), tenth(to.y - from.y));
}

function pair(x: number, y: number): string {
  return y < 0 ? `${x}${y}` : `${x} ${y}`;
}

/** A note on a category: a mark under the axis, with its text in the tooltip. */
export interface MarkSpec {
  readonly categoryIndex: number;
  readonly text: string;
}

export interface ChartMark extends MarkSpec, Point {}

/** Distance of a mark below the axis, px. */
export const MARK_DROP = 4;

export const DIAMOND = 3;

/**
 * The marks of a chart in pixels.
 *
 * @param plot area of bars and lines, px
 * @param middleOf the middle of a category, px
 */
export function placedMarks(
  marks: readonly MarkSpec[] = [],
  plot: { readonly y: number; readonly height: number },
  middleOf: (categoryIndex: number) => number,
): ChartMark[] {
  const y = plot.y + plot.height + MARK_DROP;
  return marks.map((mark) => ({ ...mark, x: middleOf(mark.categoryIndex), y }));
}

/**
 * Path data of a diamond around a point.
 *
 * @example
 * ```ts
 * import { strictEqual } from "node:assert/strict";
 * strictEqual(diamondPath({ x: 10, y: 20 }), "M10 17l3 3-3 3-3-3z");
 * ```
 */
export function diamondPath({ x, y }: Point): string {
  return `M${x} ${tenth(y - DIAMOND)}l3 3-3 3-3-3z`;
}

/** Distance between two lines of a hatch, px. */
const HATCH = 6;

/** Path data of oblique lines within a box: what is drawn there is not complete. */
export function hatchPath(
  { x, y, width, height }: Point & { width: number; height: number },
): string {
  let path = "";
  for (let across = HATCH; across < width + height; across += HATCH) {
    const [down, left] = [Math.min(across, height), Math.max(0, across - height)];
    const [right, up] = [Math.min(across, width), Math.max(0, across - width)];
    path += `M${tenth(x + left)} ${tenth(y + down)}L${tenth(x + right)} ${tenth(y + up)}`;
  }
  return path;
}

/** Path data of two oblique lines across a bar: it goes on beyond the axis. @param y middle of the lines */
export function breakPath({ x, y, width }: Point & { width: number }): string {
  return [0, 6].map((drop) => `M${tenth(x - 2)} ${tenth(y + drop)}l${tenth(width + 4)}-6`).join("");
}
