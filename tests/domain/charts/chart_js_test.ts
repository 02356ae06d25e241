import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { ChartConfiguration } from "chart.js";
import { chartJsConfig, type ChartPalette } from "../../../lib/domain/charts/chart_js.ts";
import { chartModel, type ChartSpec } from "../../../lib/domain/charts/chart_model.ts";
import { chartScale } from "../../../lib/domain/charts/ticks.ts";

const PALETTE: ChartPalette = {
  green: "#0a0",
  orange: "#a60",
  red: "#a00",
  blue: "#00a",
  ink: "#111",
  rule: "#ddd",
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
  // The configuration is one that chart.js takes: this line compiles or not.
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

Deno.test("chartJsConfig() has the axis of the model, so that bars are cut at the same bound", () => {
  const { y } = chartJsConfig(BARS, PALETTE, SPEC.formatValue).options.scales;
  deepStrictEqual([y.min, y.max, y.ticks.stepSize], [-15, 15, 5]);
  strictEqual(y.ticks.callback(10), "10 %");
});

Deno.test("chartJsConfig() writes the whole value in the tooltip", () => {
  const { label } =
    chartJsConfig(BARS, PALETTE, SPEC.formatValue).options.plugins.tooltip.callbacks;
  strictEqual(label({ raw: 40 }), "40 %");
  strictEqual(label({ raw: null }), "");
});

Deno.test("chartJsConfig() of lines breaks them where a value is missing", () => {
  const model = chartModel({
    ...SPEC,
    lines: [{ name: "Nancy", colour: "blue", values: [1, null, 3] }],
  });
  const config = chartJsConfig(model, PALETTE, SPEC.formatValue);
  strictEqual(config.type, "line");
  deepStrictEqual(config.data.datasets, [{
    label: "Nancy",
    data: [1, null, 3],
    borderColor: "#00a",
    borderWidth: 1.5,
    pointRadius: [2.5, 0, 2.5],
    spanGaps: false,
  }]);
});

Deno.test("chartJsConfig() paints the thresholds as strips along the axis", () => {
  const [strips] = chartJsConfig(BARS, PALETTE, SPEC.formatValue).plugins;
  const painted: unknown[] = [];
  const ctx = {
    fillStyle: "" as unknown,
    fillRect(x: number, y: number, width: number, height: number): void {
      painted.push([ctx.fillStyle, x, y, width, height]);
    },
  };
  // 10 px for one percent, the top of the axis at 0.
  const scales = { y: { getPixelForValue: (value: number) => (15 - value) * 10 } };
  strips?.beforeDatasetsDraw({ ctx, chartArea: { left: 30 }, scales });
  deepStrictEqual(painted, [["#0a0", 30, 150, 4, 150], ["#a00", 30, 0, 4, 100]]);
});
