import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { referenceOf, type ReferencePlace } from "@/lib/consumption_reports/items.ts";
import { CONSUMPTION_KINDS } from "@/lib/series/consumption_kinds.ts";
import { REFERENCES } from "./reported.ts";

const PLACE: ReferencePlace = {
  days: { from: "2024-02-01", to: "2024-02-29" },
  isRunning: false,
  area: 60,
  people: 2,
  dju: 400,
};

// @spec reports.references
Deno.test("referenceOf() counts the days of a year of 366 days, and a level for the temperature", () => {
  const references = CONSUMPTION_KINDS.map((kind) => [
    kind,
    referenceOf(kind, { ...REFERENCES, plugsReference: 732, coldWaterReference: 36.6 }, PLACE),
  ]);
  deepStrictEqual(Object.fromEntries(references), {
    // (365 + 732 + 365) × 29 / 366.
    electricity: 1462 * 29 / 366,
    lights: 365 * 29 / 366,
    // 732 × 29 / 366.
    plugs: 58,
    cooking: 365 * 29 / 366,
    // 2 people: 2 × 36.6 × 29 / 366, 2 × 14.6 × 29 / 366.
    coldWater: 73.2 * 29 / 366,
    hotWater: 29.2 * 29 / 366,
    // 50 Wh × 60 m² × 400 DJU.
    heating: 1200,
    temp: 19,
    gas: null,
    waterHeating: null,
  });
});

// @spec reports.references
Deno.test("referenceOf() is null without one of its terms", () => {
  const without = { ...REFERENCES, lightsReference: null };
  strictEqual(referenceOf("lights", without, PLACE), null);
  for (const name of ["lightsReference", "plugsReference", "cookingReference"] as const) {
    strictEqual(referenceOf("electricity", { ...REFERENCES, [name]: null }, PLACE), null, name);
  }
  strictEqual(referenceOf("coldWater", REFERENCES, { ...PLACE, people: null }), null);
  strictEqual(referenceOf("heating", REFERENCES, { ...PLACE, area: null }), null);
  strictEqual(referenceOf("heating", REFERENCES, { ...PLACE, dju: null }), null);
  // The weather of the days left is unknown.
  strictEqual(referenceOf("heating", REFERENCES, { ...PLACE, isRunning: true }), null);
});
