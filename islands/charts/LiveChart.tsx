import { useEffect, useRef, useState } from "react";
import { ChartLegend } from "../../components/charts/ChartLegend.tsx";
import { ChartSvg } from "../../components/charts/ChartSvg.tsx";
import { chartJsConfig, type ChartPalette } from "../../lib/domain/charts/chart_js.ts";
import type { ChartModel } from "../../lib/domain/charts/chart_model.ts";
import { formatQuantity } from "../../lib/text/numbers.ts";
import { whenWanted } from "./when_wanted.ts";

interface LiveChartProps {
  model: ChartModel;
  title: string;
  label: string;
  /** Unit of the values, written in tooltips and along the axis. */
  unit: string;
}

/**
 * A chart that is SVG at once, and chart.js when the reader points at it or has had it in view for a moment; never
 * when the browser asks to save data. What is printed stays the SVG.
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
      {model.thresholds.length > 0 && <ChartLegend thresholds={model.thresholds} />}
    </figure>
  );
}

/** Draws on the canvas once chart.js is there; the answer undoes it. */
function drawn(
  canvas: HTMLCanvasElement,
  model: ChartModel,
  unit: string,
  done: () => void,
): () => void {
  let chart: { destroy(): void } | undefined;
  let gone = false;
  import("./chart_parts.ts").then(({ Chart }) => {
    if (gone) return;
    const config = chartJsConfig(model, paletteOf(canvas), (value) => formatQuantity(value, unit));
    chart = new Chart(canvas, config);
    done();
  }).catch(() => {
    // The link was lost: the SVG that stands there says the same.
  });
  return () => {
    gone = true;
    chart?.destroy();
  };
}

const TOKENS = {
  green: "--gap-good",
  orange: "--gap-bad",
  red: "--gap-very-bad",
  blue: "--series-1",
  ink: "--ink-soft",
  rule: "--line",
} as const;

/** The shades of the stylesheet, as the browser computes them for light or dark. */
function paletteOf(element: HTMLElement): ChartPalette {
  const probe = document.createElement("span");
  element.after(probe);
  const shade = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    green: shade(TOKENS.green),
    orange: shade(TOKENS.orange),
    red: shade(TOKENS.red),
    blue: shade(TOKENS.blue),
    ink: shade(TOKENS.ink),
    rule: shade(TOKENS.rule),
  };
  probe.remove();
  return palette;
}
