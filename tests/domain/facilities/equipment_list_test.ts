import { deepStrictEqual } from "node:assert/strict";
import { equipmentLines } from "@/lib/domain/facilities/equipment_list.ts";
import type { Equipment, EquipmentKind } from "@/lib/domain/facilities/types.ts";

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

Deno.test("equipmentLines() has the place and the kind, and the number of series measured there", () => {
  const line = LINES.find(({ name }) => name === "VMC 2");
  deepStrictEqual(line, {
    id: "VMC 2",
    kind: "cmv",
    kindLabel: "VMC",
    name: "VMC 2",
    code: "V2",
    place: { id: "Tour 2", name: "Tour 2" },
    instrumented: true,
    seriesCount: 2,
  });
});
