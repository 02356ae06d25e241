import { strictEqual } from "node:assert/strict";
import { completeSum, knownSum, quotient } from "../../../lib/domain/energy_balance/sums.ts";

Deno.test("completeSum() is null as soon as a part is", () => {
  strictEqual(completeSum([1, 2, 3]), 6);
  strictEqual(completeSum([1, null, 3]), null);
  strictEqual(completeSum([]), 0);
});

Deno.test("knownSum() skips what is unknown, and is null when all is", () => {
  strictEqual(knownSum([1, null, 3]), 4);
  strictEqual(knownSum([null, null]), null);
  strictEqual(knownSum([]), null);
  strictEqual(knownSum([0, null]), 0);
});

Deno.test("quotient() does not divide by nothing", () => {
  strictEqual(quotient(6, 4), 1.5);
  strictEqual(quotient(6, 0), null);
  strictEqual(quotient(null, 4), null);
  strictEqual(quotient(6, null), null);
});
