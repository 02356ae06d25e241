import type { ChartConfiguration } from "chart.js";
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { formatNumber } from "@/lib/base/text_format.ts";
import { barLabels, chartJsConfig, type ChartPalette, type LabelPen } from "@/lib/ui/chart_js.ts";
import { chartModel, type ChartSpec } from "@/lib/ui/chart_model.ts";
import { chartScale } from "@/lib/ui/chart_scale.ts";
import { scatterModel } from "@/lib/ui/scatter_chart.ts";

const PALETTE: ChartPalette = {
  green: "#0a0",
  orange: "#a60",
  red: "#a00",
  blue: "#00a",
  grey: "#555",
  ink: "#111",
  rule: "#ddd",
  paper: "#fff",
};

const SPEC: ChartSpec = {
  size: { width: 360, height: 240 },
  scale: chartScale(-15, 15, 5),
  categories: ["janv.", "févr.", "mars"],
  formatValue: (value) => `${value} %`,
};

const BARS = chartModel({
  ...SPEC,
  bars: [
    { value: -4, colour: "green" },
    { value: null, colour: "green" },
    { value: 40, colour: "red" },
  ],
  thresholds: [
    { name: "good", colour: "green", min: null, max: 0 },
    { name: "bad", colour: "red", min: 5, max: null },
  ],
});

Deno.test("chartJsConfig() of bars has the values and colours of the model, gaps included", () => {
  // Compiles only if chart.js accepts the configuration.
  const config: ChartConfiguration<"bar" | "line", (number | null)[], string> = chartJsConfig(
    BARS,
    PALETTE,
    SPEC.formatValue,
  );
  strictEqual(config.type, "bar");
  deepStrictEqual(config.data.labels, ["janv.", "févr.", "mars"]);
  deepStrictEqual(config.data.datasets[0]?.data, [-4, null, 40]);
  deepStrictEqual(config.data.datasets[0]?.backgroundColor, ["#0a0", "#111", "#a00"]);
});

Deno.test("chartJsConfig() has the axis of the model, so that bars are cut off at the same bound", () => {
  const { y } = chartJsConfig(BARS, PALETTE, SPEC.formatValue).options.scales;
  deepStrictEqual([y.min, y.max, y.ticks.stepSize], [-15, 15, 5]);
  strictEqual(y.ticks.callback(10), "10 %");
});

Deno.test("chartJsConfig() writes the labels of its axis with the decimals of their step", () => {
  const fine = chartModel({ ...SPEC, scale: chartScale(0, 0.25, 5), formatValue: formatNumber });
  const { y } = chartJsConfig(fine, PALETTE, formatNumber).options.scales;
  deepStrictEqual([0.05, 0.1, 0.15].map((value) => y.ticks.callback(value)), [
    "0,05",
    "0,1",
    "0,15",
  ]);
});

Deno.test("chartJsConfig() shows in the tooltip the full name of a slot without a label", () => {
  const titled = chartModel({ ...SPEC, categories: ["", "févr."], titles: ["janvier 2026"] });
  const { title } =
    chartJsConfig(titled, PALETTE, SPEC.formatValue).options.plugins.tooltip.callbacks;
  deepStrictEqual([0, 1, 2].map((dataIndex) => title([{ dataIndex }])), [
    "janvier 2026",
    "févr.",
    "",
  ]);
  strictEqual(title([]), "");
});

Deno.test("chartJsConfig() writes the whole value in the tooltip", () => {
  const { label } =
    chartJsConfig(BARS, PALETTE, SPEC.formatValue).options.plugins.tooltip.callbacks;
  strictEqual(label({ raw: 40, dataset: { label: "" } }), "40 %");
  strictEqual(label({ raw: null, dataset: {} }), "");
  strictEqual(label({ raw: 40, dataset: { label: "2024" } }), "2024\u00A0: 40 %");
});

