import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { decimalText, plainNumber, round, wholePercent } from "@/lib/base/rounding.ts";
import { weightedMean } from "@/lib/base/sums.ts";
import { ROUND_LAWS, testLaws } from "@/tests/helpers/laws_of_values.ts";

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
