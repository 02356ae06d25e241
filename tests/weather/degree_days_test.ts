import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { djuTable } from "@/components/weather/dju_tables.tsx";
import { datesOfMonth, monthsOfYear } from "@/lib/base/civil_dates.ts";
import { isOutdoorTemperature } from "@/lib/facilities/heat_curve.ts";
import {
  changedMonths,
  DayValues,
  djuTotal,
  finishedDays,
  isDjuSeries,
  shownMonths,
  shownText,
} from "@/lib/weather/degree_days.ts";
import { monthsForm, OUTDOOR_FORM } from "@/lib/weather/forms.ts";
import type { DjuSlot } from "@/lib/weather/schema.ts";

Deno.test("DayValues gives each day of a leap year its own number", () => {
  const days = monthsOfYear(2024).flatMap(datesOfMonth);
  const values = new DayValues(2024);
  for (const [rank, date] of days.entries()) values.set(date, rank / 8);
  deepStrictEqual(days.map((date) => values.on(date)), days.map((_, rank) => rank / 8));
  deepStrictEqual(values.of(["2024-02-29", "2024-12-31"]), {
    "2024-02-29": 59 / 8,
    "2024-12-31": 365 / 8,
  });
});

Deno.test("DayValues has none for a day that was not set, was set to none, or is of another year", () => {
  const values = new DayValues(2024);
  values.set("2024-05-01", 0);
  values.set("2024-05-02", null);
  strictEqual(values.on("2024-05-01"), 0);
  deepStrictEqual(values.of(["2024-05-02", "2024-05-03", "2023-05-01"]), {
    "2024-05-02": null,
    "2024-05-03": null,
    "2023-05-01": null,
  });
});

const OPTIONS = {
  caption: "DJU",
  fileName: "dju.csv",
  today: "2026-05-01",
  daysHref: (month: string) => month,
};

// @spec degree-days.sources
Deno.test("djuTable() says whether DJU were typed, received, or computed from temperatures", () => {
  const slot = { slot: "2026-01", dju: 400, meanC: 5, completeness: 1, typed: false };
  const slots: DjuSlot[] = [
    slot,
    { ...slot, slot: "2026-02", meanC: null },
    { ...slot, slot: "2026-03", typed: true },
    { ...slot, slot: "2026-04", dju: null },
  ];
  const table = djuTable(slots, OPTIONS);
  const origin = table.columns.find(({ field }) => field === "origin");
  deepStrictEqual(slots.map((one) => origin?.value?.(one)), [
    "Températures",
    "DJU reçus",
    "Saisie",
    "",
  ]);
});

Deno.test("djuTable() rounds the share of known days down: a month without all of them is not at 100 %", () => {
  const slot = { slot: "2026-01", dju: 400, meanC: 5, typed: false };
  const slots: DjuSlot[] = [0.58, 0.996, 1].map((completeness) => ({ ...slot, completeness }));
  const table = djuTable(slots, OPTIONS);
  const known = table.columns.find(({ field }) => field === "completeness");
  deepStrictEqual(slots.map((one) => known?.value?.(one)), [58, 99, 100]);
});

const TODAY = "2024-07-01";

function month(slot: string, dju: number | null, completeness: number) {
  return { slot, dju, meanC: null, completeness, typed: false };
}

Deno.test("djuTotal() sums the known months, weighted by their days", () => {
  const months = [
    month("2024-01", 400, 1),
    month("2024-02", 100.5, 0.5),
    month("2024-03", null, 0),
  ];
  // 31 days of January, half of the 29 of February, none of the 31 of March: 45.5 of 91.
  deepStrictEqual(djuTotal(months, TODAY), { dju: 500.5, completeness: 0.5 });
});

Deno.test("djuTotal() without a known month is null", () => {
  deepStrictEqual(djuTotal([month("2024-01", null, 0)], TODAY), { dju: null, completeness: 0 });
  deepStrictEqual(djuTotal([], TODAY), { dju: null, completeness: null });
});

// @spec degree-days.months
Deno.test("djuTotal() of a running year expects the finished days only", () => {
  const months = [month("2024-01", 400, 1), month("2024-02", 200, 0.5), month("2024-03", null, 0)];
  // On 11 February: 31 days, and half of the ten before; March is in the future. 36 of 41.
  deepStrictEqual(djuTotal(months, "2024-02-11"), { dju: 600, completeness: 36 / 41 });
  // On its first day no day of January has ended.
  deepStrictEqual(djuTotal([month("2024-01", null, 0)], "2024-01-01").completeness, null);
});

