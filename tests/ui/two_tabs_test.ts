import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { markAmong } from "@/lib/ui/form_token_field.ts";
import { links } from "@/lib/ui/links.ts";
import { type FormField, formsOf } from "@/tests/access/every_form.ts";
import { anAccount, signedIn } from "@/tests/helpers/a_platform.ts";
import { aMember, aProject, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import {
  decoded,
  type Page,
  SITE,
  type Site,
  type Visitor,
  withSite,
} from "@/tests/helpers/a_site.ts";

/** Another organisation of Ada's, and one of its residences. */
const OTHER_ORG = "o2";
const OTHER_PROJECT = "p2";

const OPTIONS = "/home/admin/options";

/** Ada administers two organisations with a residence each, and works in the first. */
function withTwo(test: (visitor: Visitor, site: Site) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    await aMember(site, { isAdmin: true });
    const { value: accountId } = await site.store.get(keys.accountByEmail("ada@bailleur.fr"));
    if (typeof accountId !== "string") throw new TypeError("Ada has an account");
    await site.store.atomic()
      .set(keys.org(OTHER_ORG), { name: "Voisin" })
      .set(keys.project(OTHER_PROJECT), aProject({ orgId: OTHER_ORG, name: "Les Saules" }))
      .set(keys.projectOfOrg(OTHER_ORG, OTHER_PROJECT), true)
      .set(keys.member(OTHER_ORG, accountId), { isAdmin: true })
      .set(keys.orgOfAccount(accountId, OTHER_ORG), true)
      .commit();
    const visitor = await site.signIn();
    await visitor.post("/home/organisation", { orgId: ORG });
    await test(visitor, site);
  });
}

/** Fields of the form that contains one of these names. */
function fieldsOf(html: string, name: string): Record<string, string> {
  const form = formsOf(html).find(({ fields }) => fields.some((field) => field.name === name));
  ok(form, `a form with ${name}`);
  return sentBy(form.fields);
}

function sentBy(fields: readonly FormField[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, value }) => value === null ? [] : [[name, value]]),
  );
}

/** The text of a page, with plain spaces. */
const said = ({ text }: Page) => text.replaceAll(/[\u00A0\u202F]/g, " ");

/** Years of retention of fine readings in an organisation, as its page shows them. */
async function storedYears(visitor: Visitor, orgId: string): Promise<string | null> {
  await visitor.post("/home/organisation", { orgId });
  return (await visitor.get(OPTIONS)).value("infraDailyYears");
}

Deno.test("form of an organisation that another tab has left says so, shows the texts, and leads back to its page there", () =>
  withTwo(async (visitor) => {
    const typed = {
      ...fieldsOf((await visitor.get(OPTIONS)).html, "infraDailyYears"),
      infraDailyYears: "17",
    };
    const before = await storedYears(visitor, OTHER_ORG);
    const refused = await visitor.post(OPTIONS, typed);
    strictEqual(refused.status, 409);
    match(
      said(refused),
      /Cette page est celle de l’organisation Bailleur ; vous travaillez maintenant dans Voisin\. Rien n’est enregistré\. .* 17 /,
    );
    strictEqual(await storedYears(visitor, OTHER_ORG), before);
    const back = formsOf(refused.html).find(({ action }) => action?.includes("back="));
    const answer = await visitor.post(back?.action ?? "", { orgId: ORG });
    deepStrictEqual([answer.status, answer.headers.get("location")], [303, OPTIONS]);
    match(said(await visitor.get(OPTIONS)), /Options Bailleur/);
  }));

Deno.test("residence opened by its link selects its organisation: every later page is in it", () =>
  withTwo(async (visitor) => {
    match(said(await visitor.get("/home/admin/admins")), /Administrateurs Bailleur/);
    const residence = await visitor.get(`/collect/${OTHER_PROJECT}`);
    strictEqual(residence.status, 200);
    match(said(await visitor.get("/home/admin/admins")), /Administrateurs Voisin/);
    // Cached pages select it as well: the third read of a page comes from memory.
    for (const project of [PROJECT, PROJECT, PROJECT, OTHER_PROJECT, PROJECT]) {
      await visitor.get(`/collect/${project}`);
    }
    match(said(await visitor.get("/home/admin/admins")), /Administrateurs Bailleur/);
  }));

