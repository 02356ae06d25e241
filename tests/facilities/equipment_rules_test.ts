import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { equipmentList } from "@/components/facilities/equipment_list.tsx";
import { type EquipmentKind, type HybridMark } from "@/lib/facilities/equipment_kinds.ts";
import {
  distinctEquipment,
  isRightParent,
  kindsInOrder,
  placeErrors,
  writersOf,
} from "@/lib/facilities/equipment_rules.ts";
import { DETAIL_FORMS, NEW_EQUIPMENT_FORM } from "@/lib/facilities/forms.ts";
import { hybridMarkTexts } from "@/lib/facilities/text.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { LINES } from "./some_equipment_lines.ts";

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

function kept(query: string): string[] {
  return keptUnder(equipmentList("p1", LINES, ""), LINES, query).map(({ name }) => name);
}

Deno.test("equipmentList() lists each place before its content, by kind and name", () => {
  deepStrictEqual(kept(""), ["Chaufferie", "Tour 2", "VMC 2", "VMC 10", "Skydome A", "Tour 10"]);
});

const replaced = (meter: HybridMark["meter"], day: number): HybridMark => ({
  slot: "2026-03",
  date: `2026-03-${day}`,
  what: "replacement",
  meter,
});

// @spec facilities.machines
Deno.test("hybridMarkTexts() names the meters that changed, grouped by column", () => {
  const marks = [replaced("boiler", 12), replaced("heat-pump", 10), replaced("heat-pump", 14)];
  deepStrictEqual(hybridMarkTexts(marks).map((text) => text.replaceAll("\u00A0", " ")), [
    "Production PAC : 2 remplacements de compteur, du 10/03 au 14/03",
    "Chaudières : compteur remplacé le 12/03",
  ]);
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
