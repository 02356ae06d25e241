import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { CSV_DIALECTS } from "@/lib/base/csv.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import type { MonthReport, MonthWarning } from "@/lib/energy_balance/balance_report.ts";
import {
  gapChart,
  gapScale,
  gapThresholds,
  temperatureChart,
} from "@/lib/energy_balance/charts.ts";
import { screenColumnIds } from "@/lib/energy_balance/columns.ts";
import { BALANCE_CSV_COLUMNS, balanceLines, CSV_HEADERS } from "@/lib/energy_balance/csv.ts";
import { BALANCE_LIMITS } from "@/lib/energy_balance/comparison_text.ts";
import type { BalanceFigures } from "@/lib/energy_balance/schema.ts";
import {
  contractText,
  conversionText,
  monthNotes,
  warningText,
} from "@/lib/energy_balance/text.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { csvText } from "@/tests/helpers/laws_of_values.ts";
import {
  aBoilerRoom,
  aYear,
  january,
  months,
  read,
  someSettings,
  VECTOR,
  vectorInput,
} from "./builders.ts";

// @spec balance.chart-sizes
Deno.test("gapChart() is 350 px high, 800 px wide for print", () => {
  const { size } = gapChart(yearReport(vectorInput()), "2023-01");
  deepStrictEqual(size, { width: 800, height: 350 });
});

Deno.test("gapChart() of the reference year has its colours and its bound", () => {
  const { bars, categories, scale } = gapChart(yearReport(vectorInput()), "2023-01");
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
  const chart = gapChart(yearReport(aYear({ now: "2023-01-31" })), "2023-01");
  strictEqual(chart.categories.length, 12);
  deepStrictEqual(chart.bars.map(({ isRunning }) => isRunning), [true]);
});

Deno.test("gapChart() of a future year is an empty axis of ±15 %", () => {
  const chart = gapChart(yearReport(aYear({ period: { year: 2030, shifted: false } })), "2023-01");
  deepStrictEqual([chart.bars, chart.scale.min, chart.scale.max], [[], -15, 15]);
});

Deno.test("gapThresholds() give each colour its range", () => {
  deepStrictEqual(gapThresholds(7), [
    { name: "Objectif tenu", colour: "green", min: null, max: 0 },
    { name: "Au-dessus de l’objectif", colour: "orange", min: 0, max: 7 },
    { name: "Seuil dépassé", colour: "red", min: 7, max: null },
  ]);
  strictEqual(gapThresholds(null)[1]?.max, 5);
});

// @spec balance.gap-chart
Deno.test("gapScale() is three thresholds, of 5 % by default, rounded outwards", () => {
  for (const threshold of [5, null, 0]) {
    deepStrictEqual(gapScale(threshold).ticks, [-15, -10, -5, 0, 5, 10, 15]);
  }
  // ±21: 42 / 5 = 8.4 → steps of 10
  deepStrictEqual(gapScale(7).ticks, [-30, -20, -10, 0, 10, 20, 30]);
  deepStrictEqual(gapScale(10).ticks, [-30, -20, -10, 0, 10, 20, 30]);
  // ±9: 18 / 5 = 3.6 → steps of 5
  deepStrictEqual(gapScale(3).ticks, [-10, -5, 0, 5, 10]);
});

Deno.test("gapScale() has four or six steps, includes its bound and marks 0, for every threshold", () => {
  for (let tenths = 1; tenths <= 1000; tenths++) {
    const { ticks, max, min } = gapScale(tenths / 10);
    ok([4, 6].includes(ticks.length - 1), `${tenths / 10}: ${ticks}`);
    ok(max >= 3 * tenths / 10 - 1e-9 && min === -max);
    strictEqual(ticks.includes(0), true);
  }
});

// @spec balance.chart-sizes
Deno.test("temperatureChart() is 200 px high, on a round axis, its line broken at missing readings", () => {
  const shown = ["2023-01", "2023-02", "2023-03", "2023-04"];
  const meansC = { "2023-01": 3.1, "2023-02": 4.2, "2023-04": 11.8 };
  const chart = temperatureChart(shown, meansC, "Nancy-Essey");
  deepStrictEqual(chart?.size, { width: 800, height: 200 });
  deepStrictEqual(chart?.ticks.map((tick) => tick.label), ["2", "4", "6", "8", "10", "12"]);
  const [line] = chart?.lines ?? [];
  deepStrictEqual(
    [line?.name, line?.path.split("M").length, line?.dots.length],
    ["Nancy-Essey", 3, 1],
  );
  strictEqual(temperatureChart(shown, {}, "Nancy-Essey"), null);
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
  const chart = gapChart(report, "2023-01");
  deepStrictEqual(chart.marks.map(({ categoryIndex, text }) => [categoryIndex, text]), [
    [0, texts.join(" ")],
  ]);
});

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
    balanceLines(report),
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
  const [january, year] = balanceLines(report);
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
  const [line] = balanceLines(report);
  strictEqual(line && BALANCE_CSV_COLUMNS.at(-1)?.value(line), 0.3);
});

