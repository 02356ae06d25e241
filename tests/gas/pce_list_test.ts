import { deepStrictEqual } from "node:assert/strict";
import { byUrgency } from "@/lib/gas/pce_rules.ts";
import { PCES } from "./some_pces.ts";

Deno.test("byUrgency() lists unusable consents first, then the soonest to end, then points without consent", () => {
  // 1 March has passed on 10 March: 3 has ended, 5 is revoked; 1 ends next, 2 never does.
  deepStrictEqual(byUrgency(PCES, "2026-03-10").map(({ pce }) => pce).join(""), "35124");
});
