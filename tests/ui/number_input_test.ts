import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  committedValue,
  nearestSteps,
  nearestTyped,
  readNumber,
  steppedDown,
  steppedUp,
  toStep,
} from "@/lib/ui/number_input.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { NUMBER_CONTROL_LAWS } from "@/tests/helpers/laws_of_values.ts";

Deno.test("committedValue() clamps to min and max", () => {
  strictEqual(committedValue("-4", 1, { min: 0 }), 0);
  strictEqual(committedValue("140", 1, { max: 100 }), 100);
});

// @spec forms.numbers
Deno.test("committedValue() rounds to the step", () => {
  strictEqual(committedValue("12,34", 1, { step: 0.1 }), 12.3);
  strictEqual(committedValue("12,5", 1, { step: 1 }), 13);
});

Deno.test("committedValue() stays at a bound when the nearest multiple is beyond it", () => {
  // 8 rounds to 10, which is above 8; 7 rounds to 5.
  strictEqual(committedValue("9", 1, { step: 5, max: 8 }), 8);
  strictEqual(committedValue("9", 1, { step: 5, max: 7 }), 5);
});

Deno.test("readNumber() accepts thousands separated as they are displayed", () => {
  strictEqual(readNumber("1\u202F234\u202F567,5"), 1234567.5);
  strictEqual(readNumber("1 234"), 1234);
  strictEqual(readNumber("12 34"), null);
});

Deno.test("steppedUp() goes to the next multiple of the step", () => {
  strictEqual(steppedUp(12, { step: 5 }), 15);
  strictEqual(steppedUp(15, { step: 5 }), 20);
  strictEqual(steppedUp(0.2, { step: 0.1 }), 0.3);
});

Deno.test("steppedDown() goes to the multiple below, and stops at the minimum", () => {
  strictEqual(steppedDown(12, { step: 5 }), 10);
  strictEqual(steppedDown(0, { min: 0 }), 0);
  strictEqual(steppedDown(0.3, { step: 0.1 }), 0.2);
});

testLaws(NUMBER_CONTROL_LAWS);

const HALVES = { min: 5, max: 30, step: 0.5 };

// @spec forms.steps
Deno.test("nearestSteps() returns the multiples around a value, and null for a multiple or a bound", () => {
  deepStrictEqual(nearestSteps(19.55, HALVES), [19.5, 20]);
  deepStrictEqual(nearestSteps(19.95, HALVES), [19.5, 20]);
  deepStrictEqual(nearestSteps(-0.3, { step: 0.5 }), [-0.5, 0]);
  deepStrictEqual(nearestSteps(0.30000000000000004, { step: 0.1 }), [0.3, 0.4]);
  for (const value of [5, 19.5, 20, 30]) strictEqual(nearestSteps(value, HALVES), null);
  // A bound that is not a multiple is allowed, and is the nearest beyond the last one.
  strictEqual(nearestSteps(20.3, { ...HALVES, max: 20.3 }), null);
  deepStrictEqual(nearestSteps(20.1, { ...HALVES, max: 20.3 }), [20, 20.3]);
  strictEqual(nearestSteps(19.55, {}), null);
});

// @spec forms.steps
Deno.test("nearestTyped() reads only numbers, with a comma or a point", () => {
  const rule = { kind: "number", ...HALVES };
  deepStrictEqual(nearestTyped(rule, "19,55"), [19.5, 20]);
  deepStrictEqual(nearestTyped(rule, "19.55"), [19.5, 20]);
  for (const text of ["19,5", "", "abc"]) strictEqual(nearestTyped(rule, text), null);
  strictEqual(nearestTyped({ ...rule, kind: "text" }, "19,55"), null);
});

Deno.test("toStep() returns the nearest multiple, a half going away from zero", () => {
  strictEqual(toStep(7, 5), 5);
  strictEqual(toStep(7.5, 5), 10);
  strictEqual(toStep(-7.5, 5), -10);
});

Deno.test("toStep() works in decimals: 0.35 is halfway between 0.3 and 0.4", () => {
  strictEqual(toStep(0.35, 0.1), 0.4);
  strictEqual(toStep(0.3, 0.1), 0.3);
});
