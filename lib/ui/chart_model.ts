/** Places the bars, stacks, lines, thresholds and marks of a chart in its box, and lists its legend. @module */

import { clamp } from "@/lib/base/rounding.ts";
import {
  type ChartMark,
  linePath,
  lonePoints,
  type MarkSpec,
  placedMarks,
  type Point,
  tenth,
} from "./chart_paths.ts";
import {
  type Box,
  type ChartScale,
  type ChartSize,
  plotWithin,
  stepDecimals,
} from "./chart_scale.ts";

/** A colour and its meaning. */
export interface LegendEntry {
  readonly name: string;
  readonly colour: ChartColour;
}

interface Drawn {
  readonly thresholds?: readonly LegendEntry[];
  readonly bars?: readonly Pick<LegendEntry, "colour">[];
  readonly barName?: string;
  readonly before?: LegendEntry;
  readonly stacks?: readonly (readonly LegendEntry[])[];
  readonly lines?: readonly LegendEntry[];
}

/** Legend of a chart, without duplicates; empty when there is a single entry. */
function legendOf(
  { thresholds = [], bars, barName, before, stacks = [], lines = [] }: Drawn,
): readonly LegendEntry[] {
  if (thresholds.length > 0) return thresholds;
  const colour = bars?.[0]?.colour;
  const named = barName === undefined || colour === undefined ? [] : [{ name: barName, colour }];
  const layers = stacks.flat().filter(({ name }) => name !== "");
  const drawn = [...before === undefined ? [] : [before], ...layers, ...lines];
  const entries = new Map([...named, ...drawn].map(({ name, colour }) => [name, { name, colour }]));
  return entries.size > 1 ? [...entries.values()] : [];
}

/** Names of the colours of a chart; the stylesheet defines their shades. */
export type ChartColour = "green" | "orange" | "red" | "blue" | "grey";

/** Amounts of one colour, zero or more, stacked on the previous layers; "" names one that another stack names. */
type LayerSpec = LineSpec;

/** Stacked layers, lowest first: one bar per category. */
export type StackSpec = readonly LayerSpec[];

/** A layer of one of several stacks drawn side by side. */
export interface ChartLayer extends LayerSpec {
  /** Rank of its stack, from the left. */
  readonly stack: number;
  /** Path data of its boxes, px. */
  readonly path: string;
}

/** Positions of the categories and values of a chart, px. */
interface StackPlacing {
  /** Total width of the bars of a category. */
  readonly width: number;
  middleOf(categoryIndex: number): number;
  heightOf(value: number): number;
}

/** Gap between two stacks of a category, and above each layer, px. */
const GAP = 1;

/** Lays out the layers of a chart: the stacks of a category side by side, each layer on the previous ones. */
export function placedLayers(stacks: readonly StackSpec[], placing: StackPlacing): ChartLayer[] {
  const width = placing.width / Math.max(1, stacks.length);
  return stacks.flatMap((layers, stack) => {
    const under = new Map<number, number>();
    return layers.map((layer): ChartLayer => {
      const boxes = layer.values.map((value, index) => {
        const from = under.get(index) ?? 0;
        const to = from + (value ?? 0);
        under.set(index, to);
        const x = placing.middleOf(index) - placing.width / 2 + stack * width;
        return to === from
          ? ""
          : boxPath(x, width - GAP, [placing.heightOf(from), placing.heightOf(to)]);
      });
      return { ...layer, stack, path: boxes.join("") };
    });
  });
}

/** Highest total of the stacks; 0 without any. */
export function stacksTop(stacks: readonly StackSpec[]): number {
  const tops = stacks.flatMap((layers) =>
    (layers[0]?.values ?? []).map((_, index) =>
      layers.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
    )
  );
  return Math.max(0, ...tops);
}

function boxPath(x: number, width: number, [bottom, top]: readonly [number, number]): string {
  const height = Math.max(bottom - top - GAP, GAP);
  return `M${tenth(x)} ${tenth(bottom)}h${tenth(width)}v${tenth(-height)}h${tenth(-width)}z`;
}

interface BarSpec {
  /** null for no bar. */
  readonly value: number | null;
  readonly colour: ChartColour;
  /** Its label; the formatted value by default. */
  readonly label?: string;
  /** True when its period has not ended. */
  readonly isRunning?: boolean;
}

interface LineSpec {
  readonly name: string;
  readonly colour: ChartColour;
  /** One value for each category; null breaks the line. */
  readonly values: readonly (number | null)[];
}

