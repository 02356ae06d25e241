import { deepStrictEqual } from "node:assert/strict";
import { rangeFigures } from "@/lib/series/range_rows.ts";

function aSlot(value: number | null, over: { min?: number; max?: number; count?: number } = {}) {
  const { min = null, max = null, count = value === null ? 0 : 1 } = over;
  const completeness = value === null ? 0 : 1;
  return { slot: "", value, min, max, completeness, estimated: false, count };
}

Deno.test("rangeFigures() of sums are those of the slots' amounts", () => {
  deepStrictEqual(rangeFigures([aSlot(2), aSlot(null), aSlot(0.5), aSlot(0.5)], true), {
    min: 0.5,
    mean: 1,
    max: 2,
    sum: 3,
    completeness: 0.75,
  });
});

Deno.test("rangeFigures() of other quantities are those of the readings, with slots weighted by their count", () => {
  // (20 × 3 + 24 × 1) / 4 = 21
  const slots = [aSlot(20, { min: 18, max: 22, count: 3 }), aSlot(24, { min: 24, max: 24 })];
  deepStrictEqual(rangeFigures(slots, false), {
    min: 18,
    mean: 21,
    max: 24,
    sum: null,
    completeness: 1,
  });
});

Deno.test("rangeFigures() of no slots are empty", () => {
  const nothing = { min: null, mean: null, max: null, sum: null, completeness: 0 };
  deepStrictEqual(rangeFigures([], true), nothing);
  deepStrictEqual(rangeFigures([aSlot(null)], false), nothing);
});
