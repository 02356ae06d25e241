import { strictEqual, throws } from "node:assert/strict";
import { toStep } from "@/lib/ui/number_input.ts";

Deno.test("toStep() returns the nearest multiple, a half going away from zero", () => {
  strictEqual(toStep(7, 5), 5);
  strictEqual(toStep(7.5, 5), 10);
  strictEqual(toStep(-7.5, 5), -10);
});

Deno.test("toStep() works in decimals: 0.35 is halfway between 0.3 and 0.4", () => {
  strictEqual(toStep(0.35, 0.1), 0.4);
  strictEqual(toStep(0.3, 0.1), 0.3);
});

Deno.test("toStep() never returns -0", () => strictEqual(toStep(-0.2, 1), 0));

Deno.test("toStep() refuses a step of 0 and infinite numbers", () => {
  throws(() => toStep(1, 0), RangeError);
  throws(() => toStep(1, -1), RangeError);
  throws(() => toStep(Infinity, 1), RangeError);
});
