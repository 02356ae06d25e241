import { deepStrictEqual } from "node:assert/strict";
import { houseList } from "@/components/housing/house_list.tsx";
import { HOUSE_MODES } from "@/lib/residences/features.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { LINES } from "./some_house_lines.ts";

const OPTIONS = {
  projectId: "p1",
  features: { ...NO_FEATURES, houseMode: HOUSE_MODES.Detailed },
  hasConnectivity: false,
  empty: { title: "Aucun logement" },
};
const LIST = houseList(LINES, OPTIONS);

function kept(query: string): string[] {
  return keptUnder(LIST, LINES, query).map(({ id }) => id);
}

// @spec housing.list
Deno.test("houseList() sorts names naturally by default", () => {
  deepStrictEqual(kept(""), ["A2", "A9", "A10"]);
  deepStrictEqual(kept("sort=name:desc"), ["A10", "A9", "A2"]);
  deepStrictEqual(kept("sort=serial:asc"), ["A9", "A2", "A10"]);
  // An unknown floor is an empty cell: last both ways.
  deepStrictEqual(kept("sort=floor:desc"), ["A10", "A9", "A2"]);
  deepStrictEqual(kept("sort=floor:asc"), ["A9", "A10", "A2"]);
  deepStrictEqual(kept("sort=nonsense:desc"), kept(""));
});

Deno.test("houseList() keeps dwellings that match every filter and every word", () => {
  deepStrictEqual(kept("filter:floor=0"), ["A9"]);
  deepStrictEqual(kept("filter:floor=null"), ["A2"]);
  deepStrictEqual(kept("filter:type=T3&filter:floor=0"), []);
  deepStrictEqual(kept("filter:search=batiment a1"), ["A10"]);
  deepStrictEqual(kept("filter:search=b7"), ["A2"]);
});

// @spec alarms.places
Deno.test("houseList() has a column of open alarms as soon as one dwelling has some", () => {
  const hasColumn = (counts: readonly number[]) => {
    const lines = LINES.map((line, rank) => ({ ...line, alarmCount: counts[rank] ?? 0 }));
    return houseList(lines, OPTIONS).columns.some(({ field }) => field === "alarmCount");
  };
  deepStrictEqual([hasColumn([0, 0, 0]), hasColumn([0, 2, 0])], [false, true]);
});
