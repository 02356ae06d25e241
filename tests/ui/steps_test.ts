import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { nearestSteps, nearestTyped, textsOffStep } from "@/lib/ui/number_input.ts";

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

// @spec forms.steps
Deno.test("textsOffStep() names the stored texts between two steps", () => {
  const fields = [{ name: "heat", kind: "number", ...HALVES }, { name: "note", kind: "text" }];
  deepStrictEqual(textsOffStep(fields, { heat: "19,55", note: "1,23" }), { heat: "19,55" });
  deepStrictEqual(textsOffStep(fields, { heat: "19,5", note: "1,23" }), {});
});
