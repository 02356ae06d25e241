import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { ownYear } from "@/lib/accounts/own_dwelling_rules.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";

/** Twelve months of 2026, completely read by default. */
function months(values: readonly (number | null)[], completeness: Record<number, number> = {}) {
  return Array.from({ length: 12 }, (_, rank) => {
    const month = `2026-${String(rank + 1).padStart(2, "0")}`;
    return aSlot(month, values[rank] ?? null, { completeness: completeness[rank] ?? 1 });
  });
}

// @spec housing.own-pages
Deno.test("ownYear() lists the months of the occupancy, latest first, with missing shares and totals", () => {
  const water = { series: "water", slots: months([9, 1.5, 2, 3, 0.1], { 2: 0.5 }) };
  const heat = { series: "heat", slots: months([9, 100, 200, 300, 4]) };
  const stay = { from: "2026-02-10", to: null };
  const year = ownYear([water, heat], { year: 2026, stay, today: "2026-05-03" });
  deepStrictEqual(year, {
    year: 2026,
    firstYear: 2026,
    lastYear: 2026,
    series: ["water", "heat"],
    rows: [
      { month: "2026-05", values: [0.1, 4], gap: "running", doubts: [false, false] },
      { month: "2026-04", values: [3, 300], gap: null, doubts: [false, false] },
      { month: "2026-03", values: [2, 200], gap: "readings", doubts: [false, false] },
      { month: "2026-02", values: [1.5, 100], gap: "arrival", doubts: [false, false] },
    ],
    totals: [6.6, 604],
    doubts: [false, false],
  });
});

Deno.test("ownYear() marks a month read below 95 %, the limit for comparisons", () => {
  const heat = { series: "heat", slots: months([100, 90, 80], { 0: 0.98, 1: 0.95, 2: 0.94 }) };
  const stay = { from: "2025-06-01", to: null };
  const { rows } = ownYear([heat], { year: 2026, stay, today: "2026-12-01" });
  const gaps = rows.filter(({ month }) => month <= "2026-03").map(({ gap }) => gap);
  deepStrictEqual(gaps, ["readings", null, null]);
});

Deno.test("ownYear() ends with the departure, and does not count a month without readings", () => {
  const heat = { series: "heat", slots: months([100, null, 50]) };
  const stay = { from: "2025-06-01", to: "2026-03-15" };
  const { rows, totals, firstYear, lastYear } = ownYear([heat], {
    year: 2026,
    stay,
    today: "2026-06-01",
  });
  deepStrictEqual(rows, [
    { month: "2026-03", values: [50], gap: "departure", doubts: [false] },
    { month: "2026-02", values: [null], gap: "readings", doubts: [false] },
    { month: "2026-01", values: [100], gap: null, doubts: [false] },
  ]);
  deepStrictEqual([totals, firstYear, lastYear], [[150], 2025, 2026]);
});

Deno.test("ownYear() ends with the current month before a departure to come", () => {
  const heat = { series: "heat", slots: months([100, 80, 50, 20]) };
  const stay = { from: "2025-06-01", to: "2026-04-15" };
  const { rows } = ownYear([heat], { year: 2026, stay, today: "2026-02-10" });
  deepStrictEqual(rows, [
    { month: "2026-02", values: [80], gap: "running", doubts: [false] },
    { month: "2026-01", values: [100], gap: null, doubts: [false] },
  ]);
});

Deno.test("ownYear() of a dwelling without sums has no row", () => {
  const year = ownYear([], {
    year: 2026,
    stay: { from: "2026-01-01", to: null },
    today: "2026-02-01",
  });
  deepStrictEqual([year.rows, year.totals], [[], []]);
  strictEqual(year.year, 2026);
});