/** A range of values with a name and a colour. @spec balance.gap-chart */
export interface ChartThreshold {
  readonly name: string;
  readonly colour: ChartColour;
  /** null for no lower bound. */
  readonly min: number | null;
  /** null for no upper bound. */
  readonly max: number | null;
}

/** The labels under a chart, one for each bar or point; "" is not displayed. */
export interface ChartAxis {
  readonly categories: readonly string[];
  /** Names in the tooltip; the labels by default. */
  readonly titles?: readonly string[];
}

/** Content of a chart, before layout. */
export interface ChartSpec extends ChartAxis {
  readonly size: ChartSize;
  readonly scale: ChartScale;
  readonly bars?: readonly BarSpec[];
  /** Name of the bars, when there is something else too. */
  readonly barName?: string;
  /** Values drawn as a bar left of each bar: those it is compared with. */
  readonly before?: LineSpec;
  /** True when bars are too many to be labelled. */
  readonly hasBareBars?: boolean;
  /** Bars made of layers; stacks are side by side in each category. */
  readonly stacks?: readonly StackSpec[];
  readonly lines?: readonly LineSpec[];
  readonly thresholds?: readonly ChartThreshold[];
  readonly marks?: readonly MarkSpec[];
  /** @param decimals maximum on the axis; elsewhere, the user's language determines the decimals */
  formatValue(value: number, decimals?: number): string;
}

/** A tick of the vertical axis. */
interface ChartTick {
  readonly value: number;
  readonly label: string;
  readonly y: number;
}

/** A label on the horizontal axis. */
interface ChartCategory {
  readonly label: string;
  /** Its middle, px. */
  readonly x: number;
}

export interface ChartBar extends Box {
  readonly categoryIndex: number;
  readonly value: number;
  /** "" on a bare bar. */
  readonly label: string;
  /** Middle of the label, px: right of a taller bar of the year before. */
  readonly labelX: number;
  readonly colour: ChartColour;
  /** Edge of the plot too close for a label beyond the bar, which is then written inside; null otherwise. */
  readonly inside: "top" | "bottom" | null;
  /** True when its value is beyond the axis: it ends before the edge of the plot, with its label beyond. */
  readonly isBroken: boolean;
  readonly isRunning: boolean;
}

/** A line, broken at missing values and clipped to the bounds of the axis. */
export interface ChartLine extends LineSpec {
  /** Path data, px. */
  readonly path: string;
  /** Points without a known neighbour, which the line cannot show. */
  readonly dots: readonly Point[];
}

/** A threshold as a strip along the vertical axis. */
interface ThresholdStrip extends ChartThreshold {
  readonly y: number;
  readonly height: number;
}

/** A chart in pixels, for an SVG component or a charting library. */
export interface ChartModel {
  readonly size: ChartSize;
  /** Area of bars and lines. */
  readonly plot: Box;
  readonly scale: ChartScale;
  readonly ticks: readonly ChartTick[];
  readonly categories: readonly ChartCategory[];
  readonly titles: readonly string[];
  readonly bars: readonly ChartBar[];
  /** Name of the bars; "" when they are alone. */
  readonly barName: string;
  readonly layers: readonly ChartLayer[];
  readonly lines: readonly ChartLine[];
  readonly thresholds: readonly ThresholdStrip[];
  readonly marks: readonly ChartMark[];
  /** Meaning of each colour; empty when there is only one. */
  readonly legend: readonly LegendEntry[];
  /** Vertical position of zero; null when it is outside the axis. */
  readonly zeroY: number | null;
}

/** Room at the right of the plot, px. */
const RIGHT = 8;

/** Share of a category's width used by its bar. */
const BAR_SHARE = 0.62;

/**
 * Lays out a chart in pixels, rounded to a tenth.
 *
 * @spec balance.gap-chart
 * @param spec sizes, scale, categories, bars, lines
 */
