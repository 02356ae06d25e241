import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { wholePercent } from "@/lib/base/rounding.ts";

// @spec reports.progress-bar
Deno.test("wholePercent() rounds to the nearest, and never up to a bound that was not reached", () => {
  deepStrictEqual([90.95, 90.4, 0.5, 250.5, 100 * 1.1 * 1.05 / 1.1].map(wholePercent), [
    91,
    90,
    1,
    251,
    105,
  ]);
  deepStrictEqual([79.99, 80.4, 94.9, 99.6, 100].map(wholePercent), [79, 80, 94, 99, 100]);
});

Deno.test("wholePercent() reads each hundredth as its percentage", () => {
  // 100 × 0.29, 0.57, 0.58 and 1.15 are just below their product.
  for (let percent = 0; percent <= 200; percent++) {
    strictEqual(wholePercent(100 * (percent / 100)), percent);
  }
});
