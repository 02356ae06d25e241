/** A chart as SVG, with its legend, and as a figure with tooltips. @module */

import type { ComponentChildren } from "preact";
import ChartPointer from "@/islands/ui/ChartPointer.tsx";
import { escaped } from "@/lib/base/text_format.ts";
import type { ChartBar, ChartModel, LegendEntry } from "@/lib/ui/chart_model.ts";
import { breakPath, diamondPath, hatchPath } from "@/lib/ui/chart_paths.ts";
import { chartPoints, newestX } from "@/lib/ui/chart_points.ts";
import type { ScatterModel } from "@/lib/ui/scatter_chart.ts";

/** Meaning of each colour of a chart, and of the marks under its axis. */
export function ChartLegend(
  { entries, isMarked = false }: { entries: readonly LegendEntry[]; isMarked?: boolean },
) {
  if (entries.length === 0 && !isMarked) return null;
  return (
    <ul class="chart-legend">
      {entries.map(({ name, colour }) => (
        <li key={colour}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <rect class={`chart-${colour}`} width="12" height="12" rx="2" />
          </svg>
          {name}
        </li>
      ))}
      {isMarked && (
        <li>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path class="chart-mark" d={diamondPath({ x: 6, y: 6 })} />
          </svg>
          À savoir, dit plus bas
        </li>
      )}
    </ul>
  );
}

interface ChartFigureProps extends ChartSvgProps {
  title: string;
  /** Name of the region that scrolls on a narrow screen: the title when omitted. */
  name?: string;
  /** Unit of the values, shown in tooltips; without one there are none. */
  unit?: string;
  /** A note below. */
  children?: ComponentChildren;
}

/**
 * A chart with its title, its legend, the tooltips of its values, and a note. Where it is wider than the screen, it
 * begins at its newest end.
 *
 * @spec series.charts-on-phones
 */
export function ChartFigure(
  { model, title, name = title, label, unit, children }: ChartFigureProps,
) {
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div
        class={newestX(model) > model.size.width / 2 ? "chart-box chart-newest" : "chart-box"}
        role="region"
        aria-label={name}
        tabIndex={0}
      >
        <div class="chart-plot">
          <ChartSvg model={model} label={label} />
          <ValueAxis model={model} />
          {unit !== undefined && <ChartPointer points={chartPoints(model)} unit={unit} />}
        </div>
      </div>
      <ChartLegend entries={model.legend} isMarked={model.marks.length > 0} />
      {children && <p class="soft">{children}</p>}
    </figure>
  );
}

/** The labels of the vertical axis: they stay in view while the rest scrolls. */
function ValueAxis({ model: { ticks, plot, size } }: Pick<ChartSvgProps, "model">) {
  return (
    <svg
      class="chart-values chart-axis chart-axis-y"
      viewBox={`0 0 ${plot.x} ${plot.y + plot.height + LABEL_DROP}`}
      width={`${100 * plot.x / size.width}%`}
      aria-hidden="true"
    >
      {ticks.map((tick) => (
        <text key={tick.value} x={plot.x - 8} y={tick.y + LABEL_DROP}>{tick.label}</text>
      ))}
    </svg>
  );
}

/** From a tick down to the foot of its label, px. */
const LABEL_DROP = 4;

interface ChartSvgProps {
  model: ChartModel;
  /** Text alternative of the chart; the table beside it has the figures. */
  label: string;
}

/** A chart as SVG, for printing, pages without JavaScript and the first rendering. Colours are in the stylesheet. */
export function ChartSvg({ model, label }: ChartSvgProps) {
  const { size, plot, zeroY } = model;
  const right = plot.x + plot.width;
  return (
    <ChartFrame size={size} label={label}>
      <path
        class="chart-grid"
        d={model.ticks.map((tick) => `M${plot.x} ${tick.y}H${right}`).join("")}
      />
      {model.thresholds.map((strip) => (
        <rect
          key={strip.colour}
          class={`chart-${strip.colour}`}
          x={plot.x - 6}
          y={strip.y}
          width="4"
          height={strip.height}
        />
      ))}
      <g class="chart-axis chart-axis-x">
        {model.categories.map((category) =>
          category.label === ""
            ? null
            : (
              <text key={category.x} x={category.x} y={plot.y + plot.height + 18}>
                {category.label}
              </text>
            )
        )}
      </g>
      {model.bars.map((bar) => <Bar key={bar.categoryIndex} bar={bar} />)}
      {model.layers.map(({ stack, colour, path }) => (
        <path key={`${stack} ${colour}`} class={`chart-${colour}`} d={path} />
      ))}
      {model.lines.map((line) => (
        <g key={line.name} class={`chart-line chart-${line.colour}`}>
          <path d={line.path} />
          {line.dots.map((dot) => <circle key={dot.x} cx={dot.x} cy={dot.y} r="2.5" />)}
        </g>
      ))}
      {model.marks.map(({ categoryIndex, text, x, y }) => (
        <path
          key={categoryIndex}
          class="chart-mark"
          d={diamondPath({ x, y })}
          dangerouslySetInnerHTML={{ __html: `<title>${escaped(text)}</title>` }}
        />
      ))}
      {zeroY !== null && <path class="chart-zero" d={`M${plot.x} ${zeroY}H${right}`} />}
    </ChartFrame>
  );
}

/** A bar and its value, at its end, or inside when there is no room beyond. */
function Bar({ bar }: { bar: ChartBar }) {
  return (
    <g class={`chart-bar chart-${bar.colour}`}>
      <rect x={bar.x} y={bar.y} width={bar.width} height={Math.max(bar.height, 1)} />
      {bar.isRunning && <path class="chart-hatch" d={hatchPath(bar)} />}
      {bar.isBroken && (
        <path
          class="chart-break"
          d={breakPath({ ...bar, y: bar.value < 0 ? bar.y + bar.height - 12 : bar.y + 12 })}
        />
      )}
      {bar.label && <text x={bar.labelX} y={valueHeight(bar)}>{bar.label}</text>}
    </g>
  );
}

function valueHeight({ y, height, value, inside }: ChartBar): number {
  if (inside === "top") return Math.round(y + 14);
  if (inside === "bottom") return Math.round(y + height - 5);
  return Math.round(value < 0 ? y + height + 13 : y - 4);
}

interface ChartFrameProps {
  size: { readonly width: number; readonly height: number };
  /** Text alternative of the chart; the table beside it has the figures. */
  label: string;
  children: ComponentChildren;
}

export function ChartFrame({ size: { width, height }, label, children }: ChartFrameProps) {
  return (
    <svg
      class="chart-svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      {children}
    </svg>
  );
}

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