Deno.test("chartJsConfig() of lines has their values for the tooltip, and draws none of them as bars", () => {
  const model = chartModel({
    ...SPEC,
    lines: [{ name: "Nancy", colour: "blue", values: [1, null, 3] }],
  });
  const { datasets } = chartJsConfig(model, PALETTE, SPEC.formatValue).data;
  deepStrictEqual(datasets, [{
    label: "Nancy",
    data: [1, null, 3],
    backgroundColor: "transparent",
    grouped: false,
  }]);
});

Deno.test("chartJsConfig() of stacks has a dataset for each layer, and one legend entry for equal ones", () => {
  const stack = (name: string, values: number[]) => [{ name, colour: "green", values }] as const;
  const model = chartModel({
    ...SPEC,
    stacks: [stack("Autoconsommé", [1, 2, 3]), stack("", [1, 2, 3])],
  });
  const { data, options } = chartJsConfig(model, PALETTE, SPEC.formatValue);
  deepStrictEqual(data.datasets, [
    { label: "Autoconsommé", data: [1, 2, 3], backgroundColor: "#0a0", stack: "0" },
    { label: "", data: [1, 2, 3], backgroundColor: "#0a0", stack: "1" },
  ]);
  deepStrictEqual([options.scales.x.stacked, options.scales.y.stacked], [true, true]);
  const { filter } = options.plugins.tooltip;
  deepStrictEqual(data.datasets.map((dataset) => filter({ dataset })), [true, false]);
  strictEqual(filter({ dataset: { label: "" } }), true);
});

/** A canvas that records what is drawn on it. */
function aPen() {
  const drawn: unknown[] = [];
  const note = (name: string) => (...values: number[]) => void drawn.push([name, ...values]);
  const pen = {
    fillStyle: "" as unknown,
    strokeStyle: "" as unknown,
    lineWidth: 0,
    textAlign: "",
    font: "",
    measureText: (text: string) => ({ width: 6 * text.length }),
    strokeText: () => {},
    fillText: (...text: unknown[]) => void drawn.push([pen.textAlign, ...text]),
    save: () => {},
    restore: () => {},
    translate: note("at"),
    rotate: note("turned"),
    fillRect: (...box: number[]) => void drawn.push([pen.fillStyle, ...box]),
    beginPath: note("path"),
    moveTo: note("move"),
    lineTo: note("line"),
    arc: note("dot"),
    stroke: () => void drawn.push([pen.strokeStyle, pen.lineWidth]),
    fill: () => void drawn.push(["fill", pen.fillStyle]),
  };
  return { pen, drawn };
}

Deno.test("chartJsConfig() draws lines over the bars, broken where a value is missing", () => {
  const model = chartModel({
    ...SPEC,
    lines: [{ name: "2024", colour: "blue", values: [1, 2, null, 4] }],
  });
  const [, lines] = chartJsConfig(model, PALETTE, SPEC.formatValue).plugins;
  const { pen, drawn } = aPen();
  const axis = { getPixelForValue: (value: number) => value * 10 };
  lines?.afterDatasetsDraw?.({
    ctx: pen,
    chartArea: { left: 0, bottom: 0 },
    scales: { x: axis, y: axis },
  });
  deepStrictEqual(drawn, [
    ["path"],
    ["move", 0, 10],
    ["line", 10, 20],
    ["move", 30, 40],
    ["dot", 30, 40, 2.5, 0, 2 * Math.PI],
    ["#00a", 1.5],
  ]);
});

/** The steps that draw the labels of bars: a percent is 10 px high, the top of the axis at 0. */
function drawnLabels(model: typeof BARS, slotWidth: number): unknown[] {
  const [, , , labels] = chartJsConfig(model, PALETTE, SPEC.formatValue).plugins;
  const { pen, drawn } = aPen();
  const scales = {
    x: { getPixelForValue: (value: number) => value * slotWidth },
    y: { getPixelForValue: (value: number) => (15 - value) * 10 },
  };
  labels?.afterDatasetsDraw?.({ ctx: pen, chartArea: { left: 0, bottom: 0 }, scales });
  return drawn;
}

