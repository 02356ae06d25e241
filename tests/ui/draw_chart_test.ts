import type { ChartConfiguration } from "chart.js";
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { chartJsConfig, type ChartPalette, pointText } from "@/lib/ui/draw_chart.ts";
import { chartModel, type ChartSpec } from "@/lib/ui/chart_model.ts";
import { chartPoints } from "@/lib/ui/chart_points.ts";
import { chartScale } from "@/lib/ui/chart_scale.ts";

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
});

function configOf(model = BARS) {
  return chartJsConfig(chartPoints(model), PALETTE, SPEC.formatValue);
}

function datasetsOf(spec: Partial<ChartSpec>) {
  return configOf(chartModel({ ...SPEC, ...spec })).data.datasets;
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
    ...SPEC,
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
    ...SPEC,
    bars: [{ value: 2, colour: "blue" }, { value: null, colour: "blue" }],
    barName: "2025",
    before: { name: "2024", colour: "grey", values: [1, null, null] },
    marks: [{ categoryIndex: 1, text: "Panne" }],
  });
  const said = (index: number) => pointText(chartPoints(model), index, SPEC.formatValue);
  strictEqual(said(0), "janv., 2024\u00A0: 1 %, 2025\u00A0: 2 %");
  strictEqual(said(1), "févr., sans valeur, Panne");
});
