/** Tooltips of a chart, where one points at its SVG: chart.js with only the components we use, loaded by `import()`. @module */

import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from "chart.js";
import { namesOf, tableOf } from "@/lib/base/records.ts";
import { formatQuantity } from "@/lib/base/text_format.ts";
import type { ChartColour } from "./chart_model.ts";
import type { ChartPoints, PointSet } from "./chart_points.ts";

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
  const shades = tableOf(namesOf(TOKENS), shade);
  const palette = { ...shades, font: getComputedStyle(probe).fontFamily };
  probe.remove();
  return palette;
}

/** Shade of each colour name, and the font and colours of a tooltip, read from the stylesheet's tokens. */
export type ChartPalette = Readonly<
  Record<ChartColour | "ink" | "line" | "surface" | "font", string>
>;

type FormatValue = (value: number) => string;

/** The part of a tooltip's item that its texts need. */
interface PointedItem {
  readonly dataIndex: number;
  readonly raw: unknown;
  readonly dataset: {
    readonly label?: string | undefined;
    readonly colours?: PointSet["colours"];
  };
}

/**
 * The chart.js configuration of the points of a chart: the same axes over the SVG, and nothing painted but the tooltip.
 *
 * chart.js itself is imported by the island that draws, which registers its components.
 *
 * @spec balance.gap-chart
 * @param palette shades and the font
 * @param formatValue formats a value in the user's language
 */
export function chartJsConfig(
  points: ChartPoints,
  palette: ChartPalette,
  formatValue: FormatValue,
) {
  return {
    type: "bar" as const,
    data: {
      labels: points.categories.map(({ label }) => label),
      datasets: points.sets.map(({ name, values, colours }) => ({
        label: name,
        data: [...values],
        colours,
        backgroundColor: "transparent",
        grouped: false,
      })),
    },
    options: chartJsOptions(points, palette, formatValue),
  };
}

function chartJsOptions(points: ChartPoints, palette: ChartPalette, formatValue: FormatValue) {
  const { min, max } = points.bounds;
  return {
    animation: false as const,
    maintainAspectRatio: false,
    interaction: { mode: "index" as const, intersect: false },
    layout: {
      padding: ({ chart }: { chart: { width: number } }) => marginsOf(points, chart.width),
    },
    scales: {
      x: { display: false },
      y: { display: false, min, max },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        ...tooltipLook(palette),
        filter: ({ raw }: PointedItem) => raw !== null,
        callbacks: {
          title: ([pointed]: readonly PointedItem[]) =>
            pointed === undefined ? "" : titleOf(points, pointed.dataIndex),
          label: ({ raw, dataset }: PointedItem) =>
            typeof raw === "number" ? named(dataset.label, formatValue(raw)) : "",
          labelColor: ({ dataset: { colours = "blue" }, dataIndex }: PointedItem) => {
            const colour = typeof colours === "string" ? colours : colours[dataIndex];
            const shade = palette[colour ?? "blue"];
            return { borderColor: shade, backgroundColor: shade };
          },
          footer: ([pointed]: readonly PointedItem[]) =>
            pointed === undefined ? [] : notesOf(points, pointed.dataIndex),
        },
      },
    },
  };
}

function tooltipLook({ surface, ink, line, font: family }: ChartPalette) {
  return {
    backgroundColor: surface,
    borderColor: line,
    borderWidth: 1,
    multiKeyBackground: "transparent",
    boxPadding: 4,
    titleColor: ink,
    bodyColor: ink,
    footerColor: ink,
    titleFont: { family },
    bodyFont: { family },
    footerFont: { family, weight: "normal" as const },
  };
}

/** Distances of the plot to the edges of the drawing, px, at its width on the screen. */
function marginsOf({ size, plot }: ChartPoints, width: number) {
  const scale = width / size.width;
  return {
    left: plot.x * scale,
    right: (size.width - plot.x - plot.width) * scale,
    top: plot.y * scale,
    bottom: (size.height - plot.y - plot.height) * scale,
  };
}

/** The title, the values and the notes of a category, for who walks the chart with the keyboard. */
export function pointText(points: ChartPoints, index: number, formatValue: FormatValue): string {
  const known = points.sets.flatMap(({ name, values }) => {
    const value = values[index] ?? null;
    return value === null ? [] : [named(name, formatValue(value))];
  });
  const figures = known.length > 0 ? known : ["sans valeur"];
  return [titleOf(points, index), ...figures, ...notesOf(points, index)].join(", ");
}

function titleOf({ titles, categories }: ChartPoints, index: number): string {
  return titles[index] ?? categories[index]?.label ?? "";
}

function notesOf({ marks }: ChartPoints, index: number): string[] {
  return marks.filter(({ categoryIndex }) => categoryIndex === index).map(({ text }) => text);
}

function named(name: string | undefined, value: string): string {
  return name ? `${name}\u00A0: ${value}` : value;
}