Deno.test("chartJsConfig() writes the values of bars at their ends, upright where bars are narrow", () => {
  // A percent is 10 px high, the top of the axis at 0; a letter is 6 px wide.
  const written = (slotWidth: number) => drawnLabels(BARS, slotWidth);
  // For −4 under the bar; for 40, beyond the axis, inside.
  deepStrictEqual(written(40), [
    ["at", 0, 193],
    ["center", "-4 %", 0, 9],
    ["at", 80, 3],
    ["center", "40 %", 0, 9],
  ]);
  deepStrictEqual(written(20), [
    ["at", 0, 193],
    ["turned", -Math.PI / 2],
    ["right", "-4 %", 0, 4],
    ["at", 40, 3],
    ["turned", -Math.PI / 2],
    ["right", "40 %", 0, 4],
  ]);
  deepStrictEqual(written(11), [], "no room at all");
});

Deno.test("chartJsConfig() writes inside a bar a value that would be cut off beyond it", () => {
  // A percent is 10 px high, the top of the axis at 0 and its bottom at 300; a letter is 6 px wide.
  const heights = (values: readonly number[], slotWidth: number) => {
    const bars = values.map((value) => ({ value, colour: "red" as const }));
    const drawn = drawnLabels(chartModel({ ...SPEC, bars }), slotWidth);
    return drawn.filter((step) => Array.isArray(step) && step[0] === "at")
      .map((step) => Array.isArray(step) ? step[2] : null);
  };
  // 14.5 ends 5 px under the edge: 12 are needed. 13 ends 20 px under it.
  deepStrictEqual(heights([14.5, 13, -14.5], 60), [8, 17, 292]);
  // Upright, « 13 % » needs 24 px.
  deepStrictEqual(heights([14.5, 13, -4], 20), [8, 23, 193]);
});

Deno.test("chartJsConfig() draws the thresholds as strips along the axis", () => {
  const [strips] = chartJsConfig(BARS, PALETTE, SPEC.formatValue).plugins;
  const { pen, drawn } = aPen();
  // 10 px for one percent, the top of the axis at 0.
  const scales = { y: { getPixelForValue: (value: number) => (15 - value) * 10 } };
  strips?.beforeDatasetsDraw?.({ ctx: pen, chartArea: { left: 30, bottom: 0 }, scales });
  deepStrictEqual(drawn, [["#0a0", 30, 150, 4, 150], ["#a00", 30, 0, 4, 100]]);
});

Deno.test("chartJsConfig() draws nothing of its own on a chart without axes", () => {
  const model = chartModel({
    ...SPEC,
    bars: [{ value: 4, colour: "green" }],
    lines: [{ name: "2024", colour: "blue", values: [1, 2] }],
    thresholds: [{ name: "good", colour: "green", min: null, max: 0 }],
    marks: [{ categoryIndex: 1, text: "Panne" }],
  });
  const { plugins } = chartJsConfig(model, PALETTE, SPEC.formatValue);
  const { pen, drawn } = aPen();
  const chart = { ctx: pen, chartArea: { left: 0, bottom: 0 }, scales: {} };
  for (const plugin of plugins) {
    plugin.beforeDatasetsDraw?.(chart);
    plugin.afterDatasetsDraw?.(chart);
  }
  deepStrictEqual(drawn, []);
});

Deno.test("chartJsConfig() of bars with a line shows both in its tooltip", () => {
  const model = chartModel({
    ...SPEC,
    bars: [{ value: 4, colour: "blue" }],
    barName: "2025",
    lines: [{ name: "2024", colour: "grey", values: [3, 5, null] }],
  });
  const { datasets } = chartJsConfig(model, PALETTE, SPEC.formatValue).data;
  deepStrictEqual(datasets.map(({ label, data }) => [label, data]), [
    ["2024", [3, 5, null]],
    ["2025", [4, null, null]],
  ]);
});

