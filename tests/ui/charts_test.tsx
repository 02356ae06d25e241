import type { ChartConfiguration } from "chart.js";
import { deepStrictEqual, match, ok, strictEqual, throws } from "node:assert/strict";
import { ChartFigure, ChartSvg } from "@/components/ui/ChartSvg.tsx";
import { chartModel, type ChartSpec, placedLayers } from "@/lib/ui/chart_model.ts";
import { linePath, type Point } from "@/lib/ui/chart_paths.ts";
import { chartPoints, newestX } from "@/lib/ui/chart_points.ts";
import { chartScale } from "@/lib/ui/chart_scale.ts";
import { chartJsConfig, type ChartPalette, pointText } from "@/lib/ui/draw_chart.ts";
import { drawn } from "@/tests/helpers/drawn.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** Plot of 300 × 200 from (52, 12): four slots of 75, and 20 px for one unit. */
const SPEC: ChartSpec = {
  size: { width: 360, height: 240 },
  scale: chartScale(-5, 5, 5),
  categories: ["a", "b", "c", "d"],
  formatValue: (value) => `${value} %`,
};

Deno.test("chartModel() places the axis: highest value at the top, lowest at the bottom", () => {
  const { ticks, plot, zeroY } = chartModel(SPEC);
  deepStrictEqual(plot, { x: 52, y: 12, width: 300, height: 200 });
  // −6 to 6 by 2: 200 px / 12
  deepStrictEqual(ticks.map((tick) => [tick.value, tick.y]), [
    [-6, 212],
    [-4, 178.7],
    [-2, 145.3],
    [0, 112],
    [2, 78.7],
    [4, 45.3],
    [6, 12],
  ]);
  strictEqual(ticks[0]?.label, "-6 %");
  strictEqual(zeroY, 112);
});

Deno.test("chartModel() puts labels under the middle of their slot", () => {
  deepStrictEqual(chartModel(SPEC).categories, [
    { label: "a", x: 89.5 },
    { label: "b", x: 164.5 },
    { label: "c", x: 239.5 },
    { label: "d", x: 314.5 },
  ]);
});

Deno.test("chartModel() draws bars up or down from zero, and none for null", () => {
  const values = [3, null, -6, 0];
  const { bars } = chartModel({
    ...SPEC,
    bars: values.map((value) => ({ value, colour: "orange" })),
  });
  const common = { colour: "orange", isBroken: false, isRunning: false, width: 46.5 };
  const bar = { ...common, categoryIndex: 0, value: 3, label: "3 %", inside: null };
  deepStrictEqual(bars, [
    { ...bar, x: 66.3, labelX: 89.6, y: 62, height: 50 },
    {
      ...common,
      categoryIndex: 2,
      value: -6,
      label: "-6 %",
      inside: "bottom",
      x: 216.3,
      labelX: 239.6,
      y: 112,
      height: 100,
    },
    {
      ...bar,
      categoryIndex: 3,
      value: 0,
      label: "0 %",
      x: 291.3,
      labelX: 314.6,
      y: 112,
      height: 0,
    },
  ]);
});

Deno.test("chartModel() breaks a bar beyond the bound before the edge, with its whole value beyond", () => {
  const { bars } = chartModel({
    ...SPEC,
    bars: [{ value: 48, colour: "red" }, { value: -48, colour: "green" }],
  });
  deepStrictEqual(
    bars.map(({ y, height, inside, isBroken, label }) => ({ y, height, inside, isBroken, label })),
    [
      { y: 30, height: 82, inside: null, isBroken: true, label: "48 %" },
      { y: 112, height: 82, inside: null, isBroken: true, label: "-48 %" },
    ],
  );
});

Deno.test("chartModel() writes a label right of a taller bar of the year before", () => {
  const labelX = (before: number | null) =>
    chartModel({
      ...SPEC,
      bars: [{ value: 3, colour: "blue" }],
      before: { name: "2024", colour: "grey", values: [before] },
    }).bars[0]?.labelX;
  // The bar is from 89.5 to 112.8 px, the next slot has nothing before 141.3.
  deepStrictEqual([labelX(null), labelX(2), labelX(4)], [101.2, 101.2, 115.4]);
});

Deno.test("chartModel() draws the values compared with left of the bars, from zero", () => {
  const model = chartModel({
    ...SPEC,
    bars: [{ value: 3, colour: "blue" }],
    barName: "2025",
    before: { name: "2024", colour: "grey", values: [-3, null, 0] },
  });
  const [bar] = model.bars;
  const [before] = model.layers;
  deepStrictEqual([bar?.x, bar?.width], [89.5, 23.3]);
  strictEqual(before?.path, "M66.3 162h22.3v-49h-22.3z");
  deepStrictEqual(model.legend.map(({ name }) => name), ["2025", "2024"]);
});

