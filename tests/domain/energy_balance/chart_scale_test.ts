import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { gapBound, gapScale } from "@/lib/domain/energy_balance/chart_scale.ts";

// @spec balance.gap-chart
Deno.test("gapBound() is three thresholds", () => {
  strictEqual(gapBound(5), 15);
  strictEqual(gapBound(7), 21);
});

Deno.test("gapBound() without threshold, or with one of 0, is that of 5 %", () => {
  strictEqual(gapBound(null), 15);
  strictEqual(gapBound(0), 15);
});

Deno.test("gapScale() goes from bound to bound when they are round", () => {
  deepStrictEqual(gapScale(5).ticks, [-15, -10, -5, 0, 5, 10, 15]);
  deepStrictEqual(gapScale(10).ticks, [-30, -20, -10, 0, 10, 20, 30]);
});

Deno.test("gapScale() rounds bounds outwards", () => {
  // ±21: 42 / 5 = 8.4 → steps of 10
  deepStrictEqual(gapScale(7).ticks, [-30, -20, -10, 0, 10, 20, 30]);
  // ±9: 18 / 5 = 3.6 → steps of 5
  deepStrictEqual(gapScale(3).ticks, [-10, -5, 0, 5, 10]);
});

Deno.test("gapScale() has four or six steps, includes its bound and marks 0, for every threshold", () => {
  for (let tenths = 1; tenths <= 1000; tenths++) {
    const { ticks, max, min } = gapScale(tenths / 10);
    ok([4, 6].includes(ticks.length - 1), `${tenths / 10}: ${ticks}`);
    ok(max >= gapBound(tenths / 10) - 1e-9 && min === -max);
    strictEqual(ticks.includes(0), true);
  }
});
