import { strictEqual } from "node:assert/strict";
import { contractNb, targetTotal } from "@/lib/domain/energy_balance/target.ts";

Deno.test("targetTotal() is the target over the area and the climate", () => {
  // 40 Wh × 1,000 m² × 400 DJU = 16,000 kWh
  strictEqual(targetTotal({ targetPerAreaDju: 40, areaM2: 1000, dju: 400 }), 16000);
});

// @spec balance.target
Deno.test("contractNb() is the target for the contract's reference season", () => {
  // 2,000 DJU × 1,000 m² × 40 Wh = 80,000 kWh
  strictEqual(contractNb({ djuContract: 2000, areaM2: 1000, targetPerAreaDju: 40 }), 80000);
  strictEqual(contractNb({ djuContract: null, areaM2: 1000, targetPerAreaDju: 40 }), null);
});
