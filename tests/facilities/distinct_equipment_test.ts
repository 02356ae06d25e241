import { deepStrictEqual } from "node:assert/strict";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";

function named(id: string, name: string, parentId: string | null = null, code = "") {
  return { id, name, parentId, settings: { name, code } };
}

// @spec facilities.equipment-codes
Deno.test("distinctEquipment() puts the place before repeated names, or the code after them where there is no place", () => {
  const equipments = [
    named("east", "Chaufferie", null, "CH01"),
    named("west", "chaufferie", null, "CH02"),
    named("third", "Chaufferie"),
    named("c1", "Circuit ECS", "east"),
    named("c2", "Circuit ECS", "west"),
    named("c3", "Radiateurs", "west"),
  ];
  deepStrictEqual(distinctEquipment(equipments), [
    { id: "east", name: "Chaufferie, CH01" },
    { id: "west", name: "chaufferie, CH02" },
    { id: "third", name: "Chaufferie" },
    { id: "c1", name: "Chaufferie, CH01, Circuit ECS" },
    { id: "c2", name: "chaufferie, CH02, Circuit ECS" },
    { id: "c3", name: "Radiateurs" },
  ]);
});
