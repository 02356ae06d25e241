import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { CSV_DIALECTS } from "@/lib/base/csv.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { screenColumnIds } from "@/lib/energy_balance/columns.ts";
import { BALANCE_CSV_COLUMNS, balanceLines, CSV_HEADERS } from "@/lib/energy_balance/csv.ts";
import type { BalanceFigures } from "@/lib/energy_balance/schema.ts";
import { BALANCE_LABELS } from "@/lib/energy_balance/text.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { csvText } from "@/tests/helpers/laws_of_values.ts";
import { aBoilerRoom, aYear, months, someSettings } from "./builders.ts";

Deno.test("BALANCE_CSV_COLUMNS have one decimal for per-DJU figures and the gap, none elsewhere", () => {
  const figures: BalanceFigures = {
    ...yearReport(aYear()).cumulative ?? fail(),
    source: { kind: "gaz-volume", volume: 1.26, mass: 1.26, energy: 1.26 },
    dju: 1.26,
    hotWater: { volume: 1.26, energy: 1.26, dailyVolumePerPerson: 1.26 },
    solar: { energy: 1.26, percent: 1.26 },
    heating: { total: 1.26, perAreaDju: 1.26 },
    target: { total: 1.26, perAreaDju: 1.26 },
    rate: { percent: 1.26, threshold: null },
  };
  const [, ...values] = BALANCE_CSV_COLUMNS.map(({ value }) => value({ label: "", figures }));
  const withTenths = Object.keys(CSV_HEADERS).filter((_, rank) => values[rank] === 1.3);
  deepStrictEqual(withTenths, ["heating-per-area-dju", "target-per-area-dju", "gap"]);
  deepStrictEqual(values.filter((value) => value !== 1.3), Array(10).fill(1));
});

// @spec balance.csv
Deno.test("CSV_HEADERS are thirteen, with the month as the fourteenth", () => {
  strictEqual(Object.keys(CSV_HEADERS).length, 13);
  strictEqual(BALANCE_CSV_COLUMNS.length, 14);
});

Deno.test("screenColumnIds() start with the quantity of the meter", () => {
  deepStrictEqual(screenColumnIds("gaz-volume").slice(0, 2), ["source-volume", "source-energy"]);
  deepStrictEqual(screenColumnIds("wood-mass").slice(0, 2), ["source-mass", "source-energy"]);
  deepStrictEqual(screenColumnIds("urban-energy").slice(0, 2), ["source-energy", "dju"]);
  strictEqual(screenColumnIds("gaz-volume").length, 13);
});

Deno.test("BALANCE_CSV_COLUMNS of wood have the gas headers and an empty volume", () => {
  const report = yearReport(aYear({
    boilerRoom: aBoilerRoom({ sourceKind: "wood-mass" }),
    series: { source: months({ "2023-01": 5000 }), ecs: months({ "2023-01": 60 }) },
    units: { source: "kg", ecs: "m³" },
    now: "2023-01-31",
  }));
  const [header, january, year] = csvText(
    BALANCE_CSV_COLUMNS,
    balanceLines(report, BALANCE_LABELS),
    CSV_DIALECTS.comma,
  ).split("\n");
  strictEqual(header?.startsWith("Mois,Conso Gaz (m³),Conso Gaz (kWh),DJU,"), true);
  strictEqual(january, "janvier 2023,,23000,400,60,6000,40,,,17000,42.5,16000,40,6.3");
  strictEqual(year, "Année 2023,,23000,400,60,6000,40,,,17000,42.5,16000,40,6.3");
});

Deno.test("BALANCE_CSV_COLUMNS round the decimal figure, a half away from zero", () => {
  // 427.5 kg × 4.6 = 1966.5 kWh, which is just below in binary.
  const report = yearReport(aYear({
    boilerRoom: aBoilerRoom({ sourceKind: "wood-mass", hotWaterTypes: [] }),
    series: { source: months({ "2023-01": 427.5 }) },
    units: { source: "kg" },
    now: "2023-01-31",
  }));
  const [january, year] = balanceLines(report, BALANCE_LABELS);
  const kWh = BALANCE_CSV_COLUMNS.find(({ header }) => header === "Conso Gaz (kWh)");
  deepStrictEqual([january, year].map((line) => line && kWh?.value(line)), [1967, 1967]);
  strictEqual(formatNumber(january?.figures.source.energy ?? null, 0), "1\u202F967");
});

Deno.test("BALANCE_CSV_COLUMNS round the gap of figures that are nearly equal", () => {
  // 10 025 kWh for a target of 10 000: 0.25 %. In binary 1.0025 − 1 is below 0.0025.
  const report = yearReport(aYear({
    boilerRoom: aBoilerRoom({
      sourceKind: "gaz-energy",
      hotWaterTypes: [],
      settings: [someSettings({ target: 25 })],
    }),
    series: { source: months({ "2023-01": 10_025 }) },
    units: { source: "kWh" },
    now: "2023-01-31",
  }));
  const [line] = balanceLines(report, BALANCE_LABELS);
  strictEqual(line && BALANCE_CSV_COLUMNS.at(-1)?.value(line), 0.3);
});

Deno.test("balanceLines() of a shifted year have the name of its season", () => {
  const report = yearReport(aYear({ period: { year: 2023, shifted: true }, now: "2023-07-31" }));
  deepStrictEqual(balanceLines(report, BALANCE_LABELS).map((line) => line.label), [
    "juillet 2023",
    "Saison 2023 à 2024",
  ]);
});

Deno.test("balanceLines() of a future year are empty", () => {
  const report = yearReport(aYear({ period: { year: 2030, shifted: false } }));
  deepStrictEqual(balanceLines(report, BALANCE_LABELS), []);
});

Deno.test("BALANCE_CSV_COLUMNS never write a negative zero", () => {
  const report = yearReport(aYear({
    series: { source: months({ "2023-01": 1999.9999 }), ecs: months({ "2023-01": 60 }) },
    now: "2023-01-31",
  }));
  const gap = BALANCE_CSV_COLUMNS.at(-1)?.value(balanceLines(report, BALANCE_LABELS)[0] ?? fail());
  strictEqual(Object.is(gap, 0), true);
});

function fail(): never {
  throw new Error("no line");
}