// @spec gas.years
Deno.test("list of the gas delivery points is that of the organisation selected last", () =>
  withTwo(async (visitor) => {
    for (const [orgId, name] of [[OTHER_ORG, "Voisin"], [ORG, "Bailleur"]] as const) {
      await visitor.post("/home/organisation", { orgId });
      strictEqual(
        (await visitor.get(links.gasPces())).title,
        `${name} | Points de livraison de gaz`,
      );
    }
  }));

Deno.test("script that requests the page of a residence again selects no organisation", () =>
  withTwo(async (visitor, site) => {
    const { html } = await visitor.get(OPTIONS);
    const mark = markAmong(Object.keys(fieldsOf(html, "infraDailyYears"))) ?? "";
    const { id } = await site.platform.sessionFor((await signedIn(site, "ada@bailleur.fr")).token);
    const cookie = `session=${id}; organisation=${ORG}`;
    const asked = async (headers: Record<string, string>) => {
      const request = new Request(`${SITE}/collect/${OTHER_PROJECT}`, {
        headers: { cookie, ...headers },
      });
      return (await site.handler(request)).headers.getSetCookie();
    };
    deepStrictEqual(await asked({ "x-page": mark }), []);
    strictEqual((await asked({})).length, 1);
  }));

Deno.test("call of a page is refused once another account has signed in: its session has ended", () =>
  withTwo(async (visitor, site) => {
    const { html } = await visitor.get(OPTIONS);
    const mark = markAmong(Object.keys(fieldsOf(html, "infraDailyYears"))) ?? "";
    await anAccount(site, { email: "bea@bailleur.fr" });
    const asked = async (email: string) => {
      const { id } = await site.platform.sessionFor((await signedIn(site, email)).token);
      const headers = { cookie: `session=${id}`, origin: SITE, "x-page": mark };
      const request = new Request(`${SITE}/api/auth/me`, { headers });
      return (await site.handler(request)).status;
    };
    strictEqual(await asked("ada@bailleur.fr"), 200);
    strictEqual(await asked("bea@bailleur.fr"), 401);
  }));

Deno.test("signing out and selecting an organisation are possible on every page", () =>
  withTwo(async (visitor) => {
    const { html } = await visitor.get(OPTIONS);
    const [logout] = formsOf(html).filter(({ action }) => action === "/logout");
    const choice = fieldsOf(html, "orgId");
    strictEqual(decoded(choice["orgId"] ?? ""), OTHER_ORG);
    await visitor.post("/home/organisation", { orgId: OTHER_ORG });
    strictEqual((await visitor.post("/home/organisation", choice)).status, 303);
    await visitor.post("/home/organisation", { orgId: ORG });
    strictEqual((await visitor.post("/logout", sentBy(logout?.fields ?? []))).status, 303);
    strictEqual((await visitor.get(OPTIONS)).status, 303);
  }));

Deno.test("page that sets a cookie runs its own scripts: after a save, and in another organisation", () =>
  withTwo(async (_visitor, site) => {
    const { id } = await site.platform.sessionFor((await signedIn(site, "ada@bailleur.fr")).token);
    const headers = { cookie: `session=${id}; organisation=${ORG}; said=1`, accept: "text/html" };
    for (const path of [`${OPTIONS}?saved=retention`, links.residenceSheet(OTHER_PROJECT)]) {
      const answer = await site.handler(new Request(SITE + path, { headers }));
      strictEqual(answer.headers.getSetCookie().length, 1, path);
      const [, nonce] = /<script [^>]*nonce="([^"]+)"/.exec(await answer.text()) ?? [];
      ok(nonce, `a script on ${path}`);
      ok(answer.headers.get("content-security-policy")?.includes(`'nonce-${nonce}'`), path);
    }
  }));
