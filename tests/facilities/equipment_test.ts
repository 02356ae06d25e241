import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { EquipmentKind, HybridMark } from "@/lib/facilities/equipment_kinds.ts";
import { aBoilerRoom, aSeries, type Belonging, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { asLandlord, type Page, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { equipmentList } from "@/components/facilities/equipment_list.tsx";
import {
  distinctEquipment,
  equipmentLines,
  isRightParent,
  kindsInOrder,
  placeErrors,
  writersOf,
} from "@/lib/facilities/equipment_rules.ts";
import { DETAIL_FORMS, NEW_EQUIPMENT_FORM } from "@/lib/facilities/forms.ts";
import { hybridMarkTexts } from "@/lib/facilities/text.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import type { Equipment } from "@/lib/facilities/schema.ts";

function anEquipment(
  kind: EquipmentKind,
  name: string,
  over: { parentId?: string; code?: string; instrumented?: boolean } = {},
): Equipment {
  const { parentId = null, code = "", instrumented = true } = over;
  return { id: name, kind, name, instrumented, parentId, settings: { name, code }, version: "1" };
}

const LINES = equipmentLines(
  [
    anEquipment("skydome", "Skydome A", { parentId: "Tour 2" }),
    anEquipment("boilerroom", "Chaufferie", { code: "CH01" }),
    anEquipment("cmv", "VMC 10", { parentId: "Tour 2", instrumented: false }),
    anEquipment("building", "Tour 10"),
    anEquipment("cmv", "VMC 2", { parentId: "Tour 2", code: "V2" }),
    anEquipment("building", "Tour 2"),
  ],
  [{ equipmentId: "VMC 2" }, { equipmentId: "VMC 2" }, { equipmentId: null }],
);

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

const LIST = `/collect/${PROJECT}/equipment`;

interface Place {
  visitor: Visitor;
  ask: CallFunction;
}

const WRITER: Belonging = { roles: ["collect"] };

/** Adds an equipment by the page and returns its address. */
async function added(
  { visitor }: Place,
  kind: EquipmentKind,
  over: Record<string, string> = {},
): Promise<string> {
  const typed = { kind, parentId: "", name: `Un ${kind}`, code: "", instrumented: "on" };
  const made = await visitor.post(LIST, { ...typed, ...over });
  strictEqual(made.status, 303, made.text);
  const id = /(?:equipment|boilerrooms)\/([^/]+)/.exec(made.headers.get("location") ?? "")?.[1];
  return `${LIST}/${id}`;
}

function idOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}

/** The names of the list, in order. */
function namesOf({ html }: Page): string[] {
  const heads = html.matchAll(/<th[^>]*scope="row"[^>]*>\s*<a[^>]*>([^<]*)</g);
  return [...heads].map(([, name = ""]) => name);
}

Deno.test("residence without equipment explains where to begin, and one is added in its place", () =>
  withVisitor(WRITER, async (place) => {
    match((await place.visitor.get(LIST)).text, /Aucun équipement Ajoutez d’abord/);
    const building = await added(place, "building", { name: "Tour" });
    const unit = await added(place, "cmv", { name: "VMC", parentId: idOf(building) });
    const page = await place.visitor.get(unit);
    strictEqual(page.title, "VMC | Équipements");
    match(page.text, /VMC · Tour/);
    match((await place.visitor.get(building)).text, /Ce qui s’y trouve .*VMC/);
    deepStrictEqual(namesOf(await place.visitor.get(LIST)), ["Tour", "VMC"]);
  }));

Deno.test("the page of an equipment lists its own series, and not those of another one", () =>
  withVisitor(WRITER, async (place) => {
    const tower = await added(place, "building", { name: "Tour" });
    const bar = await added(place, "building", { name: "Barre" });
    const own = await aSeries(place.ask, "TEMP", idOf(tower));
    const { html } = await place.visitor.get(tower);
    ok(html.includes(own));
    ok(!(await place.visitor.get(bar)).html.includes(own));
  }));

Deno.test("an equipment without a name, in a wrong place or with another's code is refused beside its field", () =>
  withVisitor(WRITER, async (place) => {
    const room = idOf(await added(place, "boilerroom", { code: "CH01" }));
    const typed = { kind: "cmv", parentId: "", name: " ", code: "" };
    const bare = await place.visitor.post(LIST, typed);
    strictEqual(bare.status, 400);
    strictEqual(bare.message("name"), "Ce champ est obligatoire");
    strictEqual(bare.message("parentId"), "Ce champ est obligatoire");
    const misplaced = { kind: "building", parentId: room, name: "Tour", code: "" };
    const wrong = await place.visitor.post(LIST, misplaced);
    strictEqual(wrong.message("parentId"), "Cet équipement ne se place pas là");
    strictEqual(wrong.value("name"), "Tour");
    const taken = await place.visitor.post(LIST, { ...misplaced, parentId: "", code: "CH01" });
    strictEqual(taken.status, 409);
    strictEqual(taken.message("code"), "Doit être unique");
    const path = await added(place, "building", { name: "Tour" });
    const version = (await place.visitor.get(path)).version();
    const settings = { form: "settings", name: "Tour", code: "CH01", version };
    strictEqual((await place.visitor.post(path, settings)).message("code"), "Doit être unique");
  }));

Deno.test("the own settings of a circuit are typed and shown again", () =>
  withVisitor(WRITER, async (place) => {
    const { visitor, ask } = place;
    const room = await aBoilerRoom(ask);
    const flow = await aSeries(ask, "TDEP", room);
    const path = await added(place, "boilerroom-circuit", { parentId: room, name: "Radiateurs" });
    const shown = await visitor.get(path);
    const version = shown.version();
    const typed = { form: "details", version, enabled: "on", outType: flow, backType: "" };
    const right = { ...typed, outMin: "20", outMax: "75,5", backMin: "", backMax: "" };
    strictEqual((await visitor.post(path, right)).status, 303);
    const page = await visitor.get(path);
    deepStrictEqual(
      ["outMax", "outType", "backMin"].map((name) => page.value(name)),
      ["75,5", flow, ""],
    );
    const read = await answerOf(ask("getBoilerRoom", { projectId: PROJECT, boilerRoomId: room }));
    const [circuit] = read.circuits;
    deepStrictEqual([circuit?.name, circuit?.outMax, circuit?.enabled], ["Radiateurs", 75.5, true]);
  }));

// @spec facilities.equipment-details
Deno.test("each kind that is in a building or a boiler room has its own settings", () =>
  withVisitor(WRITER, async (place) => {
    const { visitor, ask } = place;
    const room = await aBoilerRoom(ask);
    const building = idOf(await added(place, "building"));
    const state = await aSeries(ask, "ETAT", building);
    const save = async (kind: EquipmentKind, parentId: string, typed: Record<string, string>) => {
      const path = await added(place, kind, { parentId });
      const version = (await visitor.get(path)).version();
      const saved = await visitor.post(path, { form: "details", version, ...typed });
      strictEqual(saved.status, 303, saved.text);
    };
    await save("boilerroom-errorcode", room, { seriesId: state, normalCodes: "0, F 28" });
    await save("boilerroom-faultdetector", room, { seriesId: state, alarmKind: "2" });
    await save("cmv", building, { seriesId: "", min: "14", max: "28" });
    await save("skydome", building, { seriesId: state });
    await save("gate", building, {
      seriesId: state,
      type: "door",
      alarmFrom: "3",
      hsType: "signal",
    });
    const inRoom = await answerOf(ask("getBoilerRoom", { projectId: PROJECT, boilerRoomId: room }));
    const inside = await answerOf(ask("getBuilding", { projectId: PROJECT, buildingId: building }));
    deepStrictEqual(inRoom.errorCodes[0]?.normalCodes, ["0", "F 28"]);
    strictEqual(inRoom.faultDetectors[0]?.alarmKind, 2);
    const { cmvs: [cmv], skydomes: [skydome], gates: [gate] } = inside;
    deepStrictEqual([cmv?.min, cmv?.max, skydome?.seriesId], [14, 28, state]);
    deepStrictEqual([gate?.type, gate?.alarmFrom, gate?.hsType], ["door", 3, "signal"]);
  }));

Deno.test("an equipment with parts cannot be deleted and says why; without them it is deleted, and the log contains it", () =>
  withVisitor({ ...WRITER, isAdmin: true }, async (place) => {
    const { visitor, ask } = place;
    const building = await added(place, "building", { name: "Tour" });
    const unit = await added(place, "cmv", { name: "VMC", parentId: idOf(building) });
    match((await visitor.get(building)).text, /Impossible tant que 1\u00A0équipement s’y trouve\./);
    const kept = await visitor.post(building, { form: "removal" });
    strictEqual(kept.status, 409);
    match(kept.text, /Cet élément sert encore ailleurs/);
    strictEqual((await visitor.post(unit, { form: "removal" })).headers.get("location"), LIST);
    strictEqual((await visitor.get(unit)).status, 404);
    const audit = await answerOf(ask("getAudit", { orgId: ORG, area: "facilities" }));
    const noted = audit.entries.map(({ action, subject }) => `${action} ${subject}`);
    deepStrictEqual(noted.sort(), ["addEquipment Tour", "addEquipment VMC", "deleteEquipment VMC"]);
  }));

Deno.test("the kinds of equipment show their place and whether the organisation has some", () =>
  withVisitor({ isAdmin: true }, async (place) => {
    await added(place, "boilerroom");
    const page = await place.visitor.get("/home/admin/equipment-kinds");
    match(page.text, /Chaufferie La résidence Oui Oui Oui Bâtiment La résidence Oui Oui Non/);
    match(page.text, /VMC Chaufferie ou bâtiment Oui Oui Non/);
  }));

const ROOM = "/collect/p01/boilerrooms/p01-c1";

/** Figures of a table's foot. */
function foot(html: string): string[] {
  const [, inner = ""] = /<tfoot>(.*?)<\/tfoot>/s.exec(html) ?? [];
  return [...inner.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell);
}

Deno.test("heat pumps: the page opens on the year, with production, COP and share to two decimals, and its file", () =>
  asLandlord(async (visitor) => {
    const opened = await visitor.get(`${ROOM}/heat-pumps`);
    strictEqual(opened.status, 303);
    const page = await visitor.get(`${ROOM}/heat-pumps/monthly/2025`);
    strictEqual(page.title, "Chaufferie principale | Pompes à chaleur");
    const [produced, , cop = "", , percent = ""] = foot(page.html);
    ok(produced);
    match(cop, /^\d,\d{1,2}$/);
    match(percent, /^\d{1,2}(,\d{1,2})?$/);
    const file = await visitor.get(
      `${ROOM}/heat-pumps/monthly/2025?csv=comma`,
    );
    const lines = file.html.replace("\uFEFF", "").split("\n");
    strictEqual(lines.length, 13);
    match(
      lines[1] ?? "",
      /^2025-01,\d+(\.\d)?,\d+(\.\d)?,\d\.\d+,\d+(\.\d)?,\d+(\.\d+)?,,"Panne du brûleur/,
    );
  }));

Deno.test("the solar energy of a month: measured, expected, and its file", () =>
  asLandlord(async (visitor) => {
    const page = await visitor.get(`${ROOM}/solar/daily/2025/06`);
    strictEqual(page.status, 200);
    match(page.text, /Mesurée \/ attendue/);
    strictEqual([...page.html.matchAll(/<th\s+scope="row"/g)].length, 31);
    strictEqual((await visitor.get(`${ROOM}/solar/monthly/2025`)).status, 400);
    const file = await visitor.get(`${ROOM}/solar/daily/2025/06?csv=semicolon`);
    match(
      file.html,
      /^\uFEFF?Jour;Production mesurée \(kWh\);Production attendue \(kWh\);Compteurs;Annotations\r\n/,
    );
  }));

Deno.test("the hot water of a summer measures q, June to September, in a year and in a season", () =>
  asLandlord(async (visitor) => {
    const page = await visitor.get(`${ROOM}/hot-water/monthly/2025`);
    match(page.text, /q mesuré\s: \d+(,\d)?\skWh\/m³, pour 100\skWh\/m³ au contrat/);
    for (const month of ["juin", "juillet", "août", "septembre"]) {
      ok(page.text.includes(`${month} 2025`), month);
    }
    const season = await visitor.get(`${ROOM}/hot-water/monthly-shifted/2024`);
    ok(season.text.includes("juillet 2024") && season.text.includes("juin 2025"));
    const file = await visitor.get(`${ROOM}/hot-water/monthly/2025?csv=semicolon`);
    strictEqual(file.html.split("\r\n").length, 5);
  }));

Deno.test("a boiler room without machines says what to do", () =>
  asLandlord(async (visitor) => {
    const room = "/collect/p02/boilerrooms/p02-c1";
    match((await visitor.get(`${room}/heat-pumps/monthly/2025`)).text, /Aucune production comptée/);
    match((await visitor.get(`${room}/solar/daily/2025/06`)).text, /Aucune production comptée/);
    const page = await visitor.get(room);
    ok(!page.html.includes(`href="${room}/heat-pumps"`));
  }));

const CHARGER = {
  grid: "machines",
  key: "",
  intent: "add",
  version: "",
  name: "Borne du parking",
  kind: "irve",
  productionSeriesId: "",
  consumptionSeriesId: "p01-c1-pacc",
  powerKW: "22",
};

Deno.test("machine is added, changed and deleted", () =>
  asLandlord(async (visitor) => {
    const path = `${ROOM}/machines`;
    strictEqual((await visitor.post(path, CHARGER)).status, 303);
    const added = await visitor.get(path);
    const row =
      /<h3 [^>]*id="machines-([^"]+)-title">Borne du parking<.*?name="version" value="([^"]*)"/s
        .exec(added.html);
    ok(row);
    const [, key = "", version = ""] = row;
    const saved = { ...CHARGER, key, version, intent: "save", powerKW: "11" };
    strictEqual((await visitor.post(path, saved)).status, 303);
    strictEqual((await visitor.post(path, { ...saved, intent: "remove" })).status, 303);
    ok(!(await visitor.get(path)).text.includes("Borne du parking"));
  }));
