import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { detailIn } from "@/lib/facilities/equipment_rules.ts";

Deno.test("detailIn() finds an equipment in its own place only", () => {
  const cmv = { id: "v1", name: "VMC", min: 1, max: 2, seriesId: null, version: "1" };
  const building = { cmvs: [cmv], skydomes: [], gates: [] };
  deepStrictEqual(detailIn(building, { id: "v1", kind: "cmv" }), { kind: "cmv", own: cmv });
  strictEqual(detailIn(building, { id: "v2", kind: "cmv" }), null);
  strictEqual(detailIn(building, { id: "v1", kind: "boilerroom-circuit" }), null);
});