Deno.test("chartJsConfig() draws a diamond under a marked category, and shows the reason in its tooltip", () => {
  const model = chartModel({ ...SPEC, marks: [{ categoryIndex: 1, text: "Panne" }] });
  const { options, plugins: [, , diamonds] } = chartJsConfig(model, PALETTE, SPEC.formatValue);
  const { pen, drawn } = aPen();
  const axis = { getPixelForValue: (value: number) => value * 10 };
  diamonds?.afterDatasetsDraw?.({
    ctx: pen,
    chartArea: { left: 0, bottom: 100 },
    scales: { x: axis },
  });
  // Its middle is 4 px under the axis, and it is 6 px high.
  deepStrictEqual(drawn, [
    ["path"],
    ["move", 10, 101],
    ["line", 13, 104],
    ["line", 10, 107],
    ["line", 7, 104],
    ["fill", "#111"],
  ]);
  const { footer } = options.plugins.tooltip.callbacks;
  deepStrictEqual(footer([{ dataIndex: 1 }]), ["Panne"]);
  deepStrictEqual(footer([{ dataIndex: 2 }]), []);
  deepStrictEqual(footer([]), []);
});

/** A negative bar, a positive one, and one beyond the axis. */
const VALUES = [-4, 5, 40];

/** Bars on an axis from −15 to 15. */
function barsOf(values: readonly number[]) {
  return chartModel({
    size: { width: 360, height: 240 },
    scale: chartScale(-15, 15, 5),
    categories: ["a", "b", "c"],
    bars: values.map((value) => ({ value, colour: "green" as const })),
    formatValue: (value) => `${value} %`,
  });
}

type Written = [text: string, x: number, y: number, align: string, isUpright: boolean];

/** A pen whose letters are 6 px wide, and the texts that it wrote: their place, alignment and direction. */
function aLabelPen() {
  const written: Written[] = [];
  const outlined: Written[] = [];
  const kept: { x: number; y: number; isUpright: boolean }[] = [];
  let at = { x: 0, y: 0, isUpright: false };
  const placed = (text: string, x: number, y: number): Written => [
    text,
    at.x + x,
    at.y + y,
    pen.textAlign,
    at.isUpright,
  ];
  const pen: LabelPen = {
    fillStyle: "",
    strokeStyle: "",
    lineWidth: 0,
    font: "",
    textAlign: "",
    measureText: (text) => ({ width: 6 * text.length }),
    strokeText: (...drawn) => void outlined.push(placed(...drawn)),
    fillText: (...drawn) => void written.push(placed(...drawn)),
    save: () => void kept.push(at),
    translate: (x, y) => void (at = { ...at, x: at.x + x, y: at.y + y }),
    rotate: () => void (at = { ...at, isUpright: true }),
    restore: () => void (at = kept.pop() ?? at),
  };
  return { pen, written, outlined };
}

/** The labels of bars, each over its outline, at intervals of some pixels, with 5 px for a unit and zero at 100. */
function labelled(room: number, { values = VALUES, unitPx = 5 } = {}) {
  const { pen, written, outlined } = aLabelPen();
  const x = { getPixelForValue: (value: number) => 20 + room * value };
  const y = { getPixelForValue: (value: number) => 100 - unitPx * value };
  barLabels(barsOf(values), { ink: "#111", paper: "#fff" })
    .afterDatasetsDraw({ ctx: pen, scales: { x, y } });
  deepStrictEqual(outlined, written);
  return written;
}

Deno.test("barLabels() writes a label beyond the end of its bar, or inside a bar that reaches the edge", () => {
  // Under −4 at 120 px, above 5 at 75, and under the upper edge at 25: 3 px of gap, 9 for the letters.
  deepStrictEqual(labelled(60), [
    ["-4 %", 20, 132, "center", false],
    ["5 %", 80, 72, "center", false],
    ["40 %", 140, 37, "center", false],
  ]);
});