Deno.test("finishedDays() are those before today, all of a past month", () => {
  const counted = ["2024-01", "2024-02", "2024-03"].map((slot) => finishedDays(slot, "2024-02-11"));
  deepStrictEqual(counted, [31, 10, 0]);
});

const SOURCE = {
  name: "Nancy",
  method: "costic",
  station: "54473001",
  seriesId: null,
  publicStation: "nearest",
} as const;

Deno.test("OUTDOOR_FORM reads back its displayed values", () => {
  deepStrictEqual(OUTDOOR_FORM.read(OUTDOOR_FORM.typed(SOURCE)), SOURCE);
  strictEqual(OUTDOOR_FORM.read({ ...OUTDOOR_FORM.typed(SOURCE), method: "other" }), null);
  const blank = { name: "", method: "meteo", station: "", publicStation: "", seriesId: "" };
  deepStrictEqual(OUTDOOR_FORM.typed(null), blank);
  const { publicStation: _, ...older } = SOURCE;
  deepStrictEqual(OUTDOOR_FORM.read(OUTDOOR_FORM.typed(older)), { ...older, publicStation: null });
});

Deno.test("OUTDOOR_FORM requires a name and one of the methods", () => {
  deepStrictEqual(OUTDOOR_FORM.errors(OUTDOOR_FORM.typed(SOURCE)), {});
  deepStrictEqual(OUTDOOR_FORM.errors({ name: "", method: "x", station: "", seriesId: "" }), {
    name: { code: "required" },
    method: { code: "required" },
  });
});

Deno.test("monthsForm() limits the DJU of each month", () => {
  const months = ["2023-12", "2024-01", "2024-02"];
  deepStrictEqual(monthsForm(months).errors({ "2024-01": "-1", "2024-02": "2001" }), {
    "2024-01": { code: "min", min: 0 },
    "2024-02": { code: "max", max: 2000 },
  });
});

// @spec degree-days.sources
Deno.test("isDjuSeries() and isOutdoorTemperature() distinguish DJU from outdoor temperatures", () => {
  strictEqual(isDjuSeries({ dataUnitId: "DJU" }), true);
  strictEqual(isDjuSeries({ dataUnitId: "TEXT" }), false);
  strictEqual(isOutdoorTemperature({ dataUnitId: "TEXT" }), true);
  strictEqual(isOutdoorTemperature({ dataUnitId: "DJU" }), false);
});

Deno.test("changedMonths() sends only the months typed or emptied", () => {
  const months = ["2023-12", "2024-01", "2024-02", "2024-03"];
  const shown = { "2023-12": "400", "2024-01": "310,5", "2024-02": "", "2024-03": "12" };
  const values = { "2023-12": "412,5", "2024-01": " ", "2024-02": "", "2024-03": " 12 " };
  const text = shownText(months, shown);
  deepStrictEqual(changedMonths(months, { values, shown: text }), [
    { month: "2023-12", dju: 412.5 },
    { month: "2024-01", dju: null },
  ]);
  deepStrictEqual(changedMonths(months, { values: shown, shown: text }), []);
  // Without the displayed texts, every typed month is sent.
  deepStrictEqual(changedMonths(months, { values, shown: "" }), [
    { month: "2023-12", dju: 412.5 },
    { month: "2024-03", dju: 12 },
  ]);
});

Deno.test("shownMonths() shows the typed months for editing, shownText() stores them in a line", () => {
  const slot = (month: string, dju: number | null, typed: boolean) => (
    { slot: month, dju, meanC: null, completeness: 1, typed }
  );
  const slots = [
    slot("2024-01", 1310.5, true),
    slot("2024-02", 300, false),
    slot("2024-03", 0, true),
  ];
  const shown = shownMonths(slots);
  deepStrictEqual(shown, { "2024-01": "1310,5", "2024-02": "", "2024-03": "0" });
  const months = ["2024-01", "2024-02", "2024-03"];
  strictEqual(shownText(months, shown), "1310,5;;0");
});
