import { strictEqual } from "node:assert/strict";
import { contractNb, targetTotal } from "@/lib/domain/energy_balance/target.ts";

Deno.test("targetTotal() is the target over the area and the climate", () => {
  // 40 Wh × 1,000 m² × 400 DJU = 16,000 kWh
  strictEqual(targetTotal(40, 1000, 400), 16000);
});

// @spec balance.target
Deno.test("contractNb() is the target for the contract's reference season", () => {
  // 2,000 DJU × 1,000 m² × 40 Wh = 80,000 kWh
  strictEqual(contractNb(2000, 1000, 40), 80000);
  strictEqual(contractNb(null, 1000, 40), null);
});
