import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { kindLabel } from "@/lib/consumption_reports/kind_text.ts";
import type { ReportHeadline } from "@/lib/consumption_reports/schema.ts";
import {
  changeText,
  correctedNote,
  headlineText,
  noticeText,
  sheetColumns,
  sheetDays,
  sheetExplanations,
  statusText,
} from "@/lib/consumption_reports/text_sheet.ts";
import { aSheet } from "./reported.ts";

const STEADY: ReportHeadline = {
  change: "steady",
  kind: null,
  percent: null,
  euros: null,
  correctedPercent: null,
};

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, " ");

// @spec reports.headline
Deno.test("headlineText() names the change, its cost, and the effect of the weather", () => {
  // 300 kWh after 250 is 20 % more, 50 kWh at 0.10 € 5 €; 250 × 400 / 380 = 263.2, and 300 is 14 % more.
  strictEqual(
    plain(headlineText(aSheet())),
    "La consommation du chauffage a augmenté de 20 % par rapport à janvier 2025, soit environ 5 € de plus. À météo égale, elle a augmenté de 14 %.",
  );
});

// @spec reports.headline
Deno.test("headlineText() is about the coming days of a running month, and says when nothing changed", () => {
  const said = (headline: Partial<ReportHeadline>, isRunning = false) =>
    plain(headlineText({
      month: "2026-01",
      isRunning,
      headline: { ...STEADY, change: "unknown", ...headline },
    }));
  deepStrictEqual([
    said({}),
    said({ change: "steady" }),
    said({ change: "steady" }, true),
    plain(headlineText({ ...aSheet(), month: "2026-10", headline: STEADY })),
    said({ change: "down", kind: "hotWater", percent: -12.4, euros: -0.4 }, true),
    said({ change: "down", kind: "heating", percent: -12.4, euros: null, correctedPercent: 0.4 }),
    said({ change: "up", kind: "coldWater", percent: null, euros: 12 }),
  ], [
    "Rien n’est comparé avec janvier 2025.",
    "Les consommations sont proches de celles de janvier 2025 : 5 % d’écart au plus.",
    "À ce rythme, les consommations restent proches de celles de janvier 2025 : 5 % d’écart au plus.",
    "Les consommations sont proches de celles d’octobre 2025 : 5 % d’écart au plus.",
    "À ce rythme, la consommation d’eau chaude baissera de 12 % par rapport à janvier 2025.",
    "La consommation du chauffage a baissé de 12 % par rapport à janvier 2025. À météo égale, elle est la même.",
    "La consommation d’eau froide a augmenté par rapport à janvier 2025, où elle était nulle, soit environ 12 € de plus.",
  ]);
});

// @spec reports.notices
Deno.test("noticeText() gives each warning with its uses or its day", () => {
  deepStrictEqual(
    [
      noticeText({ code: "occupancy-began", kinds: [], date: "2026-01-12" }),
      noticeText({ code: "occupancy-ended", kinds: [], date: "2026-01-01" }),
      noticeText({ code: "not-read", kinds: ["coldWater", "heating"], date: null }),
      noticeText({ code: "partly-read", kinds: ["lights"], date: null }),
      noticeText({ code: "not-compared", kinds: ["hotWater"], date: null }),
    ].map(plain),
    [
      "Ce bilan commence le 12 janvier 2026, jour de l’entrée dans le logement.",
      "Ce bilan finit le 1er janvier 2026, jour de la sortie du logement.",
      "Sans relevé : eau froide, chauffage.",
      "Relevé en partie, donc compté en partie : éclairage.",
      "Sans mois comparable un an avant : eau chaude.",
    ],
  );
});

