import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import {
  aBoilerRoom,
  aMember,
  anOutdoorSource,
  aProject,
  aSeries,
  PROJECT,
} from "@/tests/helpers/a_residence.ts";
import {
  type Page,
  type Site,
  type Visitor,
  withSite,
  withVisitor,
} from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

/**
 * A boiler room with a gas meter, hot water and an outdoor source, and a user who may write its
 * settings.
 */
interface Room {
  site: Site;
  visitor: Visitor;
  ask: CallFunction;
  path: string;
  boilerRoomId: string;
  gas: string;
  hotWater: string;
  solar: string;
  outdoor: string;
}

function withRoom(test: (room: Room) => Promise<void>): Promise<void> {
  return withSite(async (site: Site) => {
    const { ask } = await aMember(site, { roles: ["collect:boilerroom:write"] });
    const boilerRoomId = await aBoilerRoom(ask);
    const visitor = await site.signIn();
    await test({
      site,
      visitor,
      ask,
      boilerRoomId,
      path: `/collect/${PROJECT}/boilerrooms/${boilerRoomId}/settings`,
      gas: await aSeries(ask, "GAZV", boilerRoomId),
      hotWater: await aSeries(ask, "ECSV", boilerRoomId),
      solar: await aSeries(ask, "SOLE", boilerRoomId),
      outdoor: await anOutdoorSource(ask),
    });
  });
}

/**
 * The version in a form of the page: its hidden field after the one that names the form or the
 * grid.
 */
function versionOf(page: Page, grid: string): string {
  const found = new RegExp(
    `name="(?:form|grid)" value="${grid}"[\\s\\S]*?name="version" value="([^"]*)"`,
  )
    .exec(page.html);
  ok(found, `no form ${grid}`);
  return found[1] ?? "";
}

function someSettings({ outdoor }: Room, version: string) {
  return {
    grid: "settings",
    key: "",
    version,
    intent: "add",
    fromDate: "2024-10-01",
    area: "3250",
    peopleNb: "120",
    djuSource: outdoor,
    q: "100",
    target: "37,5",
    threshold: "5",
    djuContract: "2400",
  };
}

Deno.test("without a series to choose, the sources lead to the form that creates one", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ visitor, ask }) => {
    const path = links.boilerRoomSettings(PROJECT, await aBoilerRoom(ask));
    const leads = async () =>
      (await visitor.get(path)).html.split(`href="${links.newSeries(PROJECT)}"`).length - 1;
    // The meter of the energy, hot water and solar heat.
    strictEqual(await leads(), 3);
    for (const unit of ["GAZV", "ECSV", "SOLE"] as const) await aSeries(ask, unit, null);
    strictEqual(await leads(), 0);
  }));

async function efficiencyOf({ ask, boilerRoomId }: Room) {
  return await answerOf(ask("getEfficiency", { projectId: PROJECT, boilerRoomId }));
}

Deno.test("the page shows every form of the boiler room to a user who may write it", () =>
  withRoom(async ({ visitor, path }) => {
    const page = await visitor.get(path);
    strictEqual(page.status, 200);
    strictEqual(page.title, "Chaufferie | Configuration");
    strictEqual(page.value("name"), "Chaufferie");
    for (
      const title of ["Énergie, eau chaude et solaire", "Réglages du bilan", "Saisons de chauffe"]
    ) {
      ok(page.text.includes(title), title);
    }
  }));

Deno.test("name and bounds are saved, and an upper bound under the lower one is refused", () =>
  withRoom(async ({ visitor, path, ask, boilerRoomId }) => {
    const version = versionOf(await visitor.get(path), "identity");
    const typed = {
      form: "identity",
      version,
      name: "Chaufferie A",
      code: "CH01",
      location: "Sous-sol",
      operator: "",
      tempMin: "35",
      tempMax: "5,5",
      humMin: "",
      humMax: "",
    };
    const refused = await visitor.refused(path, typed);
    strictEqual(refused.message("tempMax"), "35 minimum");
    strictEqual(refused.value("name"), "Chaufferie A");
    const saved = await visitor.post(path, { ...typed, tempMin: "5", tempMax: "35,5" });
    deepStrictEqual([saved.status, saved.headers.get("location")], [
      303,
      `${path}?saved=identity#identity`,
    ]);
    const { name, tempMin, tempMax, humMin } = await answerOf(
      ask("getBoilerRoom", { projectId: PROJECT, boilerRoomId }),
    );
    deepStrictEqual({ name, tempMin, tempMax, humMin }, {
      name: "Chaufferie A",
      tempMin: 5,
      tempMax: 35.5,
      humMin: null,
    });
  }));

