import type { ChartColour, ChartModel } from "./chart_model.ts";

/** The shade of each colour name, and of texts and rules, read from the stylesheet's tokens. */
export type ChartPalette = Readonly<Record<ChartColour | "ink" | "rule", string>>;

/** The little of a chart.js chart that the strips are drawn with. */
interface DrawnChart {
  readonly ctx: { fillStyle: unknown; fillRect(x: number, y: number, w: number, h: number): void };
  readonly chartArea: { readonly left: number };
  readonly scales: Readonly<Record<string, { getPixelForValue(value: number): number }>>;
}

/** Width of the strips that show the thresholds along the vertical axis, px. */
export const STRIP_WIDTH = 4;

/** Radius of a point that no line reaches, px. */
export const DOT = 2.5;

/**
 * The configuration that makes chart.js draw a model: same axis, same colours, same clipping.
 *
 * chart.js itself is imported by the island that draws, which registers the parts.
 *
 * @spec B §9 "Chart vertical bound"; design §6 "One pure chartModel() feeds both"
 * @param model the chart in pixels
 * @param palette shades by colour name
 * @param formatValue writes a value in the reader's language
 */
export function chartJsConfig(
  model: ChartModel,
  palette: ChartPalette,
  formatValue: (value: number) => string,
) {
  return {
    type: model.lines.length > 0 ? "line" as const : "bar" as const,
    data: {
      labels: model.categories.map((category) => category.label),
      datasets: model.lines.length > 0 ? lineSets(model, palette) : [barSet(model, palette)],
    },
    options: chartJsOptions(model, palette, formatValue),
    plugins: [thresholdStrips(model, palette)],
  };
}

function chartJsOptions(
  { scale }: ChartModel,
  palette: ChartPalette,
  formatValue: (value: number) => string,
) {
  return {
    animation: false as const,
    maintainAspectRatio: false,
    scales: {
      x: { grid: { display: false }, ticks: { color: palette.ink } },
      y: {
        min: scale.min,
        max: scale.max,
        grid: { color: palette.rule },
        ticks: {
          color: palette.ink,
          stepSize: scale.step,
          callback: (value: number | string) => formatValue(Number(value)),
        },
      },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        callbacks: {
          label: (item: { raw: unknown }) =>
            typeof item.raw === "number" ? formatValue(item.raw) : "",
        },
      },
    },
  };
}

function barSet(model: ChartModel, palette: ChartPalette) {
  const data: (number | null)[] = model.categories.map(() => null);
  const backgroundColor = model.categories.map(() => palette.ink);
  for (const bar of model.bars) {
    data[bar.categoryIndex] = bar.value;
    backgroundColor[bar.categoryIndex] = palette[bar.colour];
  }
  return { label: "", data, backgroundColor };
}

function lineSets(model: ChartModel, palette: ChartPalette) {
  return model.lines.map((line) => ({
    label: line.name,
    data: [...line.values],
    borderColor: palette[line.colour],
    borderWidth: 1.5,
    pointRadius: model.categories.map(({ x }) => line.dots.some((dot) => dot.x === x) ? DOT : 0),
    spanGaps: false,
  }));
}

function thresholdStrips(model: ChartModel, palette: ChartPalette) {
  return {
    id: "threshold-strips",
    beforeDatasetsDraw({ ctx, chartArea, scales }: DrawnChart): void {
      const axis = scales["y"];
      if (axis === undefined) return;
      for (const { colour, min, max } of model.thresholds) {
        const top = axis.getPixelForValue(max ?? model.scale.max);
        const bottom = axis.getPixelForValue(min ?? model.scale.min);
        ctx.fillStyle = palette[colour];
        ctx.fillRect(chartArea.left, top, STRIP_WIDTH, bottom - top);
      }
    },
  };
}
