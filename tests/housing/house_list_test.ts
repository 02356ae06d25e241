import { deepStrictEqual } from "node:assert/strict";
import { floorChoices } from "@/lib/housing/dwelling_list.ts";
import { LINES } from "./some_house_lines.ts";

// @spec housing.list
Deno.test("houseLines() has the names of a dwelling's references, without deleted ones", () => {
  deepStrictEqual(LINES.map(({ building, type, group }) => [building, type, group]), [
    ["Bâtiment A", "T3", ""],
    ["", "", "Hall"],
    ["", "", ""],
  ]);
});

Deno.test("floorChoices() lists the unknown floor first, then floors upwards", () => {
  deepStrictEqual(floorChoices(LINES, (floor) => `étage ${floor}`), [
    { value: "null", label: "étage null" },
    { value: "0", label: "étage 0" },
    { value: "1", label: "étage 1" },
  ]);
});