// @spec balance.gap-chart
Deno.test("chartModel() puts a label inside its bar when the edge of the plot is too close", () => {
  const insideOf = (values: number[]) =>
    chartModel({ ...SPEC, bars: values.map((value) => ({ value, colour: "red" })) })
      .bars.map(({ inside }) => inside);
  // 100 px for 6: 5.9 ends 1.7 px from the edge, 5.6 6.7 px, 5.4 10 px.
  deepStrictEqual(insideOf([6, 5.9, 5.6]), ["top", "top", null]);
  deepStrictEqual(insideOf([-6, -5.9, -5.6, -5.4]), ["bottom", "bottom", "bottom", null]);
});

Deno.test("chartModel() draws a line through known values, and a dot for an isolated one", () => {
  const { lines } = chartModel({
    ...SPEC,
    lines: [{ name: "Nancy", colour: "blue", values: [0, 6, null, -6] }],
  });
  deepStrictEqual(lines, [{
    name: "Nancy",
    colour: "blue",
    values: [0, 6, null, -6],
    path: "M89.5 112l75-100M314.5 212",
    dots: [{ x: 314.5, y: 212 }],
  }]);
});

Deno.test("chartModel() makes strips of thresholds, within the axis", () => {
  const { thresholds } = chartModel({
    ...SPEC,
    thresholds: [
      { name: "good", colour: "green", min: null, max: 0 },
      { name: "bad", colour: "orange", min: 0, max: 3 },
      { name: "very bad", colour: "red", min: 3, max: 99 },
    ],
  });
  deepStrictEqual(thresholds.map(({ colour, y, height }) => ({ colour, y, height })), [
    { colour: "green", y: 112, height: 100 },
    { colour: "orange", y: 62, height: 50 },
    { colour: "red", y: 12, height: 50 },
  ]);
});

Deno.test("chartModel() puts a mark under the middle of its category, between the axis and the labels", () => {
  const { categories, plot, marks } = chartModel({
    ...SPEC,
    marks: [{ categoryIndex: 1, text: "Panne" }],
  });
  deepStrictEqual(marks, [
    { categoryIndex: 1, text: "Panne", x: categories[1]?.x, y: plot.y + plot.height + 4 },
  ]);
  deepStrictEqual(chartModel(SPEC).marks, []);
});

Deno.test("chartModel() writes inside a bar of less than one that fills its axis, and beyond one of zero", () => {
  const insideOf = (value: number, scale = chartScale(0, 0.5, 5)) =>
    chartModel({ ...SPEC, scale, bars: [{ value, colour: "green" }] }).bars[0]?.inside;
  deepStrictEqual([insideOf(0.5), insideOf(0.25), insideOf(0)], ["top", null, null]);
  strictEqual(insideOf(-0.5, chartScale(-0.5, 0, 5)), "bottom");
});

/** Categories of 40 px from 0, ten px for one unit, zero at 100. */
const PLACING = {
  width: 20,
  middleOf: (index: number) => 20 + 40 * index,
  heightOf: (value: number) => 100 - 10 * value,
};
const STACKS = [
  [
    { name: "a", colour: "green", values: [2, null] },
    { name: "b", colour: "orange", values: [3, 4] },
  ],
  [{ name: "", colour: "grey", values: [1, 0] }],
] as const;

Deno.test("placedLayers() puts stacks side by side, each layer on the previous ones, without empty layers", () => {
  const layers = placedLayers(STACKS, PLACING);
  // Bars of 10 px, 10 px apart; those of a category begin at 10 and at 50.
  deepStrictEqual(layers.map(({ path }) => path), [
    "M10 100h9v-19h-9z",
    "M10 80h9v-29h-9zM50 100h9v-39h-9z",
    "M20 100h9v-9h-9z",
  ]);
  deepStrictEqual(layers.map(({ stack }) => stack), [0, 0, 1]);
});

function points(...pairs: readonly (readonly [number, number] | null)[]): (Point | null)[] {
  return pairs.map((pair) => pair === null ? null : { x: pair[0], y: pair[1] });
}

Deno.test("linePath() breaks where a point is missing", () => {
  strictEqual(linePath(points([0, 1], [1, 1], null, [3, 2], [4, 2])), "M0 1l1 0M3 2l1 0");
});

