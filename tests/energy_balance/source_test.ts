import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  conversionFactor,
  gasFactorsOf,
  isWhole,
  sourceFigures,
} from "@/lib/energy_balance/formulas.ts";

const FACTORS = { fromDate: "2023-01-01", pta: 0.9, pcs: 11.5 };

Deno.test("conversionFactor() of a volume of gas is 11 kWh/m³ by default", () => {
  strictEqual(conversionFactor("gaz-volume", null), 11);
});

// @spec balance.source
Deno.test("conversionFactor() of a volume of gas is pta × pcs when both are known", () => {
  const factor = conversionFactor("gaz-volume", FACTORS);
  ok(Math.abs(factor - 10.35) < 1e-12);
});

Deno.test("conversionFactor() treats one factor alone as none", () => {
  strictEqual(conversionFactor("gaz-volume", { ...FACTORS, pcs: null }), 11);
  strictEqual(conversionFactor("gaz-volume", { ...FACTORS, pta: null }), 11);
  strictEqual(isWhole({ ...FACTORS, pta: null }), false);
});

Deno.test("conversionFactor() of wood is 4.6 kWh/kg, for any gas factors", () => {
  strictEqual(conversionFactor("wood-mass", FACTORS), 4.6);
});

Deno.test("conversionFactor() of metered energy is 1", () => {
  for (const kind of ["gaz-energy", "urban-energy", "wood-energy"] as const) {
    strictEqual(conversionFactor(kind, FACTORS), 1);
  }
});

Deno.test("gasFactorsOf() a month is the latest version on or before its first day", () => {
  const midMonth = { ...FACTORS, fromDate: "2023-03-15" };
  strictEqual(gasFactorsOf([FACTORS, midMonth], "2023-03"), FACTORS);
  strictEqual(gasFactorsOf([FACTORS, midMonth], "2023-04"), midMonth);
  strictEqual(gasFactorsOf([FACTORS, midMonth], "2022-12"), null);
});

Deno.test("sourceFigures() have the quantity of the meter, and the energy", () => {
  deepStrictEqual(sourceFigures("gaz-volume", { amount: 100, factor: 11 }), {
    kind: "gaz-volume",
    volume: 100,
    mass: null,
    energy: 1100,
  });
  deepStrictEqual(sourceFigures("wood-mass", { amount: 5000, factor: 4.6 }), {
    kind: "wood-mass",
    volume: null,
    mass: 5000,
    energy: 23000,
  });
  deepStrictEqual(sourceFigures("urban-energy", { amount: 100, factor: 1 }), {
    kind: "urban-energy",
    volume: null,
    mass: null,
    energy: 100,
  });
});

Deno.test("sourceFigures() of a missing reading have no energy", () => {
  strictEqual(sourceFigures("gaz-volume", { amount: null, factor: 11 }).energy, null);
});
