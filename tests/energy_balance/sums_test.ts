import { strictEqual } from "node:assert/strict";
import { cleanSum, completeSum, knownSum, quotient } from "@/lib/energy_balance/formulas.ts";

Deno.test("completeSum() is null as soon as a part is", () => {
  strictEqual(completeSum([1, 2, 3]), 6);
  strictEqual(completeSum([1, null, 3]), null);
  strictEqual(completeSum([]), 0);
});

Deno.test("knownSum() skips unknown values, and is null when all are", () => {
  strictEqual(knownSum([1, null, 3]), 4);
  strictEqual(knownSum([null, null]), null);
  strictEqual(knownSum([]), null);
  strictEqual(knownSum([0, null]), 0);
});

Deno.test("quotient() does not divide by zero", () => {
  strictEqual(quotient(6, 4), 1.5);
  strictEqual(quotient(6, 0), null);
  strictEqual(quotient(null, 4), null);
  strictEqual(quotient(6, null), null);
});

Deno.test("cleanSum() is 0 where its terms cancel out", () => {
  strictEqual(cleanSum([1001.1, -1000.6]), 0.5);
  strictEqual(cleanSum([0.1, 0.2, -0.3]), 0);
  strictEqual(cleanSum([4e-9, 5e-10]), 4.5e-9);
  strictEqual(cleanSum([0, 0]), 0);
  strictEqual(cleanSum([2e20, -1e20]), 1e20);
});
