import { deepStrictEqual } from "node:assert/strict";
import { LINES } from "@/tests/domain/facilities/some_equipment_lines.ts";

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
