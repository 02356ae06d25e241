import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { inDemo } from "./in_demo.ts";

// @spec reports.demo
Deno.test("residence of the demo has reports whose figures, references and means are plausible", () =>
  inDemo("landlord", async (ask) => {
    const { houses, mean } = await answerOf(
      ask("getConsumptionAnalysis", { projectId: "p01", month: "2026-01" }),
    );
    ok(houses.length >= 11);
    const whole = houses.find(({ notices }) => notices.length === 0);
    ok(whole, "one was read whole, as it was a year before");
    for (const item of whole.items) {
      const { kind, value, reference, previousYear, cost } = item;
      ok(value !== null && reference !== null && previousYear !== null, kind);
      strictEqual(cost !== null, kind !== "temp", kind);
      ok(item.mean !== null, kind);
      // Between half and twice the reference.
      ok(value > reference / 2 && value < reference * 2, `${kind}: ${value}, ${reference}`);
    }
    strictEqual(mean.length, whole.items.length);
    const none = await ask("getConsumptionAnalysis", { projectId: "p02", month: "2026-01" });
    strictEqual(none.ok ? "" : none.code, "consumption-reports-off");
  }));

// @spec reports.demo, reports.uses
Deno.test("residence of the demo measures the lighting of its dwellings, as a part of their electricity", () =>
  inDemo("landlord", async (ask) => {
    const found = await answerOf(
      ask("getConsumptionAnalysis", { projectId: "p04", month: "2026-01" }),
    );
    const whole = found.houses.find(({ notices }) => notices.length === 0);
    const item = (kind: string) => whole?.items.find((one) => one.kind === kind);
    const [lights, electricity] = [item("lights"), item("electricity")];
    ok(lights?.value && lights.reference && electricity?.value);
    deepStrictEqual([lights.isPart, electricity.isPart], [true, false]);
    ok(lights.value > lights.reference / 2 && lights.value < lights.reference * 2);
    ok(lights.value < electricity.value / 4, `${lights.value} of ${electricity.value} kWh`);
  }));
