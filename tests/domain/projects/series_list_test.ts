import { deepStrictEqual } from "node:assert/strict";
import { aSeries } from "./a_series.ts";
import { seriesLines } from "@/lib/domain/projects/series_list.ts";
import { useText } from "@/lib/text/series/series_settings.ts";

const READINGS = new Map([
  ["gas", { value: 12.34, message: null, at: "2026-01-05T08:00:00Z" }],
  ["sky", { value: null, message: "ouvert", at: "2026-01-04T08:00:00Z" }],
]);

const LINES = seriesLines(
  [
    aSeries("sky", "ETAT", { equipmentId: "e2" }),
    aSeries("gas", "GAZV", {
      renamed: "Compteur gaz",
      equipmentId: "e1",
      dataSourceId: "serial=7",
    }),
    aSeries("houses", "TEMP", { scope: "housing" }),
    aSeries("plugs", "ELEC", { scope: "housing", use: "plugs" }),
    aSeries("elec", "ELEC", { scope: "housing", renamed: "Compteur général" }),
    aSeries("air", "TEMP", { equipmentId: "e1" }),
  ],
  [{ id: "e1", name: "Chaufferie" }, { id: "e2", name: "Skydome" }],
  (id) => READINGS.get(id) ?? null,
);

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