Deno.test("balanceLines() of a shifted year have the name of its season", () => {
  const report = yearReport(aYear({ period: { year: 2023, shifted: true }, now: "2023-07-31" }));
  deepStrictEqual(balanceLines(report).map((line) => line.label), [
    "juillet 2023",
    "Saison 2023 à 2024",
  ]);
});

Deno.test("balanceLines() of a future year are empty", () => {
  const report = yearReport(aYear({ period: { year: 2030, shifted: false } }));
  deepStrictEqual(balanceLines(report), []);
});

Deno.test("BALANCE_CSV_COLUMNS never write a negative zero", () => {
  const report = yearReport(aYear({
    series: { source: months({ "2023-01": 1999.9999 }), ecs: months({ "2023-01": 60 }) },
    now: "2023-01-31",
  }));
  const gap = BALANCE_CSV_COLUMNS.at(-1)?.value(balanceLines(report)[0] ?? fail());
  strictEqual(Object.is(gap, 0), true);
});

function fail(): never {
  throw new Error("no line");
}

function woodJanuary(): MonthReport {
  return january({
    boilerRoom: aBoilerRoom({ sourceKind: "wood-mass" }),
    series: { source: months({ "2023-01": 5000 }), ecs: months({ "2023-01": 60 }) },
    units: { source: "kg", ecs: "m³" },
  });
}

Deno.test("conversionText() shows which factor was used", () => {
  strictEqual(conversionText(january()), "11\u202FkWh/m³ par défaut");
  const gazFactors = [{ fromDate: "2022-05-01", pta: 0.9765, pcs: 11.42 }];
  strictEqual(
    conversionText(january({ boilerRoom: aBoilerRoom({ gazFactors }) })),
    "11,152\u202FkWh/m³, PTA × PCS depuis le 01/05/2022",
  );
  strictEqual(conversionText(woodJanuary()), "4,6\u202FkWh/kg");
  strictEqual(
    conversionText(january({ boilerRoom: aBoilerRoom({ sourceKind: "urban-energy" }) })),
    "",
  );
});

Deno.test("contractText() contains the contract's NB and its climate", () => {
  strictEqual(contractText(january()), "80\u202F000\u202FkWh pour 2\u202F000\u202FDJU");
  strictEqual(contractText(january({ boilerRoom: aBoilerRoom({ settings: [] }) })), "");
});

Deno.test("warningText() keeps punctuation and units with their word", () => {
  strictEqual(
    warningText("lone-gas-factor"),
    "PTA ou PCS manque\u00A0: 11\u202FkWh/m³ par défaut.",
  );
  strictEqual(warningText("running-month"), "Mois en cours.");
});

// @spec balance.limits
Deno.test("BALANCE_LIMITS are the three limits of the figures, with their spaces", () => {
  strictEqual(BALANCE_LIMITS.length, 3);
  strictEqual(BALANCE_LIMITS[1]?.includes("85\u00A0%"), true);
  strictEqual(BALANCE_LIMITS[2]?.includes("1\u202F500\u202FkWh"), true);
});

Deno.test("monthNotes() groups consecutive months with the same note", () => {
  const month = (name: string, ...warnings: MonthWarning[]) => {
    return { month: name, days: 0, warnings, compared: null, meterEvents: [] };
  };
  const notes = monthNotes([
    month("2024-01", "running-month"),
    month("2024-02", "running-month"),
    month("2024-03", "incomplete", "running-month"),
    month("2024-04"),
    month("2024-05", "incomplete", "running-month"),
  ]);
  const both = ["Il manque une partie des relevés.", "Mois en cours."];
  deepStrictEqual(notes, [
    { months: ["2024-01", "2024-02"], sentences: ["Mois en cours."] },
    { months: ["2024-03"], sentences: both },
    { months: ["2024-05"], sentences: both },
  ]);
});
