import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { heatPumpChart, solarChart } from "@/lib/energy_balance/machines.ts";

const OPTIONS = {
  size: { width: 460, height: 240 },
  categories: ["janv.", "févr."],
  names: { bars: "PAC", line: "Chaudières" },
  formatKWh: String,
};

// @spec facilities.heat-pump-chart
Deno.test("heatPumpChart() writes the share of the heat pump on each bar, and the boilers as a line", () => {
  const model = heatPumpChart([
    {
      slot: "2025-01",
      boilerKWh: 300,
      heatPumpKWh: 100,
      heatPumpInputKWh: 40,
      heatPumpPercent: 25,
    },
    {
      slot: "2025-02",
      boilerKWh: null,
      heatPumpKWh: 80,
      heatPumpInputKWh: null,
      heatPumpPercent: null,
    },
  ], { ...OPTIONS, formatPercent: (percent) => `${percent} %` });
  deepStrictEqual(model?.bars.map(({ value, label }) => [value, label]), [[100, "25 %"], [80, ""]]);
  deepStrictEqual(model?.lines.map(({ name, values }) => [name, values]), [
    ["Chaudières", [300, null]],
  ]);
  deepStrictEqual(model?.legend.map(({ name }) => name), ["PAC", "Chaudières"]);
});

Deno.test("solarChart() draws the measured energy without a line when none was expected", () => {
  const model = solarChart([
    { date: "2025-06-01", measuredKWh: 12, estimatedKWh: null },
    { date: "2025-06-02", measuredKWh: null, estimatedKWh: null },
  ], OPTIONS);
  deepStrictEqual(model?.bars.map(({ value }) => value), [12]);
  strictEqual(model?.lines.length, 0);
});

Deno.test("charts of unmetered machines are empty", () => {
  strictEqual(solarChart([], OPTIONS), null);
  strictEqual(heatPumpChart([], { ...OPTIONS, formatPercent: String }), null);
});
