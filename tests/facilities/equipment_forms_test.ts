import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { EQUIPMENT_KINDS } from "@/lib/facilities/equipment_kinds.ts";
import { type EquipmentDetail, isDetailed } from "@/lib/facilities/equipment_rules.ts";
import { DETAIL_FORMS, EQUIPMENT_FORM, NEW_EQUIPMENT_FORM } from "@/lib/facilities/forms.ts";
import type { Form } from "@/lib/ui/form.ts";

// @spec facilities.equipment-details
const DETAILS: readonly EquipmentDetail[] = [
  {
    kind: "boilerroom-circuit",
    own: {
      enabled: true,
      isHotWater: false,
      outMin: 20,
      outMax: 75.5,
      backMin: null,
      backMax: 60,
      outType: "s1",
      backType: null,
    },
  },
  { kind: "boilerroom-errorcode", own: { seriesId: "s1", normalCodes: ["0", "F 28"] } },
  { kind: "boilerroom-faultdetector", own: { seriesId: null, alarmKind: 3 } },
  { kind: "cmv", own: { seriesId: "s1", min: -2, max: null } },
  { kind: "skydome", own: { seriesId: null } },
  { kind: "gate", own: { seriesId: "s1", type: "door", alarmFrom: 2, hsType: "hours" } },
];

Deno.test("DETAIL_FORMS read back their displayed values, for each kind with settings of its own", () => {
  deepStrictEqual(DETAILS.map(({ kind }) => kind), EQUIPMENT_KINDS.filter(isDetailed));
  for (const { kind, own } of DETAILS) {
    const form: Form = DETAIL_FORMS[kind];
    deepStrictEqual(form.errors(form.typed(own)), {}, kind);
    deepStrictEqual(form.read(form.typed(own)), own);
  }
});

Deno.test("DETAIL_FORMS require bounds in order and in range", () => {
  const { cmv, gate } = DETAIL_FORMS;
  deepStrictEqual(cmv.errors({ min: "5", max: "4,5" }), { max: { code: "min", min: 5 } });
  deepStrictEqual(cmv.errors({ min: "5", max: "5" }), {});
  const bounds = { outMin: "80", outMax: "20", backMin: "abc", backMax: "201" };
  deepStrictEqual(DETAIL_FORMS["boilerroom-circuit"].errors(bounds), {
    outMax: { code: "min", min: 80 },
    backMin: { code: "number" },
    backMax: { code: "max", max: 200 },
  });
  deepStrictEqual(gate.errors({ type: "door", hsType: "none", alarmFrom: "-1" }), {
    alarmFrom: { code: "min", min: 0 },
  });
});

Deno.test("a reader of codes has at most two hundred of at most fifty characters, each once", () => {
  const form = DETAIL_FORMS["boilerroom-errorcode"];
  const codes = (count: number) => Array.from({ length: count }, (_, rank) => `E${rank}`).join(",");
  deepStrictEqual(form.errors({ normalCodes: codes(200) }), {});
  deepStrictEqual(form.errors({ normalCodes: codes(201) }), {
    normalCodes: { code: "max", max: 200 },
  });
  deepStrictEqual(form.errors({ normalCodes: "E".repeat(50) }), {});
  deepStrictEqual(form.errors({ normalCodes: "E".repeat(51) }), {
    normalCodes: { code: "maxlength", allowedLength: 50 },
  });
  const read = form.read({ normalCodes: " 0; F 28,\r\n0,, " });
  deepStrictEqual(read, { seriesId: null, normalCodes: ["0", "F 28"] });
});

Deno.test("DETAIL_FORMS refuse a choice that is not offered", () => {
  const { gate } = DETAIL_FORMS;
  strictEqual(DETAIL_FORMS["boilerroom-faultdetector"].read({ alarmKind: "4" }), null);
  strictEqual(gate.read({ type: "wall", hsType: "none", alarmFrom: "1" }), null);
});

Deno.test("NEW_EQUIPMENT_FORM requires a name and a kind, within their lengths", () => {
  const errorsOf = (typed: Record<string, string>) => NEW_EQUIPMENT_FORM.errors(typed);
  deepStrictEqual(errorsOf({ kind: "cmv", name: " " }), { name: { code: "required" } });
  deepStrictEqual(errorsOf({ name: "VMC" }), { kind: { code: "required" } });
  deepStrictEqual(errorsOf({ name: "VMC", kind: "spaceship" }), { kind: { code: "required" } });
  deepStrictEqual(
    errorsOf({ kind: "building", name: "n".repeat(101), code: "c".repeat(31) }),
    {
      name: { code: "maxlength", allowedLength: 100 },
      code: { code: "maxlength", allowedLength: 30 },
    },
  );
});

Deno.test("NEW_EQUIPMENT_FORM trims the typed values", () => {
  const typed = { kind: "gate", parentId: "tower", name: " Portail ", code: " P1 " };
  deepStrictEqual(NEW_EQUIPMENT_FORM.read(typed), {
    kind: "gate",
    parentId: "tower",
    instrumented: false,
    settings: { name: "Portail", code: "P1" },
  });
  strictEqual(NEW_EQUIPMENT_FORM.read({ ...typed, parentId: "" })?.parentId, null);
});

Deno.test("EQUIPMENT_FORM reads back its displayed values", () => {
  const stored = { instrumented: true, settings: { name: "VMC", code: "V1" } };
  const typed = { name: "VMC", code: "V1", instrumented: "on" };
  deepStrictEqual(EQUIPMENT_FORM.typed(stored), typed);
  deepStrictEqual(EQUIPMENT_FORM.read(typed), { ...stored.settings, instrumented: true });
});
