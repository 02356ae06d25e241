import { ok, strictEqual } from "node:assert/strict";
import { FEWEST_ANONYMOUS } from "@/lib/housing/anonymity.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { inDemo } from "./in_demo.ts";

const at = { projectId: "p01" };

Deno.test("the demo shares the sun of two roofs between a residence's dwellings and its common parts", () =>
  inDemo("landlord", async (ask) => {
    const { producers, consumers } = await answerOf(ask("getAutoconsumptionConfig", at));
    strictEqual(producers.length, 2);
    const countOf = (status: string) => consumers.filter((one) => one.status === status).length;
    ok(countOf("active") > FEWEST_ANONYMOUS);
    ok(countOf("invited") > 0 && countOf("left") > 0);
    strictEqual(new Set([...producers, ...consumers].map(({ prm }) => prm)).size, 29);
    const year = await ask("getAutoconsumptionData", { ...at, segment: "monthly-2025" });
    ok(year.ok);
    for (const slot of year.answer.slots) {
      ok(!slot.isWithheld && slot.completeness > 0.9, JSON.stringify(slot));
      const { producedKWh, selfConsumedKWh, surplusKWh } = slot;
      strictEqual(
        Math.round(1e6 * (producedKWh ?? 0)),
        Math.round(1e6 * (selfConsumedKWh ?? 0)) + Math.round(1e6 * (surplusKWh ?? 0)),
      );
    }
    const total = (name: "producedKWh" | "consumedKWh" | "selfConsumedKWh") =>
      year.answer.slots.reduce((sum, slot) => sum + (slot[name] ?? 0), 0);
    // 66 kW produce 900 kWh each in a year; a third to two thirds of it is consumed on the spot.
    ok(total("producedKWh") > 40_000 && total("producedKWh") < 66_000);
    const rate = total("selfConsumedKWh") / total("producedKWh");
    ok(rate > 0.33 && rate < 0.66, String(rate));
  }));
