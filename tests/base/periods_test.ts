import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { periodSelector } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import {
  instantLabel,
  lineLabel,
  PERIOD_OPTION_LABELS,
  PERIOD_STEP_LABELS,
  rangeLabel,
  seeRangeText,
  STATIC_PERIOD_LABELS,
  yearLabel,
  yearTitle,
} from "@/lib/base/text_periods.ts";

const day: PeriodRange = { type: "hourly", year: 2023, month: 7, day: 1 };

Deno.test("yearLabel() shows a shifted year as year-year+1", () => {
  strictEqual(yearLabel({ type: "monthly", year: 2023 }), "2023");
  strictEqual(yearLabel({ type: "monthly-shifted", year: 2023 }), "2023-2024");
  strictEqual(yearLabel({ type: "weekly-shifted", year: 2023 }), "2023-2024");
});

Deno.test("yearTitle() is the year or the season in words", () => {
  strictEqual(yearTitle(2023, false), "Année 2023");
  strictEqual(yearTitle(2023, true), "Saison 2023 à 2024");
});

Deno.test("rangeLabel() names the year, the month or the day", () => {
  strictEqual(rangeLabel({ type: "weekly-shifted", year: 2023 }), "2023-2024");
  strictEqual(rangeLabel({ type: "daily", year: 2023, month: 7 }), "juillet 2023");
  strictEqual(rangeLabel(day), "1er juillet 2023");
});

Deno.test("seeRangeText() names the day with its article", () => {
  strictEqual(seeRangeText({ type: "weekly-shifted", year: 2023 }), "Voir 2023-2024");
  strictEqual(seeRangeText({ type: "daily", year: 2023, month: 7 }), "Voir juillet 2023");
  strictEqual(seeRangeText(day), "Voir le 1er juillet 2023");
});

Deno.test("lineLabel() names the level of each line of the navigator", () => {
  strictEqual(lineLabel(day, "year"), "2023");
  strictEqual(lineLabel(day, "month"), "juillet 2023");
  strictEqual(lineLabel(day, "day"), "1er juillet 2023");
});

Deno.test("PERIOD_OPTION_LABELS are the specification's", () => {
  const selector = periodSelector({ isHourlyAllowed: true, isFiveMinuteAllowed: true });
  const options = selector.kind === "options" ? selector.options : [];
  deepStrictEqual(options.map((option) => PERIOD_OPTION_LABELS[option]), [
    ...["Mois", "Semaines", "Jours", "Heures", "5\u00A0min"],
  ]);
  deepStrictEqual(STATIC_PERIOD_LABELS, { year: "Année", month: "Mois" });
});

Deno.test("PERIOD_STEP_LABELS name the target of each arrow", () => {
  strictEqual(PERIOD_STEP_LABELS.month.next, "Mois suivant");
});

Deno.test("instantLabel() names a slot", () => {
  strictEqual(instantLabel({ type: "monthly", month: "2023-07" }), "juillet 2023");
  strictEqual(
    instantLabel({ type: "weekly", weekYear: 2020, week: 53 }),
    "semaine\u00A053 de 2020",
  );
  strictEqual(instantLabel({ type: "daily", date: "2023-07-15" }), "15 juillet 2023");
  strictEqual(instantLabel({ type: "hourly", date: "2023-07-15", hour: 8 }), "08:00");
  strictEqual(instantLabel({ type: "fivemin", date: "2023-07-15", hour: 8, minute: 5 }), "08:05");
});
