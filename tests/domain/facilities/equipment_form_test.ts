import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  BLANK_EQUIPMENT,
  equipmentErrors,
  readEquipmentForm,
  readEquipmentSettings,
  typedEquipment,
} from "@/lib/domain/facilities/equipment_form.ts";
import type { Equipment } from "@/lib/domain/facilities/types.ts";

const PLACES = [
  { id: "room", kind: "boilerroom" },
  { id: "tower", kind: "building" },
  { id: "unit", kind: "cmv" },
] as const;

function errorsOf(typed: Partial<typeof BLANK_EQUIPMENT>) {
  return equipmentErrors({ ...BLANK_EQUIPMENT, name: "Équipement", ...typed }, PLACES);
}

Deno.test("equipmentErrors() wants a name and a kind, within their lengths", () => {
  deepStrictEqual(errorsOf({ kind: "cmv", parentId: "tower", name: " " }), {
    name: { code: "required" },
  });
  deepStrictEqual(errorsOf({}).kind, { code: "required" });
  deepStrictEqual(errorsOf({ kind: "spaceship" }).kind, { code: "required" });
  deepStrictEqual(errorsOf({ kind: "building", name: "n".repeat(101), code: "c".repeat(31) }), {
    name: { code: "maxlength", allowedLength: 100 },
    code: { code: "maxlength", allowedLength: 30 },
  });
});

Deno.test("equipmentErrors() wants a place where the kind needs one, that takes the kind", () => {
  deepStrictEqual(errorsOf({ kind: "cmv" }).parentId, { code: "required" });
  deepStrictEqual(errorsOf({ kind: "cmv", parentId: "tower" }), {});
  deepStrictEqual(errorsOf({ kind: "cmv", parentId: "unit" }).parentId, { code: "place" });
  deepStrictEqual(errorsOf({ kind: "boilerroom-circuit", parentId: "tower" }).parentId, {
    code: "place",
  });
  deepStrictEqual(errorsOf({ kind: "building", parentId: "room" }).parentId, { code: "place" });
  deepStrictEqual(errorsOf({ kind: "building", parentId: "gone" }).parentId, { code: "place" });
  deepStrictEqual(errorsOf({ kind: "building" }), {});
});

Deno.test("readEquipmentForm() is what was typed, without blanks around; no kind is none", () => {
  const typed = {
    kind: "gate",
    parentId: "tower",
    name: " Portail ",
    code: " P1 ",
    instrumented: "",
  };
  deepStrictEqual(readEquipmentForm(typed), {
    kind: "gate",
    parentId: "tower",
    instrumented: false,
    settings: { name: "Portail", code: "P1" },
  });
  strictEqual(readEquipmentForm({ ...typed, kind: "" }), null);
  strictEqual(readEquipmentForm({ ...typed, kind: "building", parentId: "" })?.parentId, null);
});

Deno.test("readEquipmentSettings() reads back what typedEquipment() shows", () => {
  const shown: Pick<Equipment, "instrumented" | "settings"> = {
    instrumented: true,
    settings: { name: "VMC", code: "V1" },
  };
  deepStrictEqual(typedEquipment(shown), { name: "VMC", code: "V1", instrumented: "on" });
  deepStrictEqual(readEquipmentSettings(typedEquipment(shown)), {
    name: "VMC",
    code: "V1",
    instrumented: true,
  });
});