Deno.test("the sources are saved with their hot water, solar heat and PCE", () =>
  withRoom(async (room) => {
    const version = versionOf(await room.visitor.get(room.path), "sources");
    const typed = {
      form: "sources",
      version,
      sourceKind: "gaz-volume",
      sourceType: room.gas,
      gazPce: "12345",
      [`hotWater:${room.hotWater}`]: "volume",
      solarTypes: room.solar,
    };
    const refused = await room.visitor.post(room.path, typed);
    strictEqual(refused.message("gazPce"), "14 chiffres, ou GI et 6 chiffres");
    strictEqual(refused.value("sourceKind"), "gaz-volume");
    const saved = await room.visitor.post(room.path, { ...typed, gazPce: "GI123456" });
    strictEqual(saved.status, 303);
    deepStrictEqual((await efficiencyOf(room)).sources, {
      sourceKind: "gaz-volume",
      sourceType: room.gas,
      hotWaterTypes: [{ hotWaterType: room.hotWater, hotWaterKind: "volume" }],
      solarTypes: [room.solar],
      gazPce: "GI123456",
    });
  }));

Deno.test("PCE of another residence is refused without naming it or its boiler room", () =>
  withRoom(async (room) => {
    const { store } = room.site;
    // Longer than what a nonce may contain by chance.
    const other = { projectId: "other-residence", boilerRoomId: "other-room" };
    const { orgId, ...project } = aProject({ name: "Cité voisine" });
    const sources = { hotWaterTypes: [], solarTypes: [], gazPce: "GI654321" };
    await store.atomic()
      .set(keys.project(other.projectId), { orgId, ...project })
      .set(keys.projectOfOrg(orgId, other.projectId), true)
      .set(keys.efficiencySources(other.projectId, other.boilerRoomId), {
        sourceKind: "gaz-volume",
        sourceType: "other-meter",
        ...sources,
      })
      .commit();
    const refused = await room.visitor.post(room.path, {
      form: "sources",
      version: versionOf(await room.visitor.get(room.path), "sources"),
      sourceKind: "gaz-volume",
      sourceType: room.gas,
      gazPce: "GI654321",
    });
    strictEqual(refused.status, 409);
    match(refused.text, /ne peut pas être donné à cette chaufferie avec vos droits/);
    strictEqual(refused.value("gazPce"), "GI654321");
    for (const hidden of ["voisine", "other-residence", "other-room", "other-meter"]) {
      ok(!refused.html.includes(hidden), hidden);
    }
  }));

Deno.test("settings are added, changed and deleted by date", () =>
  withRoom(async (room) => {
    const { visitor, path } = room;
    const added = await visitor.post(
      path,
      someSettings(room, versionOf(await visitor.get(path), "settings")),
    );
    strictEqual(added.status, 303);
    const page = await visitor.get(path);
    match(page.text, /À partir du 1er octobre 2024/);
    const version = versionOf(page, "settings");
    const changed = { ...someSettings(room, version), key: "2024-10-01", intent: "save", q: "110" };
    strictEqual((await visitor.post(path, changed)).status, 303);
    deepStrictEqual((await efficiencyOf(room)).settings, [{
      fromDate: "2024-10-01",
      area: 3250,
      peopleNb: 120,
      djuSource: room.outdoor,
      q: 110,
      target: 37.5,
      threshold: 5,
      djuContract: 2400,
    }]);
    const last = versionOf(await visitor.get(path), "settings");
    const removal = { grid: "settings", key: "2024-10-01", version: last, intent: "remove" };
    strictEqual((await visitor.post(path, removal)).status, 303);
    deepStrictEqual((await efficiencyOf(room)).settings, []);
  }));

Deno.test("settings of a source that is gone are refused on its field", () =>
  withRoom(async (room) => {
    const { visitor, path } = room;
    const version = versionOf(await visitor.get(path), "settings");
    const unknown = { ...someSettings(room, version), djuSource: "elsewhere" };
    match(
      (await visitor.post(path, unknown)).message("settings-new-djuSource") ?? "",
      /Un élément choisi n’existe plus/,
    );
  }));

Deno.test("gas factors are saved by date, one alone included", () =>
  withRoom(async (room) => {
    const { visitor, path } = room;
    const typed = {
      grid: "factors",
      key: "",
      intent: "add",
      version: versionOf(await visitor.get(path), "factors"),
      fromDate: "2024-01-01",
      pta: "0,968",
      pcs: "0",
    };
    const refused = await visitor.post(path, typed);
    strictEqual(refused.message("factors-new-pcs"), "0,0001 minimum");
    strictEqual((await visitor.post(path, { ...typed, pcs: "" })).status, 303);
    const { gazFactors } = await efficiencyOf(room);
    deepStrictEqual(gazFactors, [{ fromDate: "2024-01-01", pta: 0.968, pcs: null }]);
  }));

