/** chart.js with only the components we use, loaded by `import()` when a chart becomes visible. @module */

import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from "chart.js";
import { formatQuantity } from "@/lib/base/text_format.ts";
import { chartJsConfig, type ChartPalette, pointText } from "./chart_js.ts";
import type { ChartPoints } from "./chart_points.ts";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** A category that a key led to. */
interface Pointed {
  /** What its tooltip shows. */
  readonly text: string;
  /** Its middle, as a share of the drawing's width. */
  readonly at: number;
}

export interface PointedChart {
  /** Shows the tooltip of the category that a key leads to; null for another key. */
  walk(key: string): Pointed | null;
  destroy(): void;
}

/** Lays chart.js over the SVG of a chart: tooltips in the colours and the font of the stylesheet. */
export function pointedChart(
  canvas: HTMLCanvasElement,
  points: ChartPoints,
  unit: string,
): PointedChart {
  const formatValue = (value: number) => formatQuantity(value, unit);
  const chart = new Chart(canvas, chartJsConfig(points, paletteOf(canvas), formatValue));
  let shown: number | null = null;
  return {
    walk: (key) => {
      const index = nextIndex(key, shown, points.categories.length);
      if (index === null) return null;
      shown = index;
      const pointed = chart.data.datasets.flatMap(({ data }, datasetIndex) =>
        data[index] === null ? [] : [{ datasetIndex, index }]
      );
      chart.tooltip?.setActiveElements(pointed, { x: 0, y: 0 });
      chart.update("none");
      const at = (points.categories[index]?.x ?? 0) / points.size.width;
      return { text: pointText(points, index, formatValue), at };
    },
    destroy: () => chart.destroy(),
  };
}

/** The category that a key leads to from another; null for another key. */
function nextIndex(key: string, index: number | null, count: number): number | null {
  if (key === "Home" || (key === "ArrowRight" && index === null)) return 0;
  if (key === "End" || (key === "ArrowLeft" && index === null)) return count - 1;
  if (key === "ArrowRight") return Math.min((index ?? 0) + 1, count - 1);
  return key === "ArrowLeft" ? Math.max((index ?? 0) - 1, 0) : null;
}

const TOKENS = {
  green: "--gap-good",
  orange: "--gap-bad",
  red: "--gap-very-bad",
  blue: "--series-1",
  grey: "--line-strong",
  ink: "--ink",
  line: "--line",
  surface: "--surface",
} as const;

/** The colours and the font of the stylesheet, as computed by the browser in light or dark mode. */
function paletteOf(element: HTMLElement): ChartPalette {
  const probe = document.createElement("span");
  element.after(probe);
  const shade = (name: keyof typeof TOKENS) => {
    probe.style.color = `var(${TOKENS[name]})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    green: shade("green"),
    orange: shade("orange"),
    red: shade("red"),
    blue: shade("blue"),
    grey: shade("grey"),
    ink: shade("ink"),
    line: shade("line"),
    surface: shade("surface"),
    font: getComputedStyle(probe).fontFamily,
  };
  probe.remove();
  return palette;
}