export function chartModel(spec: ChartSpec): ChartModel {
  const { size, scale, formatValue } = spec;
  const decimals = stepDecimals(scale.step);
  const ticks = scale.ticks.map((value) => ({ value, label: formatValue(value, decimals) }));
  const plot = plotWithin(size, RIGHT, ticks);
  const placed: PlotLayout = {
    plot,
    scale,
    slotWidth: plot.width / Math.max(1, spec.categories.length),
  };
  return {
    size,
    plot,
    scale,
    ticks: ticks.map((tick) => ({ ...tick, y: heightOf(tick.value, placed) })),
    categories: spec.categories.map((label, index) => ({ label, x: middleOf(index, placed) })),
    titles: spec.titles ?? [],
    bars: (spec.bars ?? []).flatMap((bar, index) => placedBar(bar, index, placed, spec)),
    barName: spec.barName ?? "",
    layers: [
      ...spec.before === undefined ? [] : [placedBefore(spec.before, placed)],
      ...placedLayers(spec.stacks ?? [], {
        width: placed.slotWidth * BAR_SHARE,
        middleOf: (index) => middleOf(index, placed),
        heightOf: (value) => heightOf(value, placed),
      }),
    ],
    lines: (spec.lines ?? []).map((line) => placedLine(line, placed)),
    thresholds: (spec.thresholds ?? []).map((threshold) => placedThreshold(threshold, placed)),
    marks: placedMarks(spec.marks, plot, (index) => middleOf(index, placed)),
    legend: legendOf(spec),
    zeroY: scale.min <= 0 && scale.max >= 0 ? heightOf(0, placed) : null,
  };
}

interface PlotLayout {
  readonly plot: Box;
  readonly scale: ChartScale;
  readonly slotWidth: number;
}

function placedBar(
  bar: BarSpec,
  index: number,
  placing: PlotLayout,
  { formatValue, hasBareBars, before }: ChartSpec,
): ChartBar[] {
  const { value, colour, isRunning = false } = bar;
  if (value === null) return [];
  const { min, max } = placing.scale;
  const share = placing.slotWidth * BAR_SHARE;
  const width = tenth(before === undefined ? share : share / 2);
  const base = heightOf(0, placing);
  const isBroken = value < min || value > max;
  const beyond = isBroken ? Math.sign(value) * BREAK_ROOM : 0;
  const end = tenth(heightOf(value, placing) + beyond);
  const x = tenth(middleOf(index, placing) + share / 2 - width);
  const room = (before?.values[index] ?? value) > value ? placing.slotWidth - share : 0;
  return [{
    categoryIndex: index,
    value,
    label: hasBareBars ? "" : bar.label ?? formatValue(value),
    colour,
    inside: isBroken ? null : edgeAt(value, end, placing),
    isBroken,
    isRunning,
    x,
    labelX: tenth(x + (width + room) / 2),
    y: Math.min(base, end),
    width,
    height: tenth(Math.abs(base - end)),
  }];
}

/** Room between a broken bar and the edge of the plot, for its label, px. */
const BREAK_ROOM = 18;

/** The values that bars are compared with, as bars left of them. */
function placedBefore(before: LineSpec, placing: PlotLayout): ChartLayer {
  const width = placing.slotWidth * BAR_SHARE / 2;
  const base = heightOf(0, placing);
  const boxes = before.values.map((value, index) => {
    if (!value) return "";
    const end = heightOf(value, placing);
    const edges = [Math.max(base, end), Math.min(base, end)] as const;
    return boxPath(middleOf(index, placing) - width, width - GAP, edges);
  });
  return { ...before, stack: 0, path: boxes.join("") };
}

/** Minimum distance from a bar's end to the plot's edge for a label beyond it, px: the margin provides the rest. */
const LABEL_ROOM = { above: 4, below: 8 } as const;

function edgeAt(value: number, end: number, { plot }: PlotLayout): ChartBar["inside"] {
  if (value > 0) return end < plot.y + LABEL_ROOM.above ? "top" : null;
  return value < 0 && end > plot.y + plot.height - LABEL_ROOM.below ? "bottom" : null;
}

function placedLine(line: LineSpec, placing: PlotLayout): ChartLine {
  const points = line.values.map((value, index) =>
    value === null ? null : { x: middleOf(index, placing), y: heightOf(value, placing) }
  );
  return { ...line, path: linePath(points), dots: lonePoints(points) };
}

function placedThreshold(threshold: ChartThreshold, placing: PlotLayout): ThresholdStrip {
  const y = heightOf(threshold.max ?? placing.scale.max, placing);
  const bottom = heightOf(threshold.min ?? placing.scale.min, placing);
  return { ...threshold, y, height: tenth(bottom - y) };
}

function middleOf(index: number, { plot, slotWidth }: PlotLayout): number {
  return tenth(plot.x + (index + 0.5) * slotWidth);
}

function heightOf(value: number, { plot, scale }: PlotLayout): number {
  const within = clamp(value, scale.min, scale.max);
  return tenth(plot.y + plot.height * (scale.max - within) / (scale.max - scale.min));
}