Deno.test("linePath() is exact to a tenth, with one decimal at most", () => {
  const tenths = fc.integer({ min: 0, max: 8000 }).map((n) => n / 10);
  const line = fc.array(fc.record({ x: tenths, y: tenths }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(line, (drawn) => {
      const path = linePath(drawn);
      ok(!/\d\.\d{2,}/.test(path), path);
      const numbers = (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
      let [x, y] = [0, 0];
      for (const [index, point] of drawn.entries()) {
        x += numbers[2 * index] ?? NaN;
        y += numbers[2 * index + 1] ?? NaN;
        ok(Math.abs(x - point.x) < 0.01 && Math.abs(y - point.y) < 0.01);
      }
    }),
    { numRuns: 300, seed: 20260101 },
  );
});

Deno.test("chartScale() steps by 1, 2 or 5 times a power of ten", () => {
  const steps = [30, 12, 0.5, 6000, 24].map((high) => chartScale(0, high, 5).step);
  // 30 / 5 = 6 steps, 12 / 2 = 6, 0.5 / 0.1 = 5, 6,000 / 1,000 = 6, 24 / 5 = 5
  deepStrictEqual(steps, [5, 2, 0.1, 1000, 5]);
  // No binary rounding errors.
  deepStrictEqual(chartScale(0, 0.5, 5).ticks, [0, 0.1, 0.2, 0.3, 0.4, 0.5]);
});

Deno.test("chartScale() refuses values that no axis can show", () => {
  throws(() => chartScale(0, NaN, 5), RangeError);
  throws(() => chartScale(NaN, 1, 5), RangeError);
});

Deno.test("chartScale() includes both values, in three to seven even steps", () => {
  const value = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000);
  fc.assert(
    fc.property(value, value, (one, other) => {
      const [low, high] = one < other ? [one, other] : [other, one];
      const { min, max, step, ticks } = chartScale(low, high, 5);
      ok(min <= low && max >= high, `${min}…${max} does not hold ${low}…${high}`);
      ok(ticks.length >= 4 && ticks.length <= 8, `${ticks.length} ticks`);
      strictEqual(ticks[0], min);
      strictEqual(ticks.at(-1), max);
      for (const [index, tick] of ticks.entries()) {
        ok(Math.abs(tick - (min + index * step)) <= 1e-6);
      }
    }),
    { numRuns: 500, seed: 20260101 },
  );
});

Deno.test("chartScale() is finite for any numbers, however large, small or close", () => {
  const any = fc.oneof(
    fc.double({ noNaN: true }),
    fc.constantFrom(0, 5e-324, -5e-324, 1e308, -1e308, Number.MAX_VALUE, Infinity, -Infinity, 1e15),
  );
  fc.assert(
    fc.property(any, any, fc.integer({ min: 2, max: 10 }), (one, other, stepCount) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const { min, max, step, ticks } = chartScale(low, high, stepCount);
      ok(Number.isFinite(min) && Number.isFinite(max) && step > 0 && Number.isFinite(step));
      ok(ticks.length >= 2 && ticks.length <= 40, String(ticks.length));
      ok(ticks.every((tick, at) => at === 0 || tick > (ticks[at - 1] ?? tick)), ticks.join(" "));
      // Rounding may leave a value outside by 1e-6 of a step.
      if (Math.abs(low) < 1e300) ok(min <= low + step * 1e-6, `${min} ${low}`);
      if (Math.abs(high) < 1e300) ok(max >= high - step * 1e-6, `${max} ${high}`);
    }),
    { numRuns: 2_000, seed: 20261122 },
  );
});

// @spec series.charts-on-phones
Deno.test("newestX() is that of the last value of the shortest set: a limit or a year before runs on", () => {
  const line = (...values: (number | null)[]) => ({ name: "l", colour: "blue" as const, values });
  const newest = (spec: Partial<ChartSpec>) => newestX(chartModel({ ...SPEC, ...spec }));
  strictEqual(newest({ lines: [line(1, null, 2, null), line(1, 1, 1, 1)] }), 239.5);
  const bars = [1, 2, null, null].map((value) => ({ value, colour: "blue" as const }));
  strictEqual(newest({ bars, before: line(4, 4, 4, 4) }), 164.5);
  strictEqual(newest({ lines: [line(null, null, null, null)] }), 0);
  strictEqual(newest({}), 0);
});

// @spec series.charts-on-phones
Deno.test("ChartFigure begins at its newest end when its values go beyond its middle", () => {
  const figure = (...values: (number | null)[]) =>
    drawn(
      <ChartFigure
        model={chartModel({ ...SPEC, lines: [{ name: "l", colour: "blue", values }] })}
        title="t"
        label="l"
      />,
    );
  match(figure(1, 2, 3, null), /class="chart-box chart-newest"/);
  match(figure(1, 2, null, null), /class="chart-box"/);
});

Deno.test("a mark of a chart shows its text as a tooltip, for any input", () => {
  const model = chartModel({
    size: { width: 360, height: 240 },
    scale: chartScale(0, 5, 5),
    categories: ["a"],
    formatValue: String,
    marks: [{ categoryIndex: 0, text: "</title><script>1 < 2 & 3" }],
  });
  const html = drawn(<ChartSvg model={model} label="Essai" />);
  ok(html.includes("<title>&lt;/title&gt;&lt;script&gt;1 &lt; 2 &amp; 3</title></path>"), html);
});

