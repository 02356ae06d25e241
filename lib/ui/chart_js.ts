/** Configures chart.js to draw a chart as its SVG does. @module */

import type { ChartColour, ChartLayer, ChartLine, ChartModel } from "./chart_model.ts";
import { DIAMOND, MARK_DROP } from "./chart_paths.ts";
import { stepDecimals } from "./chart_scale.ts";

export interface LabelPen {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  font: string;
  textAlign: string;
  measureText(text: string): { readonly width: number };
  strokeText(text: string, x: number, y: number): void;
  fillText(text: string, x: number, y: number): void;
  save(): void;
  translate(x: number, y: number): void;
  rotate(angle: number): void;
  restore(): void;
}

interface LabelledChart {
  readonly ctx: LabelPen;
  readonly scales: Readonly<Record<string, { getPixelForValue(value: number): number }>>;
}

/** Height of a label, and width of the outline that keeps it readable over a bar or a line, px. */
const SIZE = 12;
const EDGE = 3;

/** Plugin that labels bars at their ends, or inside when there is no room; vertically when bars are too narrow. */
export function barLabels(
  { bars, scale }: ChartModel,
  { ink, paper }: { readonly ink: string; readonly paper: string },
) {
  return {
    id: "bar-labels",
    afterDatasetsDraw({ ctx, scales: { x, y } }: LabelledChart): void {
      const room = (x?.getPixelForValue(1) ?? 0) - (x?.getPixelForValue(0) ?? 0);
      if (x === undefined || y === undefined || room < SIZE) return;
      ctx.font = `600 ${SIZE}px sans-serif`;
      const isUpright = bars.some(({ label }) => ctx.measureText(label).width > room);
      for (const { categoryIndex, value, label } of bars) {
        const end = y.getPixelForValue(Math.min(scale.max, Math.max(scale.min, value)));
        const edge = y.getPixelForValue(value < 0 ? scale.min : scale.max);
        const isInside = Math.abs(edge - end) < (isUpright ? ctx.measureText(label).width : SIZE);
        const isUnder = isInside !== value < 0;
        ctx.save();
        Object.assign(ctx, { fillStyle: ink, strokeStyle: paper, lineWidth: EDGE });
        ctx.textAlign = !isUpright ? "center" : isUnder ? "right" : "left";
        ctx.translate(x.getPixelForValue(categoryIndex), isUnder ? end + EDGE : end - EDGE);
        if (isUpright) ctx.rotate(-Math.PI / 2);
        const drop = isUpright ? SIZE / 3 : isUnder ? SIZE - EDGE : 0;
        ctx.strokeText(label, 0, drop);
        ctx.fillText(label, 0, drop);
        ctx.restore();
      }
    },
  };
}

/** Shade of each colour name and of texts and rules, read from the stylesheet's tokens. */
export type ChartPalette = Readonly<Record<ChartColour | "ink" | "rule" | "paper", string>>;

/** Canvas context methods that draw strips, lines and labels. */
interface Pen extends LabelPen {
  fillRect(x: number, y: number, width: number, height: number): void;
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  stroke(): void;
  fill(): void;
}

interface DrawnChart {
  readonly ctx: Pen;
  readonly chartArea: { readonly left: number; readonly bottom: number };
  readonly scales: Readonly<Record<string, { getPixelForValue(value: number): number }>>;
}

interface Drawing {
  readonly id: string;
  beforeDatasetsDraw?(chart: DrawnChart): void;
  afterDatasetsDraw?(chart: DrawnChart): void;
}

/** Width of the threshold strips along the vertical axis, px. */
const STRIP_WIDTH = 4;

/** Width of a line, px. */
const LINE_WIDTH = 1.5;

/** Radius of an isolated point, px. */
const DOT = 2.5;

/**
 * The chart.js configuration of a model: same axis, same colours, same clipping.
 *
 * chart.js itself is imported by the island that draws, which registers its components.
 *
 * @spec balance.gap-chart
 * @param palette shades by colour name
 * @param formatValue formats a value in the user's language
 */
export function chartJsConfig(
  model: ChartModel,
  palette: ChartPalette,
  formatValue: (value: number, decimals?: number) => string,
) {
  return {
    type: "bar" as const,
    data: {
      labels: model.categories.map((category) => category.label),
      datasets: [
        ...model.lines.map((line) => lineSet(line)),
        ...model.bars.length > 0 ? [barSet(model, palette)] : [],
        ...model.layers.map((layer) => layerSet(layer, palette)),
      ],
    },
    options: chartJsOptions(model, palette, formatValue),
    plugins: pluginsOf(model, palette),
  };
}

