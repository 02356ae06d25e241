import { deepStrictEqual } from "node:assert/strict";
import { idsAtPlace } from "@/lib/facilities/equipment_rules.ts";
import { LINES } from "./some_equipment_lines.ts";

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

Deno.test("idsAtPlace() is the place, then what it contains", () => {
  const equipments = [
    { id: "vmc", parentId: "tower" },
    { id: "tower", parentId: null },
    { id: "boiler", parentId: "room" },
  ];
  deepStrictEqual([...idsAtPlace(equipments, "tower")], ["tower", "vmc"]);
});
