import { strictEqual, throws } from "node:assert/strict";
import { clamp, round } from "@/lib/base/rounding.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { ROUND_LAWS } from "@/tests/helpers/laws_of_values.ts";

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

Deno.test("round() never returns -0", () => {
  strictEqual(round(-0.4, 0), 0);
  strictEqual(round(-0, 1), 0);
});

Deno.test("round() handles numbers written with an exponent", () => {
  strictEqual(round(1.5e-7, 7), 2e-7);
  strictEqual(round(4.9e-324, 3), 0);
  strictEqual(round(1.2345e21, 2), 1.2345e21);
  // 2^50 + 0.25: near the largest number with quarters.
  strictEqual(round(1125899906842624.25, 1), 1125899906842624.2);
});

Deno.test("round() keeps a number that has fewer decimals", () => strictEqual(round(12, 3), 12));

Deno.test("round() rounds to hundreds with negative decimals", () => {
  strictEqual(round(1250, -2), 1300);
  strictEqual(round(49, -2), 0);
});

Deno.test("round() returns NaN and infinities unchanged", () => {
  strictEqual(round(Infinity, 1), Infinity);
  strictEqual(round(NaN, 1), NaN);
});

Deno.test("round() refuses a fractional count of decimals", () => {
  throws(() => round(1, 0.5), new RangeError("Cannot round to 0.5 decimals"));
});

Deno.test("clamp() returns the nearest bound for a value outside", () => {
  strictEqual(clamp(-3, 0, 10), 0);
  strictEqual(clamp(12, 0, 10), 10);
  strictEqual(clamp(7, 0, 10), 7);
});

testLaws(ROUND_LAWS);