const PALETTE: ChartPalette = {
  green: "#0a0",
  orange: "#a60",
  red: "#a00",
  blue: "#00a",
  grey: "#555",
  ink: "#111",
  line: "#ddd",
  surface: "#fff",
  font: "sans-serif",
};

const MONTHS: ChartSpec = {
  size: { width: 360, height: 240 },
  scale: chartScale(-15, 15, 5),
  categories: ["janv.", "févr.", "mars"],
  formatValue: (value) => `${value} %`,
};

const BARS = chartModel({
  ...MONTHS,
  bars: [
    { value: -4, colour: "green" },
    { value: null, colour: "green" },
    { value: 40, colour: "red" },
  ],
});

function configOf(model = BARS) {
  return chartJsConfig(chartPoints(model), PALETTE, MONTHS.formatValue);
}

function datasetsOf(spec: Partial<ChartSpec>) {
  return configOf(chartModel({ ...MONTHS, ...spec })).data.datasets;
}

Deno.test("chartJsConfig() of bars has their values and colours, gaps included, and paints nothing", () => {
  // Compiles only if chart.js accepts the configuration.
  const config: ChartConfiguration<"bar", (number | null)[], string> = configOf();
  deepStrictEqual(config.data.labels, ["janv.", "févr.", "mars"]);
  deepStrictEqual(configOf().data.datasets, [{
    label: "",
    data: [-4, null, 40],
    colours: ["green", "blue", "red"],
    backgroundColor: "transparent",
    grouped: false,
  }]);
});

Deno.test("chartJsConfig() has the axis and the plot of the SVG, at its width on the screen", () => {
  const { scales, layout } = configOf().options;
  deepStrictEqual([scales.y.min, scales.y.max], [-15, 15]);
  const { plot } = BARS;
  const margins = layout.padding({ chart: { width: 720 } });
  deepStrictEqual(margins, {
    left: 2 * plot.x,
    right: 2 * (360 - plot.x - plot.width),
    top: 2 * plot.y,
    bottom: 2 * (240 - plot.y - plot.height),
  });
});

Deno.test("chartJsConfig() has the lines, the values compared with and each named layer once", () => {
  const names = (spec: Partial<ChartSpec>) => datasetsOf(spec).map(({ label }) => label);
  const line = { name: "2024", colour: "grey" as const, values: [1, null, 3] };
  deepStrictEqual(names({ lines: [line] }), ["2024"]);
  const bars = [{ value: 2, colour: "blue" as const }];
  deepStrictEqual(names({ bars, barName: "2025", before: line }), ["2024", "2025"]);
  const layer = (name: string) => [{ name, colour: "green" as const, values: [1, 2, 3] }];
  deepStrictEqual(names({ stacks: [layer("Autoconsommé"), layer("")] }), ["Autoconsommé"]);
});

Deno.test("chartJsConfig() shows in a tooltip the full name of a slot, the whole value, its colour and its notes", () => {
  const model = chartModel({
    ...MONTHS,
    categories: ["", "févr.", "mars"],
    titles: ["janvier 2026"],
    bars: [{ value: 40.123, colour: "red" }],
    barName: "Écart",
    marks: [{ categoryIndex: 0, text: "Compteur remplacé" }],
  });
  const { tooltip } = configOf(model).options.plugins;
  const [dataset] = configOf(model).data.datasets;
  const pointed = { dataIndex: 0, raw: 40.123, dataset: { ...dataset } };
  const { callbacks } = tooltip;
  strictEqual(callbacks.title([pointed]), "janvier 2026");
  strictEqual(callbacks.title([{ ...pointed, dataIndex: 1 }]), "févr.");
  strictEqual(callbacks.label(pointed), "Écart\u00A0: 40.123 %");
  deepStrictEqual(callbacks.labelColor(pointed), { borderColor: "#a00", backgroundColor: "#a00" });
  deepStrictEqual(callbacks.footer([pointed]), ["Compteur remplacé"]);
  deepStrictEqual([tooltip.filter(pointed), tooltip.filter({ ...pointed, raw: null })], [
    true,
    false,
  ]);
});

Deno.test("pointText() says what the tooltip of a category shows", () => {
  const model = chartModel({
    ...MONTHS,
    bars: [{ value: 2, colour: "blue" }, { value: null, colour: "blue" }],
    barName: "2025",
    before: { name: "2024", colour: "grey", values: [1, null, null] },
    marks: [{ categoryIndex: 1, text: "Panne" }],
  });
  const said = (index: number) => pointText(chartPoints(model), index, MONTHS.formatValue);
  strictEqual(said(0), "janv., 2024\u00A0: 1 %, 2025\u00A0: 2 %");
  strictEqual(said(1), "févr., sans valeur, Panne");
});
