import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  GAP_CHART_HEIGHT,
  gapBound,
  gapChart,
  gapScale,
  gapThresholds,
  PRINT_CHART_WIDTH,
  temperatureChart,
} from "@/lib/energy_balance/charts.ts";
import { GAP_CHART_WORDS, monthNotes } from "@/lib/energy_balance/text.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { aBoilerRoom, aYear, january, read } from "./builders.ts";
import { VECTOR, vectorInput } from "./vector.ts";

const DRAWN = {
  size: { width: PRINT_CHART_WIDTH, height: GAP_CHART_HEIGHT },
  runningMonth: "2023-01",
  ...GAP_CHART_WORDS,
};

// @spec balance.chart-sizes
Deno.test("gapChart() is 350 px high, 800 px wide for print", () => {
  const { size } = gapChart(yearReport(vectorInput()), DRAWN);
  deepStrictEqual(size, { width: 800, height: 350 });
});

Deno.test("gapChart() of the reference year has its colours and its bound", () => {
  const { bars, categories, scale } = gapChart(yearReport(vectorInput()), DRAWN);
  deepStrictEqual([scale.min, scale.max], VECTOR.expected.chart.verticalBound);
  deepStrictEqual(
    bars.map((bar) => bar.colour),
    VECTOR.expected.rows.flatMap(({ barColour }) => barColour ?? []),
  );
  deepStrictEqual(bars.map((bar) => categories[bar.categoryIndex]?.label), [
    "janv.",
    "févr.",
    "mars",
    "avr.",
    "mai",
    "oct.",
    "nov.",
    "déc.",
  ]);
  strictEqual(bars[0]?.label, "3\u00A0%");
});

Deno.test("gapChart() has twelve slots in a year that has not ended", () => {
  const chart = gapChart(yearReport(aYear({ now: "2023-01-31" })), DRAWN);
  strictEqual(chart.categories.length, 12);
  deepStrictEqual(chart.bars.map(({ isRunning }) => isRunning), [true]);
});

Deno.test("gapChart() of a future year is an empty axis of ±15 %", () => {
  const chart = gapChart(yearReport(aYear({ period: { year: 2030, shifted: false } })), DRAWN);
  deepStrictEqual([chart.bars, chart.scale.min, chart.scale.max], [[], -15, 15]);
});

Deno.test("gapThresholds() give each colour its range", () => {
  deepStrictEqual(gapThresholds(7, (status) => status), [
    { name: "good", colour: "green", min: null, max: 0 },
    { name: "bad", colour: "orange", min: 0, max: 7 },
    { name: "very-bad", colour: "red", min: 7, max: null },
  ]);
  strictEqual(gapThresholds(null, (status) => status)[1]?.max, 5);
});

// @spec balance.gap-chart
Deno.test("gapBound() is three thresholds", () => {
  strictEqual(gapBound(5), 15);
  strictEqual(gapBound(7), 21);
});

Deno.test("gapBound() without threshold, or with one of 0, is that of 5 %", () => {
  strictEqual(gapBound(null), 15);
  strictEqual(gapBound(0), 15);
});

Deno.test("gapScale() goes from bound to bound when they are round", () => {
  deepStrictEqual(gapScale(5).ticks, [-15, -10, -5, 0, 5, 10, 15]);
  deepStrictEqual(gapScale(10).ticks, [-30, -20, -10, 0, 10, 20, 30]);
});

Deno.test("gapScale() rounds bounds outwards", () => {
  // ±21: 42 / 5 = 8.4 → steps of 10
  deepStrictEqual(gapScale(7).ticks, [-30, -20, -10, 0, 10, 20, 30]);
  // ±9: 18 / 5 = 3.6 → steps of 5
  deepStrictEqual(gapScale(3).ticks, [-10, -5, 0, 5, 10]);
});

Deno.test("gapScale() has four or six steps, includes its bound and marks 0, for every threshold", () => {
  for (let tenths = 1; tenths <= 1000; tenths++) {
    const { ticks, max, min } = gapScale(tenths / 10);
    ok([4, 6].includes(ticks.length - 1), `${tenths / 10}: ${ticks}`);
    ok(max >= gapBound(tenths / 10) - 1e-9 && min === -max);
    strictEqual(ticks.includes(0), true);
  }
});

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

const REPLACED = { what: "replacement", date: "2023-01-12" } as const;
const RESET = { what: "reset", date: "2023-01-20" } as const;

/** A gas meter replaced and a hot water meter reset in January. */
const CHANGED = {
  series: {
    source: { "2023-01": read(2000, { events: [REPLACED] }) },
    ecs: { "2023-01": read(60, { events: [RESET] }) },
  },
};

Deno.test("balanceMeterEvents() names the meter of the month that was replaced or reset", () => {
  deepStrictEqual(january(CHANGED).meterEvents, [
    { ...REPLACED, meter: "gaz" },
    { ...RESET, meter: "hot-water" },
  ]);
  deepStrictEqual(january().meterEvents, []);
});

Deno.test("balanceMeterEvents() names the source by its fuel", () => {
  const boilerRoom = aBoilerRoom({ sourceKind: "wood-mass", hotWaterTypes: [] });
  const units = { source: "kg", ecs: "m³" };
  deepStrictEqual(january({ ...CHANGED, boilerRoom, units }).meterEvents, [
    { ...REPLACED, meter: "wood" },
  ]);
});

Deno.test("changed meter is a note of its month, and a mark of the chart", () => {
  const report = yearReport(aYear({ ...CHANGED, now: "2023-01-31" }));
  const texts = [
    "Compteur de gaz remplacé le 12/01/2023.",
    "Compteur d’eau chaude remis à zéro le 20/01/2023.",
  ];
  const row = january(CHANGED);
  deepStrictEqual(monthNotes([{ ...row, warnings: [] }]), [
    { months: ["2023-01"], sentences: texts },
  ]);
  deepStrictEqual(monthNotes(report.rows).map(({ months }) => months), [["2023-01"]]);
  const chart = gapChart(report, DRAWN);
  deepStrictEqual(chart.marks.map(({ categoryIndex, text }) => [categoryIndex, text]), [
    [0, texts.join(" ")],
  ]);
});
