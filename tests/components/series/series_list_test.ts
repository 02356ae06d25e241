import { deepStrictEqual } from "node:assert/strict";
import { seriesList } from "@/components/series/series_list.tsx";
import { seriesLines } from "@/lib/domain/projects/series_list.ts";
import { keptUnder } from "@/tests/components/tables/a_list.ts";
import { aSeries } from "@/tests/domain/projects/a_series.ts";

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

const LIST = seriesList(LINES, {
  project: { id: "p1", timeZone: "Europe/Paris" },
  canWrite: () => false,
  readsHouses: false,
  next: "",
});

function kept(query: string): string[] {
  return keptUnder(LIST, LINES, query).map(({ id }) => id);
}

// @spec series.list
Deno.test("seriesList() is in the order of the catalogue, then by equipment and name", () => {
  const all = kept("");
  deepStrictEqual(all.filter((id) => id !== "plugs" && id !== "elec"), [
    "houses",
    "air",
    "gas",
    "sky",
  ]);
});

Deno.test("seriesList() filters by quantity, scope, equipment, and words in any field", () => {
  deepStrictEqual(kept("filter:quantity=TEMP"), ["houses", "air"]);
  deepStrictEqual(kept("filter:scope=housing").toSorted(), ["elec", "houses", "plugs"]);
  deepStrictEqual(kept("filter:equipment=e1"), ["air", "gas"]);
  deepStrictEqual(kept("filter:search=serial chaufferie"), ["gas"]);
});

Deno.test("seriesList() sorts by each column, empty cells last", () => {
  deepStrictEqual(kept("sort=at:desc").slice(0, 2), ["gas", "sky"]);
  deepStrictEqual(kept("sort=source:asc")[0], "gas");
  deepStrictEqual(kept("sort=equipment:desc").slice(0, 1), ["sky"]);
  deepStrictEqual(kept("sort=equipment:desc").slice(-3).toSorted(), ["elec", "houses", "plugs"]);
  deepStrictEqual(kept("sort=last:asc").slice(0, 2), ["gas", "sky"]);
  deepStrictEqual(kept("sort=name:asc")[0], "gas");
  deepStrictEqual(kept("sort=use:asc").slice(0, 1), ["plugs"]);
  deepStrictEqual(kept("sort=nonsense:desc"), kept(""));
});
