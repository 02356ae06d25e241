/** chart.js with only the components we use, loaded by `import()` when a chart becomes visible. @module */

import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from "chart.js";
import { formatQuantity } from "@/lib/base/text_format.ts";
import { chartJsConfig, type ChartPalette } from "./chart_js.ts";
import type { ChartModel } from "./chart_model.ts";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** Draws a model on a canvas with chart.js, in the colours of the stylesheet. */
export function drawnChart(
  canvas: HTMLCanvasElement,
  model: ChartModel,
  unit: string,
): { destroy(): void } {
  const config = chartJsConfig(
    model,
    paletteOf(canvas),
    (value, decimals) => formatQuantity(value, unit, decimals),
  );
  return new Chart(canvas, config);
}

const TOKENS: Readonly<Record<keyof ChartPalette, string>> = {
  green: "--gap-good",
  orange: "--gap-bad",
  red: "--gap-very-bad",
  blue: "--series-1",
  grey: "--ink-soft",
  ink: "--ink-soft",
  rule: "--line",
  paper: "--paper",
};

/** The colours of the stylesheet, as computed by the browser in light or dark mode. */
function paletteOf(element: HTMLElement): ChartPalette {
  const probe = document.createElement("span");
  element.after(probe);
  const shade = (name: keyof ChartPalette) => {
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
    rule: shade("rule"),
    paper: shade("paper"),
  };
  probe.remove();
  return palette;
}
