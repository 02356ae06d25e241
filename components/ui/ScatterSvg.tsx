import type { ComponentChildren } from "preact";
import type { ScatterModel } from "@/lib/ui/scatter_chart.ts";
import { ChartFrame } from "./ChartSvg.tsx";

interface ScatterSvgProps {
  model: ScatterModel;
  /** Text alternative of the chart; the table beside it has the figures. */
  label: string;
}

/** A scatter chart as SVG, with its line. The stylesheet defines the colours. */
function ScatterSvg({ model, label }: ScatterSvgProps) {
  const { size, plot, columns, rows } = model;
  const [right, bottom] = [plot.x + plot.width, plot.y + plot.height];
  return (
    <ChartFrame size={size} label={label}>
      <path
        class="chart-grid"
        d={rows.map(({ at }) => `M${plot.x} ${at}H${right}`).join("") +
          columns.map(({ at }) => `M${at} ${plot.y}V${bottom}`).join("")}
      />
      <g class="chart-axis chart-axis-y">
        {rows.map(({ label: text, at }) => <text key={at} x={plot.x - 10} y={at + 4}>{text}</text>)}
      </g>
      <g class="chart-axis chart-axis-x">
        {columns.map(({ label: text, at }) => <text key={at} x={at} y={bottom + 18}>{text}</text>)}
      </g>
      {model.band !== "" && <path class="chart-band" d={model.band} />}
      {model.line !== "" && (
        <g class="chart-line chart-orange">
          <path d={model.line} />
        </g>
      )}
      {model.otherDots !== "" && <path class="chart-dots chart-grey" d={model.otherDots} />}
      <path class="chart-dots chart-blue" d={model.dots} />
    </ChartFrame>
  );
}

interface ScatterFigureProps extends ScatterSvgProps {
  /** What its two axes are. */
  title: string;
  /** Name of the region that scrolls on a narrow screen. */
  name: string;
  /** A note below. */
  children?: ComponentChildren;
}

/** A scatter chart with its title and a note. */
export function ScatterFigure({ title, name, children, ...chart }: ScatterFigureProps) {
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div class="chart-box" role="region" aria-label={name} tabIndex={0}>
        <ScatterSvg {...chart} />
      </div>
      {children && <p class="soft">{children}</p>}
    </figure>
  );
}
