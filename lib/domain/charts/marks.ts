import { type Point, tenth } from "./path.ts";

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
