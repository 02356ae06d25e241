import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { epochOfClock } from "@/lib/base/time_zones.ts";
import {
  annotatedIntervals,
  type StateInterval,
  stateIntervals,
  withNotes,
} from "@/lib/series/range_notes.ts";
import {
  besideSlots,
  filteredRangeRows,
  rangeChart,
  type RangeChartInput,
  rangeFigures,
  rangeRows,
  rangeTotals,
} from "@/lib/series/range_rows.ts";
import type { RangeSlot } from "@/lib/series/schema.ts";
import { meterMarkTexts } from "@/lib/series/text.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { UNTOUCHED_TABLE } from "@/lib/ui/tables.ts";
import { PROJECT, storedSeries } from "@/tests/helpers/a_residence.ts";
import { withReportsSite } from "@/tests/helpers/consumption_reports.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";
import { BREAKDOWN } from "./range_slots_test.ts";

function slot(name: string, over: Partial<RangeSlot> = {}): RangeSlot {
  return aSlot(name, 10, over);
}

const MONTHS = [
  slot("2025-01", { value: 30 }),
  slot("2025-02", { value: 10, completeness: 0.5 }),
  slot("2025-03", { value: 20, estimated: true }),
  slot("2025-04", { value: null, completeness: 0 }),
];

// @spec series.ranges
Deno.test("rangeRows() lists each slot with that of the year before and its state", () => {
  const rows = rangeRows(MONTHS, [slot("2024-01", { value: 28 }), slot("2024-02")]);
  deepStrictEqual(rows.map(({ slot, before, state }) => [slot, before, state]), [
    ["2025-01", 28, "complete"],
    ["2025-02", 10, "partial"],
    ["2025-03", null, "estimated"],
    ["2025-04", null, "missing"],
  ]);
});

Deno.test("rangeRows() treats a meter late by seconds as read for its day", () => {
  deepStrictEqual(
    rangeRows([slot("a", { completeness: 0.995 }), slot("b", { completeness: 0.994 })], [])
      .map(({ state }) => state),
    ["complete", "partial"],
  );
});

Deno.test("rangeTotals() adds sums, with the share that was read", () => {
  deepStrictEqual(rangeTotals(rangeRows(MONTHS, [slot("2024-01", { value: 28 })]), true), {
    value: 60,
    min: null,
    max: null,
    before: null,
    compared: { value: 30, before: 28 },
    // (1 + 0.5 + 1 + 0) / 4
    completeness: 0.625,
  });
});

Deno.test("rangeTotals() compares ten months with ten: the running eleventh has none before it", () => {
  const year = Array.from({ length: 11 }, (_, at) => slot(`m${at}`, { value: at < 10 ? 100 : 87 }));
  const before = year.map((one, at) => ({ ...one, value: at < 10 ? 100 : null }));
  const totals = rangeTotals(rangeRows(year, before), true);
  deepStrictEqual([totals.value, totals.before, totals.compared], [1_087, null, {
    value: 1_000,
    before: 1_000,
  }]);
  const means = rangeTotals(rangeRows(year, before), false);
  deepStrictEqual(means.compared, { value: 100, before: 100 });
});

Deno.test("rangeTotals() leaves out a slot of the year before that was not read this year", () => {
  const now = [slot("a", { value: 10 }), slot("b", { value: null, completeness: 0 })];
  const before = [slot("a", { value: 12 }), slot("b", { value: 40 })];
  deepStrictEqual(rangeTotals(rangeRows(now, before), true).compared, { value: 10, before: 12 });
  const whole = rangeTotals(rangeRows(now.slice(0, 1), before.slice(0, 1)), true);
  deepStrictEqual([whole.value, whole.before, whole.compared], [10, 12, null]);
});

// @spec series.compared-slots
Deno.test("rangeTotals() compares slots read at 95 % or more in both years", () => {
  const now = [
    slot("a", { value: 100 }),
    slot("b", { value: 60, completeness: 0.6 }),
    slot("c", { value: 90, completeness: 0.95 }),
  ];
  const before = [
    slot("a", { value: 90 }),
    slot("b", { value: 100 }),
    slot("c", { value: 95, completeness: 0.96 }),
  ];
  const totals = rangeTotals(rangeRows(now, before), true);
  deepStrictEqual([totals.value, totals.before, totals.compared], [250, null, {
    value: 190,
    before: 185,
  }]);
  const partly = before.map((one) => ({ ...one, completeness: 0.94 }));
  strictEqual(rangeTotals(rangeRows(now, partly), true).compared, null);
});