// @spec reports.sheet
Deno.test("sheetColumns() leaves out columns without values, and gives each figure its unit", () => {
  const sheet = aSheet();
  const columns = sheetColumns(sheet);
  deepStrictEqual(columns.map(({ label }) => label), [
    "Usage",
    "janvier 2026",
    "Coût",
    "janvier 2025",
    "Repère",
    "Total 2026",
  ]);
  // Cold water: 36.5 m³ × 2 people × 31 / 365 = 6.2; heating: 50 × 60 × 400 / 1,000 = 1,200.
  deepStrictEqual(
    sheet.items.map((item) => columns.map(({ text }) => plain(text(item)))),
    [
      ["Eau froide", "4,5 m³", "18,00 €", "", "6,2 m³", "4,5 m³"],
      ["Chauffage", "300 kWh", "30,00 €", "250 kWh", "1 200 kWh", "300 kWh"],
    ],
  );
  deepStrictEqual(sheet.items.map(changeText).map(plain), ["", "+20 %"]);
  deepStrictEqual(sheet.items.map(correctedNote).map(plain), ["", "263,2 kWh à météo égale"]);
});

// @spec reports.costs
Deno.test("sheetColumns() gives a file the cost to the cent, as the page, the PDF and the total", () => {
  const cost = sheetColumns(aSheet()).find(({ field }) => field === "cost");
  const [item] = aSheet().items;
  ok(cost !== undefined && item !== undefined);
  // 4.567 m³ at 4.123 €.
  const priced = { ...item, cost: 18.829741 };
  deepStrictEqual([cost.value(priced), plain(cost.text(priced))], [18.83, "18,83 €"]);
  strictEqual(cost.value({ ...item, cost: null }), null);
});

// @spec reports.sheet
Deno.test("use compared with zero has words without a percentage, and one with missing readings has none", () => {
  const [item] = aSheet().items;
  ok(item);
  const said = (rest: Partial<typeof item>) => {
    const one = { ...item, ...rest };
    return [statusText(one), changeText(one)].map(plain);
  };
  deepStrictEqual(said({ status: "bad", previousYearPercent: 120 }), [
    "En hausse (+20 %)",
    "+20 %",
  ]);
  deepStrictEqual(said({ status: "bad", previousYearPercent: null }), ["En hausse", ""]);
  // Read at 60 %: its 40 % less is due to missing readings.
  deepStrictEqual(said({ status: null, previousYearPercent: 60 }), ["", ""]);
});

Deno.test("sheetDays() lists the counted days, when they are not the whole month", () => {
  const days = { from: "2026-01-01", to: "2026-01-31", until: "2026-01-31" };
  const running = { ...days, until: "2026-01-12", isShared: false, isRunning: true };
  deepStrictEqual([
    sheetDays({ ...days, isShared: false, isRunning: false }),
    sheetDays({ ...days, from: "2026-01-12", isShared: true, isRunning: false }),
    sheetDays(running),
    sheetDays({ ...running, from: "2026-01-12", isShared: true }),
    sheetDays({ ...running, until: null }),
    sheetDays({ ...running, from: "2026-01-13", isShared: true }),
  ], [
    null,
    "Du 12 janvier 2026 au 31 janvier 2026",
    "Du 1er janvier 2026 au 12 janvier 2026",
    "Le 12 janvier 2026",
    "Le mois vient de commencer",
    "Aucune journée entière depuis le 13 janvier 2026",
  ]);
});

Deno.test("sheetExplanations() explains only the parts of the report", () => {
  const sheet = aSheet();
  deepStrictEqual(sheetExplanations(sheet).map((text) => plain(text).split(" : ")[0]), [
    "Repère",
    "À météo égale",
    "Total de l’année",
    "Les coûts sont des estimations",
  ]);
  deepStrictEqual(sheetExplanations({ ...sheet, items: [] }), []);
});

Deno.test("kindLabel() names the energy that heats the water", () => {
  deepStrictEqual(
    [kindLabel("waterHeating", "urban"), kindLabel("waterHeating", null), kindLabel("gas", "gas")],
    ["Chauffage de l’eau (chauffage urbain)", "Chauffage de l’eau", "Gaz"],
  );
});
