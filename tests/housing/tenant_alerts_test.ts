import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import { at, type Belonging, PROJECT, type ResidenceChoices } from "@/tests/helpers/a_residence.ts";
import { type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const PAGE = `/collect/${PROJECT}/tenant-alerts`;
function withAlerts(
  test: (place: VisitedSite) => Promise<void>,
  { roles = ["collect:houseadmin", "collect:housing:alerts:write"], features = {} }:
    & Belonging
    & ResidenceChoices = {},
): Promise<void> {
  return withVisitor({ roles }, test, {
    residence: { features: { houseMode: 1, housesAppAlarm: true, ...features } },
  });
}

const TYPED = { version: "", from: "2020-02-10", to: "2099-02-12", message: "Coupure d’eau" };

Deno.test("message is added, listed by state, changed, deleted, and in the file", () =>
  withAlerts(async ({ visitor, ask }) => {
    const houseIds = await aHouse(ask);
    match((await visitor.get(PAGE)).text, /Aucun message/);
    const added = await visitor.post(PAGE, { ...TYPED, houseIds });
    strictEqual(added.headers.get("location"), `${PAGE}?saved=alerts#alerts`);
    await visitor.post(PAGE, { ...TYPED, from: "2030-03-01", to: "", message: "Visite" });
    await visitor.post(PAGE, { ...TYPED, from: "2020-01-01", to: "2020-01-02", message: "Fuite" });
    const list = await visitor.get(PAGE);
    match(
      list.text,
      /Coupure d’eau 10\/02\/2020 12\/02\/2099 A12 En cours .*Visite .*À venir .*Fuite .*Passé/,
    );
    const file = await visitor.get(`${PAGE}?csv=semicolon`);
    match(file.html, /\r\nVisite;2030-03-01;;Tous les logements;À venir\r\n/);
    const own = /tenant-alerts\?alert=[^#"]+/.exec(list.html)?.[0] ?? "";
    const path = `/collect/${PROJECT}/${own}`;
    const version = (await visitor.get(path)).version();
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
    const page = await visitor.get(path);
    match(page.html, /<option [^>]*selected[^>]*>Logement supprimé</);
    const version = page.version();
    const typed = { ...TYPED, version, message: "Reportée" };
    strictEqual((await visitor.post(path, { ...typed, houseIds })).status, 303);
    const houseIdsNow = async () => {
      return (await answerOf(ask("listHousingAlerts", at))).map((one) => one.houseIds);
    };
    deepStrictEqual(await houseIdsNow(), [[houseIds]]);
    await visitor.post(path, { ...TYPED, version: "" });
    deepStrictEqual(await houseIdsNow(), [[]]);
  }));

Deno.test("each wrong field has its message, and the typed values stay", () =>
  withAlerts(async ({ visitor, ask }) => {
    const page = await visitor.refused(PAGE, { ...TYPED, from: "" });
    strictEqual(page.message("from"), "Ce champ est obligatoire");
    match(page.html, />Coupure d’eau<\/textarea>/);
    const listed = await answerOf(ask("listHousingAlerts", at));
    ok(listed.length === 0);
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
