import { deepStrictEqual } from "node:assert/strict";
import { seriesList } from "@/components/ingest/series_list.tsx";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { LINES } from "@/tests/helpers/some_series.ts";

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
  deepStrictEqual(kept("sort=use:asc").slice(0, 2), ["plugs", "elec"]);
  deepStrictEqual(kept("sort=use:desc").slice(0, 2), ["elec", "plugs"]);
  deepStrictEqual(kept("sort=nonsense:desc"), kept(""));
});
