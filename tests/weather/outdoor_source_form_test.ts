import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { changedMonths, clearedMonths, shownMonths, shownText } from "@/lib/weather/degree_days.ts";

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

Deno.test("clearedMonths() empties every month", () => {
  deepStrictEqual(clearedMonths(["2024-01"]), [{ month: "2024-01", dju: null }]);
});
