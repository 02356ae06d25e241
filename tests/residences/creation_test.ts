import { match, ok, strictEqual } from "node:assert/strict";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite, withVisitor } from "@/tests/helpers/a_site.ts";

const NEW_ORGANISATION = "/home/organisations/new";
const EQUIPMENT = `/collect/${PROJECT}/equipment`;
const NEW_ROOM = `${EQUIPMENT}?kind=boilerroom#new-equipment`;

async function aPlatformAdministrator(site: Site): Promise<Visitor> {
  await anAccount(site, { email: "racine@plateforme.fr", platformAdmin: true });
  return await site.signIn("racine@plateforme.fr");
}

Deno.test("the platform administrator creates an organisation, and arrives on its page", () =>
  withSite(async (site) => {
    const visitor = await aPlatformAdministrator(site);
    ok((await visitor.get("/home")).html.includes(`href="${NEW_ORGANISATION}"`));
    const page = await visitor.get(NEW_ORGANISATION);
    strictEqual(page.value("adminEmail"), "racine@plateforme.fr");
    const made = await visitor.post(NEW_ORGANISATION, {
      name: "Habitat du Lac",
      adminEmail: "racine@plateforme.fr",
    });
    strictEqual(made.headers.get("location"), "/home");
    const home = await visitor.get("/home");
    strictEqual(home.title, "Habitat du Lac | Résidences");
    ok(home.html.includes('href="/home/projects/new"'));
  }));

Deno.test("an organisation requires a name and the address of an existing account", () =>
  withSite(async (site) => {
    const visitor = await aPlatformAdministrator(site);
    const empty = await visitor.refused(NEW_ORGANISATION, {
      name: " ",
      adminEmail: "pas-un-email",
    });
    strictEqual(empty.message("name"), "Ce champ est obligatoire");
    strictEqual(empty.message("adminEmail"), "Format email incorrect");
    strictEqual(empty.value("adminEmail"), "pas-un-email");
    const unknown = await visitor.post(NEW_ORGANISATION, {
      name: "Habitat du Lac",
      adminEmail: "personne@nulle-part.fr",
    });
    match(unknown.message("adminEmail") ?? "", /^Aucun compte n’a cette adresse/);
    strictEqual(unknown.value("name"), "Habitat du Lac");
  }));

Deno.test("no other user creates an organisation", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    strictEqual((await visitor.get(NEW_ORGANISATION)).status, 403);
    const typed = { name: "La mienne", adminEmail: "ada@bailleur.fr" };
    strictEqual((await visitor.post(NEW_ORGANISATION, typed)).status, 403);
    ok(!(await visitor.get("/home")).html.includes(NEW_ORGANISATION));
  }));

Deno.test("boiler room is added by a user who may write it, followed by its settings", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ visitor }) => {
    ok((await visitor.get(`/collect/${PROJECT}`)).html.includes(`href="${NEW_ROOM}"`));
    const page = await visitor.get(NEW_ROOM);
    match(page.html, /<option[^>]* value="boilerroom" selected/);
    const kind = "boilerroom";
    const refused = await visitor.refused(EQUIPMENT, { kind, name: " ", code: "CH01" });
    strictEqual(refused.message("name"), "Ce champ est obligatoire");
    strictEqual(refused.value("code"), "CH01");
    const long = await visitor.post(EQUIPMENT, { kind, name: "C".repeat(2_000), code: "" });
    strictEqual(long.message("name"), "100 caractères maximum");
    const made = await visitor.post(EQUIPMENT, { kind, name: " Chaufferie est ", code: "CH01" });
    const next = made.headers.get("location") ?? "";
    match(next, new RegExp(`^/collect/${PROJECT}/boilerrooms/[^/]+/settings$`));
    const settings = await visitor.get(next);
    strictEqual(settings.status, 200);
    strictEqual(settings.value("name"), "Chaufferie est");
  }));

Deno.test("an administrator without a role adds a boiler room and finds it among the equipment", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const typed = { kind: "boilerroom", name: "Chaufferie", code: "" };
    const made = await visitor.post(EQUIPMENT, typed);
    match(made.headers.get("location") ?? "", new RegExp(`^${EQUIPMENT}/[^/]+$`));
    match((await visitor.get(EQUIPMENT)).text, /1\u00A0équipement .*Chaufferie/);
  }));
