import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import { NO_FEATURES } from "@/lib/backend/records/projects.ts";
import type { Ask } from "@/lib/contract/catalogue.ts";
import type { ProjectFeatures } from "@/lib/domain/projects/types.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { aHouse } from "@/tests/backend/a_dwelling.ts";
import { PROJECT, someone, writeResidence } from "@/tests/backend/a_residence.ts";
import { fieldMessage, fieldValue, type Visitor, withSite } from "@/tests/routes/screens/a_site.ts";

const PAGE = `/collect/${PROJECT}/tenant-alerts`;
const at = { projectId: PROJECT };

function withAlerts(
  test: (place: { visitor: Visitor; ask: Ask }) => Promise<void>,
  { roles = ["collect:houseadmin", "collect:housing:alerts:write"], features = {} }: {
    roles?: Role[];
    features?: Partial<ProjectFeatures>;
  } = {},
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    const all = { ...NO_FEATURES, houseMode: 1, housesAppAlarm: true, ...features };
    await site.store.atomic().set(keys.projectFeatures(PROJECT), all).commit();
    const ask = await someone(site, { roles });
    const visitor = site.visitor();
    await visitor.signIn();
    await test({ visitor, ask });
  });
}

const TYPED = { version: "", from: "2020-02-10", to: "2099-02-12", message: "Coupure d’eau" };

Deno.test("message is added, listed by state, changed, deleted, and in the file", () =>
  withAlerts(async ({ visitor, ask }) => {
    const houseIds = await aHouse(ask);
    match((await visitor.get(PAGE)).text, /Aucun message/);
    const added = await visitor.post(PAGE, { ...TYPED, houseIds });
    strictEqual(added.headers.get("location"), `${PAGE}?saved=alerts#alerts`);
    await visitor.post(PAGE, { ...TYPED, from: "2099-03-01", to: "", message: "Visite" });
    await visitor.post(PAGE, { ...TYPED, from: "2020-01-01", to: "2020-01-02", message: "Fuite" });
    const list = await visitor.get(PAGE);
    match(
      list.text,
      /Coupure d’eau 10\/02\/2020 12\/02\/2099 A12 En cours .*Visite .*À venir .*Fuite .*Passé/,
    );
    const file = await visitor.get(`${PAGE}?csv=semicolon`);
    match(file.html, /\r\nVisite;2099-03-01;;Tous les logements;À venir\r\n/);
    const own = /tenant-alerts\?alert=[^#"]+/.exec(list.html)?.[0] ?? "";
    const path = `/collect/${PROJECT}/${own}`;
    const { html } = await visitor.get(path);
    const version = fieldValue(html, "version") ?? "";
    strictEqual((await visitor.post(path, { ...TYPED, version, message: "Reportée" })).status, 303);
    const late = await visitor.post(path, { ...TYPED, version, message: "Annulée" });
    strictEqual(late.status, 409);
    match(late.text, /Reportée/);
    match(late.text, /Annulée/);
    strictEqual((await visitor.post(path, { intent: "remove" })).status, 303);
    ok(!(await visitor.get(PAGE)).text.includes("Reportée"));
    strictEqual((await visitor.get(path)).status, 404);
  }));

Deno.test("a message for a deleted dwelling stays for it alone until it is taken out", () =>
  withAlerts(async ({ visitor, ask }) => {
    const houseIds = await aHouse(ask);
    await aHouse(ask, { name: "B1" });
    await visitor.post(PAGE, { ...TYPED, houseIds });
    await ask("deleteHouse", { ...at, houseId: houseIds });
    const own = /tenant-alerts\?alert=[^#"]+/.exec((await visitor.get(PAGE)).html)?.[0] ?? "";
    const path = `/collect/${PROJECT}/${own}`;
    const { html } = await visitor.get(path);
    match(html, /<option [^>]*selected[^>]*>Logement supprimé</);
    const version = fieldValue(html, "version") ?? "";
    const typed = { ...TYPED, version, message: "Reportée" };
    strictEqual((await visitor.post(path, { ...typed, houseIds })).status, 303);
    const houseIdsNow = async () => {
      const listed = await ask("listHousingAlerts", at);
      return listed.ok && listed.answer.map((one) => one.houseIds);
    };
    deepStrictEqual(await houseIdsNow(), [[houseIds]]);
    await visitor.post(path, { ...TYPED, version: "" });
    deepStrictEqual(await houseIdsNow(), [[]]);
  }));

Deno.test("each wrong field has its message, and the typed values stay", () =>
  withAlerts(async ({ visitor, ask }) => {
    const page = await visitor.post(PAGE, { ...TYPED, from: "" });
    strictEqual(page.status, 400);
    strictEqual(fieldMessage(page.html, "from"), "Ce champ est obligatoire");
    match(page.html, />Coupure d’eau<\/textarea>/);
    const listed = await ask("listHousingAlerts", at);
    ok(listed.ok && listed.answer.length === 0);
  }));

Deno.test("a user who reads messages changes none; where the residence has none, the page is not found", async () => {
  await withAlerts(async ({ visitor }) => {
    const page = await visitor.get(PAGE);
    strictEqual(page.status, 200);
    ok(!page.html.includes("<textarea"));
    match(page.text, /Messages d’alerte locataires/);
    strictEqual((await visitor.post(PAGE, TYPED)).status, 403);
  }, { roles: ["collect:housing:alerts:read"] });
  await withAlerts(async ({ visitor }) => {
    strictEqual((await visitor.get(PAGE)).status, 404);
    ok(!(await visitor.get(`/collect/${PROJECT}`)).text.includes("Messages d’alerte"));
  }, { features: { housesAppAlarm: false } });
  await withAlerts(async ({ visitor }) => {
    strictEqual((await visitor.get(PAGE)).status, 403);
  }, { roles: ["collect:read"] });
});