function pluginsOf(model: ChartModel, palette: ChartPalette): Drawing[] {
  return [
    thresholdStrips(model, palette),
    drawnLines(model, palette),
    diamonds(model, palette),
    barLabels(model, palette),
  ];
}

function chartJsOptions(
  { categories, titles, scale, marks, layers }: ChartModel,
  palette: ChartPalette,
  formatValue: (value: number, decimals?: number) => string,
) {
  const decimals = stepDecimals(scale.step);
  return {
    animation: false as const,
    maintainAspectRatio: false,
    interaction: { mode: "index" as const, intersect: false },
    scales: {
      x: { stacked: layers.length > 0, grid: { display: false }, ticks: { color: palette.ink } },
      y: {
        stacked: layers.length > 0,
        min: scale.min,
        max: scale.max,
        grid: { color: palette.rule },
        ticks: {
          color: palette.ink,
          stepSize: scale.step,
          callback: (value: number | string) => formatValue(Number(value), decimals),
        },
      },
    },
    plugins: {
      legend: { display: false },
      tooltip: {
        filter: (
          { dataset }: { dataset: { label?: string | undefined; stack?: string | undefined } },
        ) => dataset.stack === undefined || dataset.label !== "",
        callbacks: {
          title: ([pointed]: readonly { dataIndex: number }[]) =>
            pointed === undefined
              ? ""
              : titles[pointed.dataIndex] ?? categories[pointed.dataIndex]?.label ?? "",
          label: ({ raw, dataset }: { raw: unknown; dataset: { label?: string | undefined } }) =>
            typeof raw === "number" ? named(dataset.label, formatValue(raw)) : "",
          footer: (pointed: readonly { dataIndex: number }[]) =>
            marks.filter(({ categoryIndex }) => categoryIndex === pointed[0]?.dataIndex)
              .map(({ text }) => text),
        },
      },
    },
  };
}

function named(name: string | undefined, value: string): string {
  return name ? `${name}\u00A0: ${value}` : value;
}

function barSet(model: ChartModel, palette: ChartPalette) {
  const data: (number | null)[] = model.categories.map(() => null);
  const backgroundColor = model.categories.map(() => palette.ink);
  for (const bar of model.bars) {
    data[bar.categoryIndex] = bar.value;
    backgroundColor[bar.categoryIndex] = palette[bar.colour];
  }
  return { label: model.barName, data, backgroundColor, grouped: false };
}

/** Dataset of a layer of a stack; the legend names each layer once. */
function layerSet({ name, colour, values, stack }: ChartLayer, palette: ChartPalette) {
  return { label: name, data: [...values], backgroundColor: palette[colour], stack: `${stack}` };
}

/** Invisible dataset of a line, for tooltips: {@link drawnLines} draws the line. */
function lineSet({ name, values }: ChartLine) {
  return { label: name, data: [...values], backgroundColor: "transparent", grouped: false };
}

function thresholdStrips(model: ChartModel, palette: ChartPalette): Drawing {
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

/** Plugin that draws lines over the bars: the line controller of chart.js would exceed the page's size budget. */
function drawnLines(model: ChartModel, palette: ChartPalette): Drawing {
  return {
    id: "lines",
    afterDatasetsDraw({ ctx, scales }: DrawnChart): void {
      const { x, y } = scales;
      if (x === undefined || y === undefined) return;
      for (const { colour, values } of model.lines) {
        ctx.strokeStyle = palette[colour];
        ctx.lineWidth = LINE_WIDTH;
        ctx.beginPath();
        values.forEach((value, index) => {
          if (value === null) return;
          const place = [x.getPixelForValue(index), y.getPixelForValue(value)] as const;
          if ((values[index - 1] ?? null) === null) ctx.moveTo(...place);
          else ctx.lineTo(...place);
          if (isAlone(values, index)) ctx.arc(...place, DOT, 0, 2 * Math.PI);
        });
        ctx.stroke();
      }
    },
  };
}

/** Plugin that draws the marks under the axis. */
function diamonds({ marks }: ChartModel, palette: ChartPalette): Drawing {
  return {
    id: "diamonds",
    afterDatasetsDraw({ ctx, chartArea, scales }: DrawnChart): void {
      const { x } = scales;
      if (x === undefined) return;
      ctx.fillStyle = palette.ink;
      ctx.beginPath();
      for (const { categoryIndex } of marks) {
        const middle = x.getPixelForValue(categoryIndex);
        const y = chartArea.bottom + MARK_DROP;
        ctx.moveTo(middle, y - DIAMOND);
        ctx.lineTo(middle + DIAMOND, y);
        ctx.lineTo(middle, y + DIAMOND);
        ctx.lineTo(middle - DIAMOND, y);
      }
      ctx.fill();
    },
  };
}

function isAlone(values: readonly (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}