Deno.test("rangeRows() distinguishes a slot covered by another reading, or awaiting its reading, from a missing one", () => {
  const nothing = { value: null, completeness: 0 };
  const rows = rangeRows([
    slot("a", { value: null, completeness: 1 }),
    slot("b", { ...nothing, awaited: true }),
    slot("c", nothing),
  ], []);
  deepStrictEqual(rows.map(({ state }) => state), ["covered", "awaited", "missing"]);
});

Deno.test("rangeTotals() weights means of combined dwellings by completeness, and keeps the lowest and the highest", () => {
  const rows = rangeRows([
    slot("a", { value: 20, min: 18, max: 21 }),
    slot("b", { value: 26, min: 19, max: 30, completeness: 0.5 }),
    slot("c", { value: null, completeness: 0 }),
  ], []);
  const { value, min, max, before } = rangeTotals(rows, false);
  // (20 × 1 + 26 × 0.5) / 1.5
  deepStrictEqual([value, min, max, before], [22, 18, 30, null]);
});

// @spec series.rollups
Deno.test("rangeTotals() counts each reading once in the means of both years", () => {
  const rows = rangeRows([
    slot("a", { value: 10, count: 1 }),
    slot("b", { value: 20, count: 3, completeness: 0.96 }),
  ], [
    slot("a", { value: 16, count: 2 }),
    slot("b", { value: 12, count: 6 }),
  ]);
  // (10 × 1 + 20 × 3) / 4; (16 × 2 + 12 × 6) / 8
  const { value, before } = rangeTotals(rows, false);
  deepStrictEqual([value, before], [17.5, 13]);
});

// @spec periods.clock-changes
Deno.test("filteredRangeRows() sorts the repeated hour of autumn by time", () => {
  const hours = ["2026-10-25T01", "2026-10-25T02+02:00", "2026-10-25T02+01:00", "2026-10-25T03"];
  const sorted = (direction: "asc" | "desc") =>
    filteredRangeRows(rangeRows(hours.map((name) => slot(name)), []), {
      ...UNTOUCHED_TABLE,
      sort: { field: "slot", direction },
    }).map((row) => row.slot);
  deepStrictEqual(sorted("asc"), hours);
  deepStrictEqual(sorted("desc"), hours.toReversed());
});

// @spec periods.repeated-hours
Deno.test("besideSlots() pairs hours with the same time of the other day, and longer slots by rank", () => {
  const hours = (...slots: string[]) => slots.map((one) => ({ slot: one }));
  const beside = (slots: { slot: string }[], others: { slot: string }[]) =>
    besideSlots(slots, others).map((one) => one?.slot);
  const autumn = hours(
    "2026-10-25T01",
    "2026-10-25T02+02:00",
    "2026-10-25T02+01:00",
    "2026-10-25T03",
  );
  const before = hours("2025-10-25T01", "2025-10-25T02", "2025-10-25T03");
  deepStrictEqual(beside(autumn, before), [
    "2025-10-25T01",
    "2025-10-25T02",
    undefined,
    "2025-10-25T03",
  ]);
  deepStrictEqual(beside(before, autumn), [
    "2026-10-25T01",
    "2026-10-25T02+02:00",
    "2026-10-25T03",
  ]);
  const spring = hours("2026-03-29T01", "2026-03-29T03");
  const whole = hours("2025-03-29T01", "2025-03-29T02", "2025-03-29T03");
  deepStrictEqual(beside(spring, whole), ["2025-03-29T01", "2025-03-29T03"]);
  deepStrictEqual(beside(hours("2026-01", "2026-02"), hours("2025-01")), ["2025-01", undefined]);
});

// @spec series.doubtful
Deno.test("a doubtful slot has its own state, and is compared in neither year", () => {
  const now = [
    slot("2025-01", { value: 30, doubtful: true }),
    slot("2025-02", { value: 20 }),
    slot("2025-03", { value: 10, estimated: true }),
    slot("2025-04", { value: null, completeness: 0, doubtful: true }),
  ];
  const before = [
    slot("2024-01", { value: 28 }),
    slot("2024-02", { value: 15, doubtful: true }),
    slot("2024-03", { value: 9 }),
    slot("2024-04"),
  ];
  const rows = rangeRows(now, before);
  deepStrictEqual(rows.map(({ state }) => state), [
    "doubtful",
    "complete",
    "estimated",
    "doubtful",
  ]);
  const { value, compared, doubtful } = rangeTotals(rows, true);
  // 30 + 20 + 10; only March is without doubt in both years.
  deepStrictEqual([value, compared, doubtful], [60, { value: 10, before: 9 }, true]);
});

function aFigureSlot(
  value: number | null,
  over: { min?: number; max?: number; count?: number } = {},
) {
  const { min = null, max = null, count = value === null ? 0 : 1 } = over;
  const completeness = value === null ? 0 : 1;
  return { slot: "", value, min, max, completeness, estimated: false, count };
}

