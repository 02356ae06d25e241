import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { MonthReport, MonthWarning } from "@/lib/energy_balance/balance_report.ts";
import { BALANCE_LIMITS } from "@/lib/energy_balance/comparison_text.ts";
import {
  BALANCE_ACTIONS,
  BALANCE_LABELS,
  COMPARISON_ACTION,
  contractText,
  conversionText,
  GAP_CHART_WORDS,
  monthNotes,
  warningText,
} from "@/lib/energy_balance/text.ts";
import { aBoilerRoom, january, months } from "./builders.ts";

function woodJanuary(): MonthReport {
  return january({
    boilerRoom: aBoilerRoom({ sourceKind: "wood-mass" }),
    series: { source: months({ "2023-01": 5000 }), ecs: months({ "2023-01": 60 }) },
    units: { source: "kg", ecs: "m³" },
  });
}

Deno.test("BALANCE_ACTIONS are exactly those of the specification", () => {
  deepStrictEqual([COMPARISON_ACTION, ...Object.values(BALANCE_ACTIONS)], [
    "Comparaison",
    "Activer simulation",
    "Désactiver simulation",
  ]);
});

Deno.test("BALANCE_LABELS name months, years and seasons", () => {
  strictEqual(BALANCE_LABELS.month("2023-08"), "août 2023");
  strictEqual(BALANCE_LABELS.cumulative({ year: 2023, shifted: false }), "Année 2023");
  strictEqual(BALANCE_LABELS.cumulative({ year: 2023, shifted: true }), "Saison 2023 à 2024");
});

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

Deno.test("warningText() is also right under several months, whose warning is shown once", () => {
  for (const warning of ["no-settings", "missing-dju"] as const) {
    strictEqual(/\bce mois\b/.test(warningText(warning)), false, warning);
  }
});

// @spec balance.limits
Deno.test("BALANCE_LIMITS are the three limits of the figures, with their spaces", () => {
  strictEqual(BALANCE_LIMITS.length, 3);
  strictEqual(BALANCE_LIMITS[1]?.includes("85\u00A0%"), true);
  strictEqual(BALANCE_LIMITS[2]?.includes("1\u202F500\u202FkWh"), true);
});

Deno.test("GAP_CHART_WORDS abbreviate months and format gaps", () => {
  strictEqual(GAP_CHART_WORDS.monthLabel("2023-01"), "janv.");
  strictEqual(GAP_CHART_WORDS.monthLabel("2023-12"), "déc.");
  strictEqual(GAP_CHART_WORDS.formatGap(-4.0382), "-4\u00A0%");
  strictEqual(GAP_CHART_WORDS.statusLabel("very-bad"), "Seuil dépassé");
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
