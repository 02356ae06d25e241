import { deepStrictEqual } from "node:assert/strict";
import { placeErrors } from "@/lib/domain/facilities/equipment_place.ts";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";

const PLACES = [
  { id: "room", kind: "boilerroom" },
  { id: "tower", kind: "building" },
  { id: "unit", kind: "cmv" },
] as const;

Deno.test("placeErrors() requires a place where the kind needs one, and one that accepts the kind", () => {
  const codeOf = (kind: EquipmentKind, place: string) =>
    placeErrors(kind, place, PLACES).parentId?.code ?? null;
  deepStrictEqual(codeOf("cmv", ""), "required");
  deepStrictEqual(codeOf("cmv", "tower"), null);
  deepStrictEqual(codeOf("cmv", "unit"), "place");
  deepStrictEqual(codeOf("boilerroom-circuit", "tower"), "place");
  deepStrictEqual(codeOf("building", "room"), "place");
  deepStrictEqual(codeOf("building", "gone"), "place");
  deepStrictEqual(codeOf("building", ""), null);
});
