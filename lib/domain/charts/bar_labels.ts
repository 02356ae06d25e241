import type { ChartModel } from "./chart_model.ts";

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
