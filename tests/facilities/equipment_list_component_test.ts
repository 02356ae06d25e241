import { deepStrictEqual } from "node:assert/strict";
import { equipmentList } from "@/components/facilities/equipment_list.tsx";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { LINES } from "./some_equipment_lines.ts";

function kept(query: string): string[] {
  return keptUnder(equipmentList("p1", LINES, ""), LINES, query).map(({ name }) => name);
}

Deno.test("equipmentList() lists each place before its content, by kind and name", () => {
  deepStrictEqual(kept(""), ["Chaufferie", "Tour 2", "VMC 2", "VMC 10", "Skydome A", "Tour 10"]);
});

Deno.test("equipmentList() filters by kind, by place with its content, and by words in any field", () => {
  deepStrictEqual(kept("filter:kind=cmv"), ["VMC 2", "VMC 10"]);
  deepStrictEqual(kept("filter:place=Tour 2"), ["Tour 2", "VMC 2", "VMC 10", "Skydome A"]);
  deepStrictEqual(kept("filter:search=tour skydome"), ["Skydome A"]);
  deepStrictEqual(kept("filter:search=ch01"), ["Chaufferie"]);
  deepStrictEqual(kept("filter:search=ascenseur"), []);
});

Deno.test("equipmentList() sorts by each column, empty codes last", () => {
  deepStrictEqual(kept("sort=name:desc").slice(0, 2), ["VMC 10", "VMC 2"]);
  deepStrictEqual(kept("sort=code:asc").slice(0, 3), ["Chaufferie", "VMC 2", "Tour 2"]);
  deepStrictEqual(kept("sort=kind:asc")[0], "Tour 2");
  deepStrictEqual(kept("sort=series:desc")[0], "VMC 2");
  deepStrictEqual(kept("sort=instrumented:desc")[0], "VMC 10");
  deepStrictEqual(kept("sort=nonsense:desc"), kept(""));
});
