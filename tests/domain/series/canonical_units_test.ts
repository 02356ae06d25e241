import { strictEqual } from "node:assert/strict";
import { canonicalQuantity, canonicalUnit } from "@/lib/domain/series/canonical_units.ts";

Deno.test("canonicalQuantity() converts energies to kWh, volumes to m³, masses to kg", () => {
  strictEqual(canonicalQuantity(1500, "Wh"), 1.5);
  strictEqual(canonicalQuantity(1.5, "MWh"), 1500);
  strictEqual(canonicalQuantity(141_230, "L"), 141.23);
  strictEqual(canonicalQuantity(2, "t"), 2000);
  strictEqual(canonicalQuantity(7, "kWh"), 7);
});

Deno.test("canonicalQuantity() keeps a unit without another form", () => {
  strictEqual(canonicalQuantity(20.5, "°C"), 20.5);
  strictEqual(canonicalUnit("°C"), "°C");
});

Deno.test("canonicalUnit() is the unit that the quantity is converted to", () => {
  strictEqual(["Wh", "kWh", "MWh"].map(canonicalUnit).join(), "kWh,kWh,kWh");
  strictEqual(["L", "m³"].map(canonicalUnit).join(), "m³,m³");
  strictEqual(["kg", "t"].map(canonicalUnit).join(), "kg,kg");
});
