import { deepStrictEqual } from "node:assert/strict";
import { equipmentList } from "@/components/facilities/equipment_list.tsx";
import { equipmentLines } from "@/lib/domain/facilities/equipment_list.ts";
import type { Equipment, EquipmentKind } from "@/lib/domain/facilities/types.ts";
import { keptUnder } from "@/tests/components/tables/a_list.ts";

const LABELS: Record<EquipmentKind, string> = {
  "boilerroom": "Chaufferie",
  "building": "Bâtiment",
  "boilerroom-circuit": "Circuit",
  "boilerroom-errorcode": "Code de défaut",
  "boilerroom-faultdetector": "Détecteur",
  "cmv": "VMC",
  "skydome": "Skydome",
  "gate": "Portail",
};

function anEquipment(
  kind: EquipmentKind,
  name: string,
  over: { parentId?: string; code?: string; instrumented?: boolean } = {},
): Equipment {
  const { parentId = null, code = "", instrumented = true } = over;
  return { id: name, kind, name, instrumented, parentId, settings: { name, code }, version: "1" };
}

const LINES = equipmentLines(
  [
    anEquipment("skydome", "Skydome A", { parentId: "Tour 2" }),
    anEquipment("boilerroom", "Chaufferie", { code: "CH01" }),
    anEquipment("cmv", "VMC 10", { parentId: "Tour 2", instrumented: false }),
    anEquipment("building", "Tour 10"),
    anEquipment("cmv", "VMC 2", { parentId: "Tour 2", code: "V2" }),
    anEquipment("building", "Tour 2"),
  ],
  [{ equipmentId: "VMC 2" }, { equipmentId: "VMC 2" }, { equipmentId: null }],
  LABELS,
);

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
