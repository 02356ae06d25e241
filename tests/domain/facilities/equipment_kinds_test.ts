import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  isPlace,
  isRightParent,
  kindsInOrder,
  writersOf,
} from "@/lib/domain/facilities/equipment_kinds.ts";
import { EQUIPMENT_KINDS } from "@/lib/domain/facilities/types.ts";

// @spec facilities.equipment-kinds
Deno.test("isRightParent() wants a parent where the kind needs one, and of the right kind", () => {
  strictEqual(isRightParent("boilerroom", null), true);
  strictEqual(isRightParent("boilerroom", "building"), false);
  strictEqual(isRightParent("boilerroom-circuit", null), false);
  strictEqual(isRightParent("boilerroom-circuit", "boilerroom"), true);
  strictEqual(isRightParent("boilerroom-circuit", "building"), false);
  strictEqual(isRightParent("cmv", "building"), true);
  strictEqual(isRightParent("cmv", "cmv"), false);
});

Deno.test("kindsInOrder() gives each kind once, in the order of the specification", () => {
  deepStrictEqual(kindsInOrder(["gate", "building", "gate", "boilerroom"]), [
    "boilerroom",
    "building",
    "gate",
  ]);
});

Deno.test("isPlace() is true of what others are in", () => {
  deepStrictEqual(EQUIPMENT_KINDS.filter(isPlace), ["boilerroom", "building"]);
});

// @spec facilities.equipment-roles
Deno.test("writersOf() is by where an equipment stands: in a building, or else with boiler rooms", () => {
  strictEqual(writersOf("building", null), "building");
  strictEqual(writersOf("gate", "building"), "building");
  strictEqual(writersOf("gate", "boilerroom"), "boilerroom");
  strictEqual(writersOf("boilerroom", null), "boilerroom");
});
