import { strictEqual, throws } from "node:assert/strict";
import { fc } from "@/tests/npm/fast_check.ts";
import { type DecimalSource, exact, exactSum, R, roundedQuotient } from "@/lib/base/decimals.ts";

// @spec texts.exact-rounding
Deno.test("R() rounds the exact value, a half away from zero, never to −0", () => {
  const cases: readonly (readonly [DecimalSource, number, string])[] = [
    ["1.005", 2, "1.01"],
    [1.005, 2, "1.01"],
    ["1.0049999999999999999999", 2, "1"],
    ["-1.005", 2, "-1.01"],
    [2.5, 0, "3"],
    [-2.5, 0, "-3"],
    [0.5, 0, "1"],
    [-0.4, 0, "0"],
    ["0.078495", 5, "0.0785"],
    ["0.069378", 5, "0.06938"],
    [1150, -2, "1200"],
    ["123456789012345678.5", 0, "123456789012345679"],
  ];
  for (const [value, decimals, rounded] of cases) {
    strictEqual(R(value, decimals).toString(), rounded, `R(${value}, ${decimals})`);
  }
  strictEqual(Object.is(R(-0.4, 0).toNumber(), 0), true);
  throws(() => R("douze", 0));
  throws(() => R(NaN, 0));
});

// @spec texts.exact-rounding
Deno.test("sums, products and quotients are exact before they are rounded (E §1.4)", () => {
  strictEqual(exactSum([0.1, 0.2]).toString(), "0.3");
  strictEqual(exactSum([]).toString(), "0");
  const value = exact(28500).times("0.07850");
  strictEqual(R(value, 2).toFixed(2), "2237.25");
  strictEqual(R(value.div(2), 2).toFixed(2), "1118.63");
  strictEqual(R(exact("581.685"), 2).toFixed(2), "581.69");
  strictEqual(R(exact(18055).plus("23872.80").div(524000), 5).toFixed(5), "0.08001");
  strictEqual(R(exact(0.85).times(108.3).div("95.0").plus(0.15), 4).toFixed(4), "1.1190");
});

// @spec texts.exact-rounding
Deno.test("roundedQuotient() is R() of the exact quotient, at halves too", () => {
  strictEqual(roundedQuotient([1.25], [1], 1), 1.3);
  strictEqual(roundedQuotient([0.7, 0.1, 2.45], [1], 1), 3.3);
  strictEqual(roundedQuotient([-0.01], [1], 1), 0);
  const cents = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((one) => one / 100);
  const areas = fc.integer({ min: 1, max: 400 }).map((one) => one / 4);
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 4 }),
      areas,
      fc.integer({ min: 0, max: 2 }),
      (of, by, decimals) => {
        const exactly = R(exactSum(of).div(by), decimals).toNumber();
        strictEqual(roundedQuotient(of, [by], decimals), exactly);
      },
    ),
    { numRuns: 2_000 },
  );
});
