import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { wholePercent } from "@/lib/domain/numbers/percent.ts";

Deno.test("wholePercent() never rounds up to a bound that was not reached", () => {
  deepStrictEqual([79.99, 99.6, 100, 100 * 1.1 * 1.05 / 1.1, 250.4].map(wholePercent), [
    79,
    99,
    100,
    105,
    250,
  ]);
});

Deno.test("wholePercent() reads each hundredth as its percentage", () => {
  // 100 × 0.29, 0.57, 0.58 and 1.15 are just below their product.
  for (let percent = 0; percent <= 200; percent++) {
    strictEqual(wholePercent(100 * (percent / 100)), percent);
  }
});
