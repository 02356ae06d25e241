import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { aHouse, houseSettings } from "@/tests/helpers/a_dwelling.ts";
import { at, type Belonging, PROJECT, type ResidenceChoices } from "@/tests/helpers/a_residence.ts";
import { type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const LIST = `/collect/${PROJECT}/houses`;

function withHouses(
  test: (place: VisitedSite) => Promise<void>,
  { roles = ["collect:houseadmin"], isAdmin = false, features = {}, project = {} }:
    & Belonging
    & ResidenceChoices = {},
): Promise<void> {
  return withVisitor({ roles, isAdmin }, test, {
    residence: {
      project,
      features: { houseMode: 3, houseTypes: true, houseMetadata: true, ...features },
    },
  });
}

const TYPED = {
  form: "house",
  name: "A12",
  floor: "3",
  kind: "module",
  serial: "0180A1",
  buildingId: "",
  houseTypeId: "",
  anonymousGroupId: "",
  collectMode: "1",
  hourlyMode: "0",
  config: "porte : gauche",
};

async function housesOf(ask: CallFunction) {
  const houses = await answerOf(ask("listHouses", at));
  return houses.map(({ serial, settings, config }) => ({ serial, config, ...settings }));
}

Deno.test("residence without a dwelling explains what to do next, and one is added by the form", () =>
  withHouses(async ({ visitor, ask }) => {
    match((await visitor.get(LIST)).text, /Aucun logement Ajoutez les logements un à un/);
    const made = await visitor.post(`${LIST}/new`, TYPED);
    strictEqual(made.status, 303);
    const page = await visitor.get(made.headers.get("location") ?? "");
    strictEqual(page.title, "Les Lilas | A12");
    match(page.text, /Numéro de série 0180A1/);
    deepStrictEqual(await housesOf(ask), [{
      ...houseSettings({ floor: 3, collectMode: 1 }),
      serial: "0180A1",
      config: { porte: "gauche" },
    }]);
  }));

Deno.test("dwelling is changed; fields that its residence does not show are unchanged", () =>
  withHouses(async ({ visitor, ask, site }) => {
    const path = `${LIST}/${await aHouse(ask, { collectMode: 1, floor: 2 }, "F1")}`;
    const features = { ...NO_FEATURES, houseMode: 2 };
    await site.store.atomic().set(keys.projectFeatures(PROJECT), features).commit();
    const page = await visitor.get(path);
    strictEqual(page.value("collectMode"), null);
    strictEqual(page.value("serial"), null);
    const version = page.version();
    const sent = { ...TYPED, name: "A13", collectMode: "2", serial: "other", version };
    const saved = await visitor.post(path, sent);
    strictEqual(saved.headers.get("location"), `${path}?saved=house#house`);
    match((await visitor.get(`${path}?saved=house`)).text, /Modifications enregistrées/);
    deepStrictEqual(await housesOf(ask), [{
      ...houseSettings({ name: "A13", floor: 3, collectMode: 1 }),
      serial: "F1",
      config: {},
    }]);
  }));

Deno.test("deleting a dwelling shows what is lost, then deletes it", () =>
  withHouses(async ({ visitor, ask }) => {
    const path = `${LIST}/${await aHouse(ask)}`;
    match((await visitor.get(path)).text, /Ses réglages et le rattachement de ses sources/);
    const gone = await visitor.post(path, { form: "house", intent: "remove" });
    strictEqual(gone.headers.get("location"), LIST);
    deepStrictEqual(await housesOf(ask), []);
    strictEqual((await visitor.get(path)).status, 404);
    strictEqual((await visitor.post(path, { form: "house", intent: "remove" })).status, 404);
  }));

Deno.test("the list is searched, filtered and sorted by its address, and so is its file", () =>
  withHouses(async ({ visitor, ask }) => {
    await aHouse(ask, { name: "A10", floor: 1 }, "F0");
    await aHouse(ask, { name: "A9", floor: 0, collectMode: 1 }, "0A");
    await aHouse(ask, { name: "=B2" }, "B7");
    const names = async (query: string) =>
      [...(await visitor.get(`${LIST}${query}`)).html.matchAll(
        /<th scope="row"[^>]*>\s*<a[^>]*>([^<]*)</g,
      )]
        .map(([, name]) => name);
    deepStrictEqual(await names(""), ["=B2", "A9", "A10"]);
    deepStrictEqual(await names("?sort=serial:desc"), ["A10", "=B2", "A9"]);
    deepStrictEqual(await names("?filter:floor=null"), ["=B2"]);
    deepStrictEqual(await names("?filter:search=0a"), ["A9"]);
    match((await visitor.get(`${LIST}?filter:search=zz`)).text, /Aucun logement trouvé/);
    const file = await visitor.get(`/collect/${PROJECT}/houses?filter:floor=0&csv=semicolon`);
    strictEqual(
      file.html,
      "\uFEFFNom ou numéro;Étage;Bâtiment;Type;Groupe anonyme;Relevé par;Numéro de série;Données montrées\r\n" +
        "A9;RDC;;;;Module;0A;Détail",
    );
  }));

Deno.test("kinds and groups are added, changed, and cannot be deleted while a dwelling has them", () =>
  withHouses(async ({ visitor, ask }) => {
    const path = `${LIST}/settings`;
    const blank = { grid: "types", key: "", intent: "add", version: "" };
    const added = await visitor.post(path, { ...blank, name: "T3", area: "62,5", occupants: "2" });
    strictEqual(added.headers.get("location"), `${path}?saved=types#types`);
    const [type] = await answerOf(ask("listHouseTypes", at));
    ok(type !== undefined);
    deepStrictEqual([type.name, type.area, type.occupants], ["T3", 62.5, 2]);
    const row = { grid: "types", key: type.id, intent: "save", version: type.version };
    await visitor.post(path, { ...row, name: "T3 bis", area: "63", occupants: "" });
    await aHouse(ask, { houseTypeId: type.id });
    match((await visitor.get(path)).text, /Impossible tant que 1\u00A0logement l’a/);
    const kept = await visitor.post(path, { grid: "types", key: type.id, intent: "remove" });
    strictEqual(kept.status, 409);
    const group = { ...blank, grid: "groups", name: "Hall A" };
    strictEqual((await visitor.post(path, group)).status, 303);
    match((await visitor.get(path)).text, /Hall A Aucun logement\u00A0: il en faut 11/);
  }));

Deno.test("the rights of the occupants' application are not shown where the residence gives it none", () =>
  withHouses(async ({ visitor, ask }) => {
    const page = await visitor.get(`${LIST}/${await aHouse(ask)}`);
    strictEqual(page.status, 200);
    ok(!page.text.includes("Application des occupants"));
  }));

// @spec housing.app-rights
Deno.test("the rights of the occupants' application are offered up to those of the residence", () =>
  withHouses(async ({ visitor, ask }) => {
    const path = `${LIST}/${await aHouse(ask)}`;
    const page = await visitor.get(path);
    match(page.text, /Application des occupants.*Rien Lecture Enregistrer/);
    const rights = { form: "rights", access: "1", version: "" };
    const version = /name="form" value="rights">\s*<input[^>]*value="([^"]*)"/.exec(page.html)?.[1];
    const sent = { ...rights, version: version ?? "" };
    const saved = await visitor.post(path, sent);
    strictEqual(saved.headers.get("location"), `${path}?saved=rights#rights`);
    const late = await visitor.post(path, { ...sent, access: "0" });
    strictEqual(late.status, 409);
    match(late.text, /Ce que l’application peut faire ici Rien Lecture/);
    strictEqual((await visitor.post(path, { ...sent, access: "9" })).status, 400);
  }, { project: { ecotouchAdmin: 1 } }));

Deno.test("residence that shows no dwelling has no pages for them, nor for kinds without the features", async () => {
  await withHouses(async ({ visitor }) => {
    strictEqual((await visitor.get(LIST)).status, 404);
    strictEqual((await visitor.post(`${LIST}/new`, TYPED)).status, 404);
  }, { features: { houseMode: 0 } });
  await withHouses(async ({ visitor }) => {
    strictEqual((await visitor.get(`${LIST}/settings`)).status, 404);
  }, { features: { houseMode: 1, houseTypes: false } });
});