Deno.test("rangeFigures() of sums are those of the slots' amounts", () => {
  deepStrictEqual(
    rangeFigures([aFigureSlot(2), aFigureSlot(null), aFigureSlot(0.5), aFigureSlot(0.5)], true),
    {
      min: 0.5,
      mean: 1,
      max: 2,
      sum: 3,
      completeness: 0.75,
    },
  );
});

Deno.test("rangeFigures() of other quantities are those of the readings, with slots weighted by their count", () => {
  // (20 × 3 + 24 × 1) / 4 = 21
  const slots = [
    aFigureSlot(20, { min: 18, max: 22, count: 3 }),
    aFigureSlot(24, { min: 24, max: 24 }),
  ];
  deepStrictEqual(rangeFigures(slots, false), {
    min: 18,
    mean: 21,
    max: 24,
    sum: null,
    completeness: 1,
  });
});

const INPUT: RangeChartInput = {
  size: { width: 460, height: 240 },
  values: [4, null, 8],
  before: [6, 2, null],
  categories: ["janv.", "févr.", "mars"],
  isSum: true,
  names: { now: "2025", before: "2024" },
  formatValue: String,
};

Deno.test("rangeChart() draws sums as bars from zero, beside those of the year before", () => {
  const model = rangeChart(INPUT);
  deepStrictEqual(model?.bars.map(({ value, label }) => [value, label]), [[4, "4"], [8, "8"]]);
  deepStrictEqual(model?.layers.map(({ name, values }) => [name, values]), [["2024", [
    6,
    2,
    null,
  ]]]);
  deepStrictEqual([model?.scale.min, model?.scale.max], [0, 8]);
  deepStrictEqual(model?.legend, [
    { name: "2025", colour: "blue" },
    { name: "2024", colour: "grey" },
  ]);
});

Deno.test("rangeChart() draws averages as lines, this year over the one before", () => {
  const model = rangeChart({ ...INPUT, isSum: false });
  strictEqual(model?.bars.length, 0);
  deepStrictEqual(model?.lines.map(({ name }) => name), ["2024", "2025"]);
});

Deno.test("rangeChart() draws bounds along the values, and shows the one that they do not reach", () => {
  const bounds = { name: "Borne", values: [60] };
  const model = rangeChart({ ...INPUT, isSum: false, bounds });
  deepStrictEqual(model?.lines[0]?.values, [60, 60, 60]);
  strictEqual((model?.scale.max ?? 0) >= 60, true);
});

Deno.test("rangeChart() writes its value on each bar of a year of months", () => {
  const months = Array.from({ length: 12 }, (_, month) => month + 1);
  const model = rangeChart({
    ...INPUT,
    values: months,
    before: [],
    categories: months.map(String),
  });
  deepStrictEqual(model?.bars.map(({ label }) => label), months.map(String));
});

Deno.test("rangeChart() of nearly constant averages shows at least one unit, so that small changes stay flat", () => {
  const model = rangeChart({ ...INPUT, isSum: false, values: [20, 20.01, 20], before: [] });
  strictEqual((model?.scale.max ?? 0) - (model?.scale.min ?? 0) >= 1, true);
});

const REPLACED: MeterMark = { slot: "2026-03", date: "2026-03-12", what: "replacement" };

Deno.test("withNotes() gives each slot its own events, and the annotations that touch it", () => {
  const slots = [{ slot: "2026-02", kWh: 1 }, { slot: "2026-03", kWh: 2 }, {
    slot: "2026-04",
    kWh: 3,
  }];
  deepStrictEqual(withNotes(slots, { marks: [REPLACED], annotations: [BREAKDOWN] }), [
    { slot: "2026-02", kWh: 1, marks: [], annotations: [] },
    { slot: "2026-03", kWh: 2, marks: [REPLACED], annotations: [BREAKDOWN] },
    { slot: "2026-04", kWh: 3, marks: [], annotations: [BREAKDOWN] },
  ]);
});

// @spec series.states
Deno.test("stateIntervals() merges repeated states, and lists the latest first", () => {
  const points = [
    { epochS: 100, value: 0, text: "closed" },
    { epochS: 200, value: 0, text: "closed" },
    { epochS: 300, value: 0, text: "open" },
    { epochS: 400, value: 0, text: "closed" },
  ];
  deepStrictEqual(stateIntervals(points), [
    { state: "closed", fromS: 400, toS: null },
    { state: "open", fromS: 300, toS: 400 },
    { state: "closed", fromS: 100, toS: 300 },
  ]);
});

const second = (instant: string) => Date.parse(instant) / 1_000;

const SPELLS: StateInterval[] = [
  { state: "ouverte", fromS: second("2026-01-14T23:30:00Z"), toS: null },
  { state: "fermée", fromS: second("2026-01-09T12:00:00Z"), toS: second("2026-01-14T23:00:00Z") },
  { state: "ouverte", fromS: second("2026-01-01T12:00:00Z"), toS: second("2026-01-09T12:00:00Z") },
];

