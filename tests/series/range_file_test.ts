import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { readableYears, type TwoYears } from "@/lib/series/pages.ts";
import { rangeRows } from "@/lib/series/range_rows.ts";
import { aSlot } from "@/tests/helpers/some_series.ts";

const DAY: PeriodRange = { type: "hourly", year: 2026, month: 1, day: 5 };

function yearsOf(
  values: readonly (number | null)[],
  { range = DAY, before = [] }: { range?: PeriodRange; before?: readonly (number | null)[] } = {},
): TwoYears {
  const slot = (value: number | null, index: number) =>
    aSlot(`2026-01-05T${String(index).padStart(2, "0")}`, value, { completeness: 1 });
  return {
    range,
    before: null,
    unit: "m³",
    rhythm: undefined,
    rows: rangeRows(values.map(slot), before.map(slot)),
    drawn: { values, before, categories: [], names: { now: "2026", before: "2025" } },
  };
}

// @spec series.small-amounts
Deno.test("readableYears() converts hours of water under a cubic metre to litres, with those of the year before", () => {
  const shown = readableYears(yearsOf([0.0171, null, 0.9], { before: [0.5, 0, null] }), "EFSV");
  strictEqual(shown.unit, "L");
  // 1 m³ is 1 000 L.
  deepStrictEqual(shown.rows.map(({ value }) => value), [17.1, null, 900]);
  deepStrictEqual(shown.rows.map(({ before }) => before), [500, 0, null]);
  deepStrictEqual(shown.drawn.values, [17.1, null, 900]);
  deepStrictEqual(shown.drawn.before, [500, 0, null]);
});

// @spec series.small-amounts
Deno.test("readableYears() keeps larger amounts, months, weeks and gas in the unit of the series", () => {
  const month: PeriodRange = { type: "daily", year: 2026, month: 1 };
  strictEqual(readableYears(yearsOf([0.2], { range: month }), "ECSV").unit, "L");
  const left = [
    readableYears(yearsOf([0.2, 1]), "EFSV"),
    readableYears(yearsOf([0.2], { before: [1.5] }), "EFSV"),
    readableYears(yearsOf([0.2], { range: { type: "monthly", year: 2026 } }), "EFSV"),
    readableYears(yearsOf([0.2], { range: { type: "weekly", year: 2026 } }), "EFSV"),
    readableYears(yearsOf([0.2]), "GAZV"),
  ];
  for (const { unit, rows } of left) deepStrictEqual([unit, rows[0]?.value], ["m³", 0.2]);
});

// @spec series.small-amounts
Deno.test("readableYears() leaves a meter that counts in litres: half a litre is not 500", () => {
  const shown = readableYears({ ...yearsOf([0.5, 0]), unit: "L" }, "ECSV");
  deepStrictEqual([shown.unit, shown.rows.map(({ value }) => value)], ["L", [0.5, 0]]);
});

// @spec series.small-amounts
Deno.test("readableYears() converts days of energy under a MWh to kWh", () => {
  const month: PeriodRange = { type: "daily", year: 2026, month: 1 };
  const shown = readableYears(
    { ...yearsOf([0.06, 0.114], { range: month, before: [0.9, null] }), unit: "MWh" },
    "CHAE",
  );
  // 1 MWh is 1 000 kWh.
  deepStrictEqual([shown.unit, shown.drawn.values], ["kWh", [60, 114]]);
  deepStrictEqual(shown.rows.map(({ before }) => before), [900, null]);
  const larger = readableYears(
    { ...yearsOf([0.06, 1.2], { range: month }), unit: "MWh" },
    "CHAE",
  );
  strictEqual(larger.unit, "MWh");
});