async function addSeason(
  visitor: Visitor,
  path: string,
  yearStart: number,
  dateStart: string,
  dateStop = "",
): Promise<Page> {
  const version = versionOf(await visitor.get(path), "seasons");
  const season = { yearStart: String(yearStart), dateStart, dateStop };
  return await visitor.post(path, { grid: "seasons", key: "", intent: "add", version, ...season });
}

Deno.test("heating seasons are written one by one, in the order of their years", () =>
  withRoom(async (room) => {
    const { visitor, path, ask, boilerRoomId } = room;
    strictEqual((await addSeason(visitor, path, 2024, "2024-10-12")).status, 303);
    strictEqual((await addSeason(visitor, path, 2023, "2023-10-15", "2024-05-20")).status, 303);
    const result = await answerOf(ask("getHeatingSeasons", { projectId: PROJECT, boilerRoomId }));
    deepStrictEqual(
      result.seasons.map(({ yearStart, dateStart, dateStop }) => [
        yearStart,
        dateStart,
        dateStop,
      ]),
      [[2023, "2023-10-15", "2024-05-20"], [2024, "2024-10-12", null]],
    );
  }));

Deno.test("the latest season is shown, and the others on request", () =>
  withRoom(async ({ visitor, path }) => {
    const add = (at: string, year: number) => addSeason(visitor, at, year, `${year}-10-12`);
    const seasonsOf = ({ html }: Page) =>
      [...html.matchAll(/id="seasons-(\d+)-title"/g)].map(([, year]) => year);
    await add(path, 2021);
    const one = await visitor.get(path);
    deepStrictEqual(seasonsOf(one), ["2021"]);
    ok(!one.text.includes("plus ancienne"));
    await add(path, 2022);
    match((await visitor.get(path)).text, /Voir la saison plus ancienne/);
    for (const year of [2023, 2024]) await add(path, year);
    const latest = await visitor.get(path);
    deepStrictEqual(seasonsOf(latest), ["2024"]);
    match(latest.text, /Voir les 3 saisons plus anciennes/);
    const all = `${path}?seasons=all`;
    ok(latest.html.includes(`href="${all}#seasons"`));
    const every = await visitor.get(all);
    deepStrictEqual(seasonsOf(every), ["2024", "2023", "2022", "2021"]);
    ok(!every.text.includes("plus ancienne"));
    const saved = await add(all, 2018);
    strictEqual(saved.headers.get("location"), `${all}&saved=seasons#seasons`);
  }));

Deno.test("an annotation of the boiler room is added, changed, and deleted after a warning", () =>
  withRoom(async ({ visitor, ask, path, boilerRoomId }) => {
    const row = { grid: "annotations", from: "2025-01-12", to: "2025-01-20", text: "Panne" };
    const version = versionOf(await visitor.get(path), "annotations");
    const wrong = await visitor.refused(path, { ...row, version, to: "2026-01-13" });
    strictEqual(wrong.message("annotations-new-to"), "366 jours maximum");
    strictEqual(wrong.value("text"), "Panne");
    const added = await visitor.post(path, { ...row, version });
    strictEqual(added.headers.get("location"), `${path}?saved=annotations#annotations`);
    const at = { projectId: PROJECT, annotatedId: boilerRoomId };
    const read = await answerOf(ask("listAnnotations", at));
    const [annotation] = read.annotations;
    ok(annotation);
    strictEqual(annotation.author, "ada@bailleur.fr");
    const key = annotation.id;
    const current = versionOf(await visitor.get(path), "annotations");
    const changed = { ...row, key, version: current, to: "2025-01-21" };
    strictEqual((await visitor.post(path, changed)).status, 303);
    const shown = await visitor.get(path);
    match(shown.text, /Du 12 au 21 janvier 2025, .*Ses mots disparaîtront/);
    const removal = { grid: "annotations", key, intent: "remove" };
    const gone = { ...removal, version: versionOf(shown, "annotations") };
    strictEqual((await visitor.post(path, gone)).status, 303);
    const after = await answerOf(ask("listAnnotations", at));
    deepStrictEqual(after.annotations, []);
  }));

Deno.test("of two meters with one name, the option names each one's boiler room", () =>
  withRoom(async ({ visitor, ask, path, gas }) => {
    const other = await aSeries(ask, "GAZV", await aBoilerRoom(ask, "Chaufferie nord"));
    const { html } = await visitor.get(path);
    const labelOf = (id: string) => new RegExp(`value="${id}"[^>]*>([^<]*)<`).exec(html)?.[1];
    strictEqual(labelOf(gas), "Gaz (volume), Chaufferie (m³)");
    strictEqual(labelOf(other), "Gaz (volume), Chaufferie nord (m³)");
    match(html, />Eau chaude \(m³\)</);
  }));