Deno.test("barLabels() writes a label beyond a bar whose distance to the edge is just its height", () => {
  // Three units of 4 px between 12 and the upper edge at 40; 13 leaves 8 px.
  const written = labelled(60, { values: [12, 13], unitPx: 4 });
  // 3 px above 12 at 52 px; 12 under 13 at 48.
  deepStrictEqual(written.map(([text, , y]) => [text, y]), [["12 %", 49], ["13 %", 60]]);
});

Deno.test("barLabels() writes every label upright when one is wider than the room of a bar, and none without room for a line", () => {
  const uprights = (room: number) => labelled(room).map((one) => one.at(-1));
  // Four letters take 24 px.
  deepStrictEqual(uprights(24), [false, false, false]);
  deepStrictEqual(uprights(23), [true, true, true]);
  deepStrictEqual(labelled(23).map(([text, , , align]) => [text, align]), [
    ["-4 %", "right"],
    ["5 %", "left"],
    ["40 %", "right"],
  ]);
  deepStrictEqual([labelled(12).length, labelled(11).length], [3, 0]);
});

const SCATTER_SPEC = {
  // 800 px wide, 100 px high.
  size: { width: 868, height: 140 },
  points: [{ x: 0, y: 50 }, { x: 16, y: 0 }, { x: 8, y: 25 }],
  formatValue: String,
};

Deno.test("scatterModel() draws each point in pixels, as a line of no length", () => {
  const { plot, dots, line, columns, rows } = scatterModel({ ...SCATTER_SPEC, line: null });
  deepStrictEqual(plot, { x: 52, y: 12, width: 800, height: 100 });
  strictEqual(dots, "M52 12h0M852 112h0M452 62h0");
  strictEqual(line, "");
  deepStrictEqual(columns.map(({ label }) => label), [
    "0",
    "2",
    "4",
    "6",
    "8",
    "10",
    "12",
    "14",
    "16",
  ]);
  deepStrictEqual(rows.map(({ at }) => at), [112, 92, 72, 52, 32, 12]);
});

Deno.test("scatterModel() writes the labels of its axes with the decimals of their steps", () => {
  const points = [{ x: 0, y: 0 }, { x: 0.4, y: 25 }];
  const { columns, rows } = scatterModel({
    ...SCATTER_SPEC,
    points,
    line: null,
    formatValue: formatNumber,
  });
  // Steps of 0.05 and 5.
  deepStrictEqual(columns.slice(0, 4).map(({ label }) => label), ["0", "0,05", "0,1", "0,15"]);
  deepStrictEqual(rows.map(({ label }) => label), ["0", "5", "10", "15", "20", "25"]);
});

Deno.test("scatterModel() leaves room for the longest label of its vertical axis", () => {
  const points = [{ x: 0, y: 0 }, { x: 16, y: 50_000 }];
  const { plot } = scatterModel({ ...SCATTER_SPEC, points, line: null, formatValue: formatNumber });
  deepStrictEqual([plot.x, plot.width], [61, 791]);
});

Deno.test("scatterModel() draws a line across, and extends the axes to its ends", () => {
  const line = [{ x: 0, y: 100 }, { x: 16, y: 0 }] as const;
  strictEqual(scatterModel({ ...SCATTER_SPEC, line }).line, "M52 12L852 112");
});

Deno.test("scatterModel() of a single point has room around it", () => {
  const { dots } = scatterModel({ ...SCATTER_SPEC, points: [{ x: 5, y: 5 }], line: null });
  strictEqual(dots, "M452 62h0");
});

Deno.test("scatterModel() rounds places to a tenth of a pixel", () => {
  // 1 / 3 of 16 × 800 px is 16.67 px, and 1 / 3 of 50 × 100 px 0.67 px: from 52, and from 112 upwards.
  const points = [...SCATTER_SPEC.points, { x: 1 / 3, y: 1 / 3 }];
  strictEqual(
    scatterModel({ ...SCATTER_SPEC, points, line: null }).dots.split("h0").at(-2),
    "M68.7 111.3",
  );
});
