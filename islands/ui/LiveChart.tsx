import { useEffect, useRef, useState } from "react";
import { ChartLegend, ChartSvg } from "@/components/ui/ChartSvg.tsx";
import type { ChartModel } from "@/lib/ui/chart_model.ts";
import { whenWanted } from "@/lib/ui/lazy_load.ts";

interface LiveChartProps {
  model: ChartModel;
  title: string;
  label: string;
  /** Unit of the values, shown in tooltips and along the axis. */
  unit: string;
}

/**
 * A chart rendered as SVG, and replaced by chart.js when the user points at it or has it in view for a moment; never
 * when the browser asks to save data. The SVG is printed.
 */
export default function LiveChart({ model, title, label, unit }: LiveChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [wanted, setWanted] = useState(false);
  const [live, setLive] = useState(false);

  useEffect(() => whenWanted(box.current, () => setWanted(true)), []);
  useEffect(() => {
    if (!wanted || canvas.current === null) return;
    return drawn(canvas.current, model, unit, () => setLive(true));
  }, [wanted, model, unit]);

  return (
    <figure class={live ? "chart chart-live" : "chart"}>
      <figcaption>{title}</figcaption>
      <div class="chart-box" ref={box} role="region" aria-label={title} tabIndex={0}>
        <ChartSvg model={model} label={label} />
        {wanted && (
          <div class="chart-canvas" aria-hidden="true">
            <canvas ref={canvas} />
          </div>
        )}
      </div>
      <ChartLegend entries={model.legend} isMarked={model.marks.length > 0} />
    </figure>
  );
}

/** Draws on the canvas once chart.js is loaded. @returns a function that removes it */
function drawn(
  canvas: HTMLCanvasElement,
  model: ChartModel,
  unit: string,
  done: () => void,
): () => void {
  let chart: { destroy(): void } | undefined;
  let gone = false;
  import("@/lib/ui/draw_chart.ts").then(({ drawnChart }) => {
    if (gone) return;
    chart = drawnChart(canvas, model, unit);
    done();
  }).catch(() => {
    // Without network, the SVG remains.
  });
  return () => {
    gone = true;
    chart?.destroy();
  };
}
