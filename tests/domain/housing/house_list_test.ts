import { deepStrictEqual } from "node:assert/strict";
import {
  filteredHouses,
  floorChoices,
  houseLines,
  nameChoices,
} from "@/lib/domain/housing/house_list.ts";
import type { House, HouseSettings } from "@/lib/domain/housing/types.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { houseSettings } from "@/tests/backend/a_dwelling.ts";

function aHouse(id: string, settings: Partial<HouseSettings>, serial = ""): House {
  const bare = { kind: "module" as const, projectModuleId: null, config: {}, version: "1" };
  return { id, serial, settings: houseSettings({ name: id, ...settings }), ...bare };
}

const CHOICES = {
  buildings: [{ id: "b1", name: "Bâtiment A" }],
  types: [{ id: "t1", name: "T3" }],
  groups: [{ id: "g1", name: "Hall" }],
};

const LINES = houseLines([
  aHouse("A10", { floor: 1, buildingId: "b1", houseTypeId: "t1" }, "F0"),
  aHouse("A9", { floor: 0, anonymousGroupId: "g1" }, "0A"),
  aHouse("A2", { houseTypeId: "gone" }, "B7"),
], CHOICES);

function kept(query: string): string[] {
  return filteredHouses(LINES, readTableState(new URLSearchParams(query))).map(({ id }) => id);
}

// @spec housing.list
Deno.test("houseLines() has the names of a dwelling's references, without deleted ones", () => {
  deepStrictEqual(LINES.map(({ building, type, group }) => [building, type, group]), [
    ["Bâtiment A", "T3", ""],
    ["", "", "Hall"],
    ["", "", ""],
  ]);
});

Deno.test("filteredHouses() sorts names naturally by default", () => {
  deepStrictEqual(kept(""), ["A2", "A9", "A10"]);
  deepStrictEqual(kept("sort=name:desc"), ["A10", "A9", "A2"]);
  deepStrictEqual(kept("sort=serial:asc"), ["A9", "A2", "A10"]);
  // An unknown floor is an empty cell: last both ways.
  deepStrictEqual(kept("sort=floor:desc"), ["A10", "A9", "A2"]);
  deepStrictEqual(kept("sort=floor:asc"), ["A9", "A10", "A2"]);
  deepStrictEqual(kept("sort=nonsense:desc"), kept(""));
});

Deno.test("filteredHouses() keeps dwellings that match every filter and every word", () => {
  deepStrictEqual(kept("filter:floor=0"), ["A9"]);
  deepStrictEqual(kept("filter:floor=null"), ["A2"]);
  deepStrictEqual(kept("filter:type=T3&filter:floor=0"), []);
  deepStrictEqual(kept("filter:search=batiment a1"), ["A10"]);
  deepStrictEqual(kept("filter:search=b7"), ["A2"]);
});

Deno.test("floorChoices() lists the unknown floor first, then floors upwards", () => {
  deepStrictEqual(floorChoices(LINES, (floor) => `étage ${floor}`), [
    { value: "null", label: "étage null" },
    { value: "0", label: "étage 0" },
    { value: "1", label: "étage 1" },
  ]);
});

Deno.test("nameChoices() lists the existing names, once each", () => {
  deepStrictEqual(nameChoices([...LINES, ...LINES], "type"), [{ value: "T3", label: "T3" }]);
  deepStrictEqual(nameChoices(LINES, "group"), [{ value: "Hall", label: "Hall" }]);
});
