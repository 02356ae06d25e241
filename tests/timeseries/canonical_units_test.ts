import { strictEqual } from "node:assert/strict";
import {
  canonicalQuantity,
  canonicalUnit,
  decimalsInUnit,
} from "@/lib/timeseries/canonical_units.ts";

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

// @spec series.units
Deno.test("decimalsInUnit() shows a unit as finely as its canonical one", () => {
  // 0 decimals of a kWh are 3 of a MWh; 3 decimals of a m³ are whole litres.
  strictEqual(decimalsInUnit(0, "MWh"), 3);
  strictEqual(decimalsInUnit(0, "t"), 3);
  strictEqual(decimalsInUnit(3, "L"), 0);
  strictEqual(decimalsInUnit(1, "Wh"), 0);
  strictEqual(decimalsInUnit(1, "kWh"), 1);
  strictEqual(decimalsInUnit(1, "°C"), 1);
});
