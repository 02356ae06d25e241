/** Lines of the list of equipment: two buildings, one with content, and a boiler room. @module */

import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { equipmentLines } from "@/lib/facilities/equipment_rules.ts";
import type { Equipment } from "@/lib/facilities/schema.ts";

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

export const LINES = equipmentLines(
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