function annotation(text: string, from: string, to: string) {
  return { id: text, from, to, text, author: "a@b.fr", writtenAt: "2026-02-01T08:00:00Z" };
}

Deno.test("annotatedIntervals() has for each interval the annotations of its days, in the residence's time zone", () => {
  const annotations = [
    annotation("essai", "2026-01-09", "2026-01-09"),
    annotation("travaux", "2026-01-15", "2026-01-16"),
    annotation("panne", "2026-03-01", "2026-03-02"),
  ];
  const texts = (timeZone: string) =>
    annotatedIntervals(SPELLS, annotations, timeZone).map(({ annotations }) =>
      annotations.map(({ text }) => text)
    );
  // In Paris the closed interval ends at midnight, before the works; an open one includes future
  // annotations.
  deepStrictEqual(texts("Europe/Paris"), [["travaux", "panne"], ["essai"], ["essai"]]);
  // In Auckland it ends at noon of the 15th.
  deepStrictEqual(texts("Pacific/Auckland"), [["travaux", "panne"], ["travaux"], ["essai"]]);
});

const on = (date: string, what: "replacement" | "reset" = "replacement") => ({ what, date });

Deno.test("meterMarkTexts() asks for the cause of a fallen register, and never names its dwelling among several", () => {
  const at = { date: "2026-03-12", what: "fall" } as const;
  const texts = [
    ...meterMarkTexts([{ ...at, fall: { before: 5742.8, value: 5, cause: "replacement" } }]),
    ...meterMarkTexts([{ ...at, fall: { before: 15.5, value: 12, cause: "mistake" } }]),
    ...meterMarkTexts([at]),
    ...meterMarkTexts([at, at]),
  ];
  deepStrictEqual(texts.map((text) => text.replaceAll(/[\u00A0\u202F]/g, " ")), [
    "compteur en recul le 12/03 (5 742,8 puis 5) : remplacé ou remis à zéro ?",
    "compteur en recul le 12/03 (15,5 puis 12) : erreur de relevé ?",
    "compteur en recul le 12/03 : remplacé ou remis à zéro ?",
    "2 reculs d’index, le 12/03",
  ]);
});

Deno.test("meterMarkTexts() counts events of one kind together, over their days", () => {
  const marks = [on("2026-03-10"), on("2026-03-11", "reset"), on("2026-03-10"), on("2026-03-12")];
  deepStrictEqual(meterMarkTexts(marks), [
    "3\u00A0remplacements de compteur, du 10/03 au 12/03",
    "compteur remis à zéro le 11/03",
  ]);
  deepStrictEqual(meterMarkTexts([on("2026-03-10"), on("2026-03-10")]), [
    "2\u00A0remplacements de compteur, le 10/03",
  ]);
});

// @spec series.doubtful
Deno.test("a spike of a register marks its month and day on the page of the series, in its file and on its chart", () =>
  withReportsSite(async ({ site, visitor, landlord, drawing }) => {
    // 100 L a day, 31 × 100 = 3,100 L; 4,294,967.295 m³ at 6 h on 15 January 2026.
    const houseId = await drawing("A2", { "2025-01-01": 100 });
    const [series] = await answerOf(landlord("listDataseries", { projectId: PROJECT }));
    ok(series);
    await storedSeries(site).append([{
      seriesId: storedSeriesId(series.id, houseId),
      kind: "index",
      readings: [{ epochS: epochOfClock("2026-01-15", 6, "Europe/Paris"), value: 4294967.295 }],
    }]);
    const pathOf = (period: string) =>
      links.housingSeries({ projectId: PROJECT }, series.id, period);
    const NOTE = /chiffre douteux\s*: un index erroné ou à confirmer, ou un saut d’index/;
    const year = await visitor.get(pathOf("monthly/2026"));
    match(year.text, /janvier 2026 3,1\D.{0,30}Douteux/);
    match(year.text, NOTE);
    match(year.html, /<title>chiffre douteux/);
    const days = await visitor.get(pathOf("daily/2026/01"));
    match(days.text, /15 janvier 2026 100 100 100 Douteux chiffre douteux/);
    match(days.text, /13 janvier 2026 100 100 100 Complet/);
    match(days.text, /Total 3\s100 \(douteux\)/);
    const file = await visitor.get(`${pathOf("daily/2026/01")}?csv=semicolon`);
    match(file.html, /2026-01-15;0,1;.*;Douteux;/);
    match(file.html, /2026-01-13;0,1;.*;Complet;/);
    doesNotMatch((await visitor.get(pathOf("monthly/2025"))).text, /Douteux/);
  }));
