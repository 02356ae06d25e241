import { ok, strictEqual } from "node:assert/strict";
import { clamp, round } from "@/lib/base/rounding.ts";
import { toStep } from "@/lib/ui/number_input.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { law } from "./laws.ts";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const decimalCount = fc.integer({ min: 0, max: 9 });
/** Numbers whose decimal text often ends at a half: 1.005, 12.25… */
const shortDecimal = fc.tuple(fc.integer({ min: -10_000_000, max: 10_000_000 }), decimalCount)
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));
const anyNumber = fc.oneof(finite, shortDecimal);
const anyStep = fc.tuple(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 0, max: 3 }))
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));

export const ROUND_LAWS = [
  law(
    "round() agrees with the schoolbook rule on the decimal text",
    fc.property(anyNumber, decimalCount, (value, decimals) => {
      strictEqual(round(value, decimals), roundedByHand(withoutError(value, decimals), decimals));
    }),
  ),
  law(
    "round() is odd, and rounding again changes nothing",
    fc.property(anyNumber, decimalCount, (value, decimals) => {
      const rounded = round(value, decimals);
      strictEqual(round(-value, decimals), rounded === 0 ? 0 : -rounded);
      strictEqual(round(rounded, decimals), rounded);
    }),
  ),
  law(
    "toStep() gives a multiple of the step, at most half a step away, and keeps it",
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), anyStep, (thousandths, step) => {
      const value = Number(`${thousandths}e-3`);
      const stepped = toStep(value, step);
      const steppedThousandths = Math.round(stepped * 1000);
      const stepThousandths = Math.round(step * 1000);
      strictEqual(Math.abs(steppedThousandths % stepThousandths), 0);
      ok(Math.abs(steppedThousandths - thousandths) * 2 <= stepThousandths);
      strictEqual(toStep(stepped, step), stepped);
    }),
  ),
  law(
    "clamp() stays within its bounds and leaves what is inside alone",
    fc.property(finite, finite, finite, (value, one, other) => {
      const [min, max] = one < other ? [one, other] : [other, one];
      const clamped = clamp(value, min, max);
      ok(clamped >= min && clamped <= max);
      if (value >= min && value <= max) ok(clamped === value);
    }),
  ),
];

/**
 * The half that a computed number stands for: 1966.5 for 1966.4999999999998, to the unit; others as
 * they are.
 */
export function withoutError(value: number, decimals: number): number {
  const sure = Number(value.toPrecision(15));
  const isNear = Math.abs(value - sure) <= Math.abs(value) * 2 ** -50;
  return isNear && new RegExp(`\\.\\d{${decimals}}5$`).test(String(sure)) ? sure : value;
}

/**
 * Rounds by writing every digit, then adding one to the last retained one when the next is 5 or
 * more.
 */
function roundedByHand(value: number, decimals: number): number {
  const [mantissa = "", exponent = "0"] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const shift = Number(exponent);
  const zeros = "0".repeat(Math.abs(shift) + decimals + 1);
  const digits = zeros + whole + fraction + zeros;
  const point = zeros.length + whole.length + shift;
  const kept = BigInt(digits.slice(0, point + decimals));
  const isUp = (digits[point + decimals] ?? "0") >= "5";
  const magnitude = Number(`${isUp ? kept + 1n : kept}e-${decimals}`);
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude;
}
