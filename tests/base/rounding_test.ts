import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { type DecimalSource, exact, exactSum, R, roundedQuotient } from "@/lib/base/decimals.ts";
import { decimalText, plainNumber, round, wholePercent } from "@/lib/base/rounding.ts";
import { weightedMean } from "@/lib/base/sums.ts";
import { ROUND_LAWS, testLaws } from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";

// @spec texts.rounding
Deno.test("round() rounds a half away from zero", () => {
  strictEqual(round(2.5, 0), 3);
  strictEqual(round(-2.5, 0), -3);
  strictEqual(round(0.5, 0), 1);
});

Deno.test("round() rounds the decimal text, not the binary value below it", () => {
  // In binary 1.005 is 1.00499999999999989… and 8.345 is 8.3450000000000006394…
  strictEqual(round(1.005, 2), 1.01);
  strictEqual(round(8.345, 2), 8.35);
  strictEqual(round(1.45, 1), 1.5);
});

Deno.test("round() treats a value next to a half by binary error as a half", () => {
  // 427.5 × 4.6 = 1966.5, 0.285 × 100 = 28.5, 1.15 × 1.1 = 1.265; in binary each stays below.
  strictEqual(round(427.5 * 4.6, 0), 1967);
  strictEqual(round(-427.5 * 4.6, 0), -1967);
  strictEqual(round(0.285 * 100, 0), 29);
  strictEqual(round(1.15 * 1.1, 2), 1.27);
  // 123 456 789.25 × 0.2 = 24 691 357.85
  strictEqual(round(123456789.25 * 0.2, 1), 24691357.9);
});

Deno.test("round() rounds down a value below a half in decimals", () => {
  strictEqual(round(1966.49999999999, 0), 1966);
  // Of seventeen digits, none is an error: fifteen of them are a half, the number is below.
  strictEqual(round(-10408818772912.451, 0), -10408818772912);
  strictEqual(round(43372928922.33245, 3), 43372928922.332);
  strictEqual(round(0.4999999999999, 0), 0);
});

Deno.test("round() rounds to hundreds with negative decimals", () => {
  strictEqual(round(1250, -2), 1300);
  strictEqual(round(49, -2), 0);
});

Deno.test("round() refuses a fractional count of decimals", () => {
  throws(() => round(1, 0.5), new RangeError("Cannot round to 0.5 decimals"));
});

testLaws(ROUND_LAWS);

Deno.test("decimalText() returns the shortest digits and their power of ten", () => {
  deepStrictEqual(decimalText(12.5), { digits: "125", exponent: -1 });
  deepStrictEqual(decimalText(1200), { digits: "12", exponent: 2 });
  deepStrictEqual(decimalText(0), { digits: "0", exponent: 0 });
});

Deno.test("plainNumber() writes no exponent", () => {
  strictEqual(plainNumber(1e-7), "0.0000001");
  strictEqual(plainNumber(-1.25e-8), "-0.0000000125");
  strictEqual(plainNumber(1.5e21), "1500000000000000000000");
});

Deno.test("plainNumber() keeps ordinary numbers, and writes -0 as 0", () => {
  strictEqual(plainNumber(-12.5), "-12.5");
  strictEqual(plainNumber(-0), "0");
});

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

Deno.test("weightedMean() weighs each known value, and is null without a weight", () => {
  // (1 × 10 + 3 × 30) / 4 = 25.
  const read = [{ value: 10, weight: 1 }, { value: 30, weight: 3 }];
  strictEqual(weightedMean([...read, { value: null, weight: 6 }, { value: 99, weight: 0 }]), 25);
  strictEqual(weightedMean([{ value: 99, weight: 0 }, { value: null, weight: 2 }]), null);
  strictEqual(weightedMean([]), null);
});

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
