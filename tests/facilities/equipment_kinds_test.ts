import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { EQUIPMENT_KINDS, type EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import {
  isPlace,
  isRightParent,
  kindsInOrder,
  placeErrors,
  writersOf,
} from "@/lib/facilities/equipment_rules.ts";

// @spec facilities.equipment-kinds
Deno.test("isRightParent() requires a parent where the kind needs one, and of the right kind", () => {
  strictEqual(isRightParent({ kind: "boilerroom", parentKind: null }), true);
  strictEqual(isRightParent({ kind: "boilerroom", parentKind: "building" }), false);
  strictEqual(isRightParent({ kind: "boilerroom-circuit", parentKind: null }), false);
  strictEqual(isRightParent({ kind: "boilerroom-circuit", parentKind: "boilerroom" }), true);
  strictEqual(isRightParent({ kind: "boilerroom-circuit", parentKind: "building" }), false);
  strictEqual(isRightParent({ kind: "cmv", parentKind: "building" }), true);
  strictEqual(isRightParent({ kind: "cmv", parentKind: "cmv" }), false);
});

Deno.test("kindsInOrder() returns each kind once, in the order of the specification", () => {
  deepStrictEqual(kindsInOrder(["gate", "building", "gate", "boilerroom"]), [
    "boilerroom",
    "building",
    "gate",
  ]);
});

Deno.test("isPlace() is true for equipment that contains others", () => {
  deepStrictEqual(EQUIPMENT_KINDS.filter(isPlace), ["boilerroom", "building"]);
});

// @spec facilities.equipment-roles
Deno.test("writersOf() depends on an equipment's place: in a building, or else with boiler rooms", () => {
  strictEqual(writersOf({ kind: "building", parentKind: null }), "building");
  strictEqual(writersOf({ kind: "gate", parentKind: "building" }), "building");
  strictEqual(writersOf({ kind: "gate", parentKind: "boilerroom" }), "boilerroom");
  strictEqual(writersOf({ kind: "boilerroom", parentKind: null }), "boilerroom");
});

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
