import { useEffect, useRef, useState } from "react";
import type { ChartPoints } from "@/lib/ui/chart_points.ts";
import type { PointedChart } from "@/lib/ui/draw_chart.ts";
import { whenWanted } from "@/lib/ui/lazy_load.ts";

interface ChartPointerProps {
  points: ChartPoints;
  /** Unit of the values, shown in tooltips. */
  unit: string;
}

/**
 * The tooltips of chart.js over the SVG of a chart, once the user points at it, focuses it or has it in view for a
 * moment; never when the browser asks to save data, unless a key is pressed. Arrow keys walk its values.
 */
export default function ChartPointer({ points, unit }: ChartPointerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    const box = boxOf(said.current);
    const want = () => setWanted(true);
    box?.addEventListener("keydown", want, { once: true });
    return whenWanted(box, want);
  }, []);
  useEffect(() => {
    if (!wanted || canvas.current === null) return;
    return loaded(canvas.current, points, unit, (chart) => walkWithKeys(said.current, chart));
  }, [wanted, points, unit]);

  return (
    <>
      {wanted && (
        <div class="chart-canvas" aria-hidden="true">
          <canvas ref={canvas} />
        </div>
      )}
      <p class="visually-hidden" role="status" ref={said} />
    </>
  );
}

function boxOf(inside: Element | null): HTMLElement | null {
  return inside?.closest<HTMLElement>(".chart-box") ?? null;
}

/** Shows and says the value that an arrow key leads to, and scrolls to it. */
function walkWithKeys(said: HTMLElement | null, chart: PointedChart): void {
  const [box, plot] = [boxOf(said), said?.parentElement];
  if (box === null || !plot || said === null) return;
  box.onkeydown = (event) => {
    const pointed = chart.walk(event.key);
    if (pointed === null) return;
    event.preventDefault();
    said.textContent = pointed.text;
    const [inner, outer] = [plot.getBoundingClientRect(), box.getBoundingClientRect()];
    box.scrollBy({ left: inner.left + inner.width * pointed.at - outer.left - outer.width / 2 });
  };
}

/** Lays chart.js on the canvas once it is loaded. @returns a function that removes it */
function loaded(
  canvas: HTMLCanvasElement,
  points: ChartPoints,
  unit: string,
  done: (chart: PointedChart) => void,
): () => void {
  let chart: PointedChart | undefined;
  let gone = false;
  import("@/lib/ui/draw_chart.ts").then(({ pointedChart }) => {
    if (gone) return;
    chart = pointedChart(canvas, points, unit);
    done(chart);
  }).catch(() => {
    // Without network, the SVG remains.
  });
  return () => {
    gone = true;
    chart?.destroy();
  };
}
