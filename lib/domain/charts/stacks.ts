import type { LineSpec } from "./chart_model.ts";
import { tenth } from "./path.ts";

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
