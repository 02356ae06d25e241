/** Outer size of a chart, px. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** A rectangle, px from the top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Room above and below the plot, px. */
const TOP = 12;
const BOTTOM = 28;
/** Room left of the plot beside the digits of its labels, and for each digit, as large as on a telephone, px. */
const LABEL_GAP = 7;
const DIGIT_WIDTH = 9;
/** Charts with shorter labels begin at the same place. */
const LEAST_DIGITS = 5;

/**
 * The area of a chart within the labels of its axes.
 *
 * @param right room at its right, px
 * @param rows labels of its vertical axis
 */
export function plotWithin(
  { width, height }: ChartSize,
  right: number,
  rows: readonly { readonly label: string }[],
): Box {
  const digits = Math.max(LEAST_DIGITS, ...rows.map(({ label }) => label.length));
  const left = LABEL_GAP + DIGIT_WIDTH * digits;
  return { x: left, y: TOP, width: width - left - right, height: height - TOP - BOTTOM };
}
