import { deepStrictEqual } from "node:assert/strict";
import { djuTotal } from "@/lib/domain/facilities/dju_total.ts";

function month(slot: string, dju: number | null, completeness: number) {
  return { slot, dju, meanC: null, completeness, typed: false };
}

Deno.test("djuTotal() sums the months that are known; each weighs its days", () => {
  const months = [
    month("2024-01", 400, 1),
    month("2024-02", 100.5, 0.5),
    month("2024-03", null, 0),
  ];
  // 31 days of January, half of the 29 of February, none of the 31 of March: 45.5 of 91.
  deepStrictEqual(djuTotal(months), { dju: 500.5, completeness: 0.5 });
});

Deno.test("djuTotal() of nothing known is null", () => {
  deepStrictEqual(djuTotal([month("2024-01", null, 0)]), { dju: null, completeness: 0 });
  deepStrictEqual(djuTotal([]), { dju: null, completeness: 0 });
});
