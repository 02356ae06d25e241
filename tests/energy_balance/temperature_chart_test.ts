import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { temperatureChart } from "@/lib/energy_balance/charts.ts";

const INPUT = {
  meansC: [3.1, 4.2, null, 11.8],
  categories: ["janv.", "févr.", "mars", "avr."],
  sourceName: "Nancy-Essey",
  width: 800,
  formatTemperature: (celsius: number) => `${celsius} °C`,
};

// @spec balance.chart-sizes
Deno.test("temperatureChart() is 200 px high, on a round axis", () => {
  const chart = temperatureChart(INPUT);
  deepStrictEqual(chart?.size, { width: 800, height: 200 });
  deepStrictEqual(chart?.ticks.map((tick) => tick.label), [
    "2 °C",
    "4 °C",
    "6 °C",
    "8 °C",
    "10 °C",
    "12 °C",
  ]);
});

Deno.test("temperatureChart() draws the source as a line, broken at missing readings", () => {
  const line = temperatureChart(INPUT)?.lines[0];
  strictEqual(line?.name, "Nancy-Essey");
  strictEqual(line?.path.split("M").length, 3);
  strictEqual(line?.dots.length, 1);
});

Deno.test("temperatureChart() is null when no temperature was read", () => {
  strictEqual(temperatureChart({ ...INPUT, meansC: [null, null, null, null] }), null);
});
