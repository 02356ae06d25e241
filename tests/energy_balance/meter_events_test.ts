import { deepStrictEqual } from "node:assert/strict";
import { gapChart } from "@/lib/energy_balance/charts.ts";
import { GAP_CHART_WORDS, monthNotes } from "@/lib/energy_balance/text.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { aBoilerRoom, aYear, january, read } from "./builders.ts";

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
  const chart = gapChart(report, { size: { width: 800, height: 350 }, ...GAP_CHART_WORDS });
  deepStrictEqual(chart.marks.map(({ categoryIndex, text }) => [categoryIndex, text]), [
    [0, texts.join(" ")],
  ]);
});
