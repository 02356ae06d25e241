import { deepStrictEqual } from "node:assert/strict";
import { useText } from "@/lib/ingest/text.ts";
import { LINES } from "@/tests/helpers/some_series.ts";

// @spec series.list
Deno.test("seriesLines() names series and equipment, with the last reading of each", () => {
  deepStrictEqual(LINES.find(({ id }) => id === "gas"), {
    id: "gas",
    name: "Compteur gaz",
    dataUnitId: "GAZV",
    quantity: "Gaz (volume)",
    unit: "m³",
    scope: "facilities",
    equipment: { id: "e1", name: "Chaufferie" },
    source: "serial=7",
    use: null,
    decimals: 0,
    last: { value: 12.34, message: null, at: "2026-01-05T08:00:00Z" },
  });
});

// @spec reports.uses
Deno.test("useText() names the use that a dwelling meter supplies, and is empty without one", () => {
  const textOf = (id: string) => LINES.filter((line) => line.id === id).map(useText)[0];
  deepStrictEqual(["plugs", "elec", "gas", "houses"].map(textOf), [
    "Prises",
    "Tout le logement",
    "",
    "",
  ]);
});
