import { deepStrictEqual } from "node:assert/strict";
import { djuTotal, finishedDays } from "@/lib/weather/degree_days.ts";

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
