import { ok, strictEqual } from "node:assert/strict";
import { clamp } from "@/lib/base/rounding.ts";
import {
  allowedValue,
  committedValue,
  controlText,
  type NumberRules,
  readNumber,
  steppedDown,
  steppedUp,
} from "@/lib/ui/number_input.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { law } from "./laws.ts";

const number = fc.tuple(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.nat(4))
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));
const step = fc.constantFrom(undefined, 0.01, 0.1, 0.5, 1, 5, 25);
const rules = fc.tuple(number, number, step, fc.boolean(), fc.boolean(), fc.boolean()).map(
  ([one, other, step, hasMin, hasMax, isNullable]): NumberRules => ({
    ...(hasMin ? { min: Math.min(one, other) } : {}),
    ...(hasMax ? { max: Math.max(one, other) } : {}),
    ...(step === undefined ? {} : { step }),
    isNullable,
  }),
);
const previous = fc.option(number);

export const NUMBER_CONTROL_LAWS = [
  law(
    "controlText() is read back by readNumber(), with a comma or a point",
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      strictEqual(readNumber(controlText(value)), value + 0);
      strictEqual(readNumber(controlText(value).replace(",", ".")), value + 0);
    }),
  ),
  law(
    "committedValue() is within the bounds, and on a step unless at a bound",
    fc.property(number, previous, rules, (typed, before, rules) => {
      const value = committedValue(controlText(typed), before, rules);
      ok(value !== null);
      const { min = -Infinity, max = Infinity, step } = rules;
      ok(value >= min && value <= max);
      if (step === undefined || value === min || value === max) return;
      strictEqual(Math.abs(Math.round(value * 1e4) % Math.round(step * 1e4)), 0);
      ok(Math.abs(value - clamp(typed, min, max)) <= step / 2 + 1e-6);
    }),
  ),
  law(
    "committedValue() of what it committed is the same",
    fc.property(number, previous, rules, (typed, before, rules) => {
      const once = committedValue(controlText(typed), before, rules);
      strictEqual(committedValue(controlText(once), once, rules), once);
    }),
  ),
  law(
    "committedValue() restores the previous value on any text that holds no digit",
    fc.property(
      fc.string().filter((text) => !/\d/.test(text)),
      previous,
      rules,
      (text, before, rules) => {
        const isEmpty = text.trim() === "";
        strictEqual(
          committedValue(text, before, rules),
          isEmpty && rules.isNullable ? null : before,
        );
      },
    ),
  ),
  law(
    "steppedUp() and steppedDown() move by at most a step, and never past a bound",
    fc.property(number, rules, (typed, rules) => {
      const value = allowedValue(typed, rules);
      const { min = -Infinity, max = Infinity, step = 1 } = rules;
      const [up, down] = [steppedUp(value, rules), steppedDown(value, rules)];
      ok(up > value || value + step > max, `${up} is not above ${value}`);
      ok(down < value || value - step < min, `${down} is not below ${value}`);
      ok(up <= max && down >= min);
      ok(up - value <= step + 1e-6 && value - down <= step + 1e-6);
    }),
  ),
];
