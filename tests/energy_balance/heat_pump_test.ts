import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  cop,
  heatPumpPercent,
  type HybridSlot,
  hybridTotals,
  slotCop,
  slotPercent,
} from "@/lib/energy_balance/machines.ts";

// @spec facilities.heat-pumps
Deno.test("heatPumpPercent() is the share of the heat, to two decimals and never above 100", () => {
  strictEqual(heatPumpPercent(1, 2), 33.33);
  strictEqual(heatPumpPercent(50, 0), 100);
  // A boiler meter that counts backwards must not give more than 100 %.
  strictEqual(heatPumpPercent(50, -10), 100);
});

Deno.test("heatPumpPercent() is null when a meter is unknown, or when no heat was produced", () => {
  strictEqual(heatPumpPercent(null, 10), null);
  strictEqual(heatPumpPercent(10, null), null);
  strictEqual(heatPumpPercent(0, 0), null);
});

Deno.test("cop() is heat divided by electricity, to two decimals; null without electricity", () => {
  strictEqual(cop(10, 3), 3.33);
  deepStrictEqual([cop(10, 0), cop(null, 3), cop(10, null)], [null, null, null]);
});

Deno.test("hybridTotals() computes shares of sums, not means of shares", () => {
  const slot = (boilerKWh: number | null, heatPumpKWh: number, heatPumpInputKWh: number) => ({
    slot: "2025-01",
    boilerKWh,
    heatPumpKWh,
    heatPumpInputKWh,
    heatPumpPercent: null,
  } satisfies HybridSlot);
  // 100 of 400 in one month, 100 of 200 in the other: a third of 600, not 37.5 %.
  deepStrictEqual(hybridTotals([slot(300, 100, 40), slot(100, 100, 25)]), {
    boilerKWh: 400,
    heatPumpKWh: 200,
    heatPumpInputKWh: 65,
    heatPumpPercent: 33.33,
    cop: 3.08,
  });
  strictEqual(hybridTotals([]).heatPumpKWh, null);
});

Deno.test("hybridTotals() computes the COP and the share from the slots of which both sides are known", () => {
  const slot = (boilerKWh: number | null, heatPumpKWh: number | null, input: number | null) => ({
    slot: "2025-01",
    boilerKWh,
    heatPumpKWh,
    heatPumpInputKWh: input,
    heatPumpPercent: null,
  } satisfies HybridSlot);
  // The electricity of the second month is unknown, and the boilers of the third: 100 / 40 and 200
  // / 600.
  deepStrictEqual(hybridTotals([slot(300, 100, 40), slot(100, 100, null), slot(null, null, 50)]), {
    boilerKWh: 400,
    heatPumpKWh: 200,
    heatPumpInputKWh: 90,
    heatPumpPercent: 33.33,
    cop: 2.5,
  });
});

/** A month whose meters were all read. */
const whole: HybridSlot = {
  slot: "2025-01",
  boilerKWh: 100,
  heatPumpKWh: 300,
  heatPumpInputKWh: 100,
  heatPumpPercent: 75,
};

// @spec facilities.heat-pumps
Deno.test("slotCop() and hybridTotals() compute no ratio of sums that lack a machine", () => {
  const partial = { ...whole, heatPumpInputKWh: 20, missing: ["heat-pump-input" as const] };
  deepStrictEqual([slotCop(whole), slotCop(partial)], [3, null]);
  const { cop: total, heatPumpPercent: share, heatPumpInputKWh } = hybridTotals([whole, partial]);
  // The COP of the first slot alone; the share of both: 600 of 800.
  deepStrictEqual([total, share, heatPumpInputKWh], [3, 75, 120]);
});

Deno.test("slotPercent() and hybridTotals() compute no share of boilers read in part, whose COP is known", () => {
  const partial = { ...whole, boilerKWh: 20, missing: ["boiler" as const] };
  deepStrictEqual([slotPercent(whole), slotPercent(partial), slotCop(partial)], [75, null, 3]);
  const { cop: total, heatPumpPercent: share, boilerKWh } = hybridTotals([whole, partial]);
  deepStrictEqual([total, share, boilerKWh], [3, 75, 120]);
});
