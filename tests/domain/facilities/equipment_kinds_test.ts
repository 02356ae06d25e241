import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { isRightParent, kindsInOrder } from "../../../lib/domain/facilities/equipment_kinds.ts";

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
