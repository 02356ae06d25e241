import { deepStrictEqual } from "node:assert/strict";
import { indexLines } from "@/lib/ingest/meter_rules.ts";

const NAMES = {
  meterOf: (id: string) => ({ name: `Compteur ${id}`, unit: "m³" }),
  houseOf: (id: string) => `Logement ${id}`,
};

const TYPED = { id: "i1", seriesId: "s1", houseId: null, date: "2026-03-01", email: "a@b.fr" };

// @spec indexes.list
Deno.test("indexLines() name the meter and the dwelling, and round the consumption", () => {
  const replaced = { what: "replacement" as const, date: "2026-02-12" };
  const line = {
    id: "i1",
    date: "2026-03-01",
    value: 120.35,
    email: "a@b.fr",
    meter: "Compteur s1",
    house: null,
    unit: "m³",
  };
  // 120.35 − 100.2 in binary fractions
  const index = { ...TYPED, value: 120.35, counted: 120.35 - 100.2, events: [replaced] };
  deepStrictEqual(indexLines([index], NAMES), [{ ...line, difference: 20.15, events: [replaced] }]);
  const first = { ...TYPED, houseId: "h1", value: 120.35, counted: null, events: [] };
  deepStrictEqual(indexLines([first], NAMES), [
    { ...line, house: "Logement h1", difference: null, events: [] },
  ]);
});
