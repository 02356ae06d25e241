import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { gapColour, gapPercent, gapStatus } from "@/lib/energy_balance/formulas.ts";

Deno.test("gapPercent() is the part of heating above its target", () => {
  strictEqual(gapPercent({ actualKWh: 150, targetKWh: 100 }), 50);
  strictEqual(gapPercent({ actualKWh: 75, targetKWh: 100 }), -25);
  strictEqual(gapPercent({ actualKWh: 100, targetKWh: 100 }), 0);
});

Deno.test("gapPercent() is null without target", () => {
  strictEqual(gapPercent({ actualKWh: 150, targetKWh: 0 }), null);
  strictEqual(gapPercent({ actualKWh: 150, targetKWh: null }), null);
  strictEqual(gapPercent({ actualKWh: null, targetKWh: 100 }), null);
});

// @spec balance.gap
Deno.test("gapStatus() is good up to 0, bad up to the threshold, very bad above", () => {
  deepStrictEqual(
    [-40, 0, 0.1, 7, 7.1].map((percent) => gapStatus(percent, 7)),
    ["good", "good", "bad", "bad", "very-bad"],
  );
  strictEqual(gapStatus(null, 7), null);
});

Deno.test("gapColour() is green below 0, orange below the threshold, red from there", () => {
  deepStrictEqual(
    [-0.1, 0, 6.9, 7, 40].map((percent) => gapColour(percent, 7)),
    ["green", "orange", "orange", "red", "red"],
  );
  strictEqual(gapColour(null, 7), null);
});

Deno.test("gapStatus() and gapColour() compare a gap with the threshold in decimals", () => {
  // (105 / 100 − 1) × 100 is 5.000000000000004
  const percent = gapPercent({ actualKWh: 105, targetKWh: 100 });
  strictEqual(gapStatus(percent, 5), "bad");
  strictEqual(gapColour(percent, 5), "red");
});

Deno.test("gapColour() does not treat a rounding error below 0 as a saving", () => {
  strictEqual(gapColour(-1e-12, 5), "orange");
  strictEqual(gapStatus(1e-12, 5), "good");
});

Deno.test("gapStatus() and gapColour() use 5 % by default", () => {
  deepStrictEqual([4.9, 5, 5.1].map((gap) => gapStatus(gap)), ["bad", "bad", "very-bad"]);
  deepStrictEqual([4.9, 5, 5.1].map((gap) => gapColour(gap)), ["orange", "red", "red"]);
});

Deno.test("gapStatus() with a threshold of 0 is very bad from the first excess", () => {
  deepStrictEqual([0, 0.1].map((gap) => gapStatus(gap, 0)), ["good", "very-bad"]);
  strictEqual(gapColour(0, 0), "red");
});
