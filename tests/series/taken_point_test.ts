import { deepStrictEqual } from "node:assert/strict";
import { pointOf, takenPoint, waitingPoint } from "@/lib/series/refusals.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";

const AT = 1_770_000_000;

Deno.test("pointOf() is a number, 1 for true, or the text of a state", () => {
  const values = [21.5, true, false, "open"].map((value) => pointOf(AT, value));
  deepStrictEqual(values, [
    { epochS: AT, value: 21.5 },
    { epochS: AT, value: 1 },
    { epochS: AT, value: 0 },
    { epochS: AT, value: 0, text: "open" },
  ]);
});

Deno.test("takenPoint() gives a series its waiting numbers within bounds, and texts to a state only", () => {
  const bounds = { min: 0, max: 100 };
  const taken = (kind: DataKind, value: number | string | boolean) =>
    takenPoint(waitingPoint(AT, value), { kind, bounds, unit: null }, "");
  deepStrictEqual(taken("instant", 21.5), { epochS: AT, value: 21.5 });
  deepStrictEqual(taken("instant", 0), { epochS: AT, value: 0 });
  deepStrictEqual([taken("instant", 100.1), taken("instant", -0.1)], ["value", "value"]);
  deepStrictEqual([taken("instant", "open"), taken("index", true)], ["text", "text"]);
  deepStrictEqual(taken("state", "open"), { epochS: AT, value: 0, text: "open" });
  deepStrictEqual(taken("state", true), { epochS: AT, value: 1 });
  deepStrictEqual(taken("state", false), { epochS: AT, value: 0 });
  deepStrictEqual(taken("state", 3), { epochS: AT, value: 3 });
  const inEnergy = { kind: "index" as const, bounds, unit: "kWh" };
  deepStrictEqual(takenPoint(waitingPoint(AT, 600), inEnergy, "Wh"), { epochS: AT, value: 0.6 });
  deepStrictEqual(takenPoint(waitingPoint(AT, 600), inEnergy, "W"), "unit");
});
