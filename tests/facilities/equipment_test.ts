import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { aBoilerRoom, aSeries, type Belonging, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { asLandlord, type Page, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

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
