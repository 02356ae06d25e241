import { strictEqual } from "node:assert/strict";
import { inQuantity, isUnitOf } from "@/lib/facilities/source_kinds.ts";

Deno.test("inQuantity() converts litres to m³ and keeps m³", () => {
  strictEqual(inQuantity(141230, "L", "volume"), 141.23);
  strictEqual(inQuantity(141.23, "m³", "volume"), 141.23);
});

Deno.test("inQuantity() converts Wh and MWh to kWh, tonnes to kg", () => {
  strictEqual(inQuantity(2500, "Wh", "energy"), 2.5);
  strictEqual(inQuantity(2.5, "MWh", "energy"), 2500);
  strictEqual(inQuantity(2.5, "kWh", "energy"), 2.5);
  strictEqual(inQuantity(1.5, "t", "mass"), 1500);
  strictEqual(inQuantity(1.5, "kg", "mass"), 1.5);
});

Deno.test("inQuantity() is null for a unit of another quantity", () => {
  strictEqual(inQuantity(12, "kWh", "volume"), null);
  strictEqual(inQuantity(12, "°C", "energy"), null);
  strictEqual(isUnitOf("m³", "mass"), false);
});
