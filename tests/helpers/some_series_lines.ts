/** Lines of the list of series of a residence. @module */

import { seriesLines } from "@/lib/series/series_list.ts";
import { aSeries } from "./a_series.ts";

const READINGS = new Map([
  ["gas", { value: 12.34, message: null, at: "2026-01-05T08:00:00Z" }],
  ["sky", { value: null, message: "ouvert", at: "2026-01-04T08:00:00Z" }],
]);

export const LINES = seriesLines(
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
