/** Refused forms are answered in place: by their page with the typed values, or by an error page with the texts. */

import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { isPasswordField } from "@/lib/ui/field_rules.ts";
import { MAX_FORM_BYTES } from "@/lib/web/body_limits.ts";
import { OWNER, withOwnedSite } from "@/tests/access/an_owned_site.ts";
import { addOthers, everyForm, formRequest, OTHER, sessionOf } from "@/tests/access/every_form.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aMember, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import {
  decoded,
  fieldValue,
  SITE,
  type Site,
  type SiteChoices,
  withSite,
} from "@/tests/helpers/a_site.ts";

const OPTIONS = "/home/admin/options";
/** The rendering that a page writes into its forms. */
const RENDERING = /name="(page:[\w-]{22})" value="([\w-]{16})"/;

/** The retention settings with one wrong field. */
const WRONG = {
  form: "retention",
  version: "",
  infraDailyYears: "trois",
  dailyYears: "5",
  monthlyYears: "10",
};

interface Tab {
  readonly site: Site;
  /** Sends a request of Ada's browser, without following redirects. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends the form, as of a page read before. */
  send(fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
}

/** Ada is signed in, and by default administers an organisation. */
function withTab(
  test: (tab: Tab) => Promise<void>,
  { isAdmin = true, ...choices }: SiteChoices & { isAdmin?: boolean } = {},
): Promise<void> {
  return withSite(async (site) => {
    await aMember(site, { isAdmin, roles: ["pilot"] });
    const { token } = await signedIn(site, "ada@bailleur.fr");
    const { id } = await site.platform.sessionFor(token);
    const ask: Tab["ask"] = (path, init = {}) => {
      const own = { cookie: `session=${id}`, origin: SITE, accept: "text/html,*/*" };
      return site.handler(
        new Request(SITE + path, { ...init, headers: { ...own, ...init.headers } }),
      );
    };
    const [, mark = "", rendering = ""] = RENDERING.exec(await (await ask("/home")).text()) ?? [];
    const send: Tab["send"] = (fields, headers = {}) => {
      const body = String(new URLSearchParams({ [mark]: rendering, ...fields }));
      const type = { "content-type": "application/x-www-form-urlencoded" };
      return ask(OPTIONS, {
        method: "POST",
        body,
        headers: { ...type, "content-length": String(body.length), ...headers },
      });
    };
    await test({ site, ask, send });
  }, choices);
}

/** Keys of a store, but what any request may write. */
async function keysOf({ store }: Site): Promise<string[]> {
  const entries = await Array.fromAsync(store.list({ prefix: [] }));
  return entries.map(({ key }) => JSON.stringify(key)).filter((key) => !/attempts/.test(key));
}

Deno.test("refused form is answered by its page, at its address, with the typed values; nothing is stored", () =>
  withTab(async ({ site, send }) => {
    const before = await keysOf(site);
    const page = await send(WRONG);
    strictEqual(page.status, 400);
    strictEqual(page.headers.get("cache-control"), "no-store");
    strictEqual(fieldValue(await page.text(), "infraDailyYears"), "trois");
    deepStrictEqual(await keysOf(site), before);
  }));

Deno.test("refused sign-in is answered without its password, and sets no cookie", () =>
  withTab(async ({ site }) => {
    const body = new URLSearchParams({ email: "ada@bailleur.fr", password: "un-faux-mot" });
    const headers = { origin: SITE, accept: "text/html" };
    const page = await site.handler(
      new Request(`${SITE}/login`, { method: "POST", headers, body }),
    );
    deepStrictEqual([page.status, page.headers.getSetCookie()], [401, []]);
    const html = await page.text();
    strictEqual(fieldValue(html, "email"), "ada@bailleur.fr");
    ok(!html.includes("un-faux-mot"));
  }));

Deno.test("the answer to the first form after a change of rights renews the session", () =>
  withTab(async ({ site, send }) => {
    const other = await someone(site, { email: "bob@bailleur.fr", isAdmin: true });
    const at = { projectId: PROJECT, email: "ada@bailleur.fr" };
    ok((await other("putProjectUserRoles", { ...at, body: { roles: ["collect:read"] } })).ok);
    const page = await send(WRONG);
    strictEqual(page.status, 400);
    match(page.headers.getSetCookie().join(), /^session=/);
  }));

Deno.test("pages of signed-in users are no-store; the sign-in page may be stored", () =>
  withTab(async ({ site, ask }) => {
    for (const path of [OPTIONS, `/collect/${PROJECT}`, "/home/nulle-part"]) {
      strictEqual((await ask(path)).headers.get("cache-control"), "no-store", path);
    }
    const login = await site.handler(new Request(`${SITE}/login`));
    strictEqual(login.headers.get("cache-control"), "private, no-cache");
  }));

// @spec forms.busy
Deno.test("form too large for a form is answered by an error page with its reason", () =>
  withTab(async ({ send }) => {
    const large = await send({ a: "x".repeat(MAX_FORM_BYTES) });
    strictEqual(large.status, 413);
    match(decoded(await large.text()), /Envoi trop volumineux.*L’envoi dépasse/s);
    strictEqual((await send(WRONG)).status, 400);
  }));

// @spec forms.busy
Deno.test("form beyond the request limit: its error page says when to retry, shows the texts, and links back", () =>
  withTab(async ({ ask, send }) => {
    let answer = await ask(OPTIONS);
    while (answer.status === 200) answer = await ask(OPTIONS);
    strictEqual(answer.status, 429);
    const page = await send(WRONG);
    strictEqual(page.status, 429);
    const html = decoded(await page.text());
    match(html, /Rien n’est enregistré\. Voici votre saisie/);
    match(html, /<dd>trois\u00A0ans<\/dd>|<dd>trois/);
    match(html, /href="\?"[^>]*>Revenir au formulaire/);
  }, { rates: { apiPerAccountAndMinute: 20 } }));

// @spec forms.gone
Deno.test("form of a page that its user may no longer read is refused with its texts, and without those of secrets", () =>
  withTab(async ({ send }) => {
    const page = await send({ ...WRONG, password: "un-secret-a-moi" });
    strictEqual(page.status, 403);
    const html = decoded(await page.text());
    match(html, /Accès refusé.*<dd>trois/s);
    doesNotMatch(html, /un-secret-a-moi/);
  }, { isAdmin: false }));

Deno.test("program, and the page of another site, get the refusal alone", () =>
  withTab(async ({ ask, send }) => {
    const length = { method: "POST", headers: { "content-length": "99000000000" } };
    strictEqual((await ask("/api/orgs", length)).status, 413);
    strictEqual((await ask(OPTIONS, length)).status, 413);
    const other = await send(WRONG, { origin: "https://evil.example" });
    strictEqual(other.status, 403);
    ok(!(await other.text()).includes("trois"));
  }));

Deno.test("form of another account's page is refused with its texts, also where that account may not read the page", () =>
  withOwnedSite(async (site) => {
    await addOthers(site);
    const orgId = site.place["orgId"] ?? "";
    const forms = await everyForm(site, await sessionOf(site, OWNER, orgId));
    const form = forms.find(({ form }) =>
      form.fields.some(({ name }) => name === "infraDailyYears")
    );
    ok(form);
    const cookie = await sessionOf(site, OTHER, orgId);
    const before = await site.stamps();
    const sent = await formRequest(form, cookie, { infraDailyYears: "17" });
    const page = await site.handler(sent);
    strictEqual(page.status, 409);
    const html = decoded(await page.text());
    match(html, /Cette page est celle d’un autre compte.*Rien n’est enregistré.*<dd>17/s);
    match(html, /action="\/logout\?back=%2Fhome%2Fadmin%2Foptions"/);
    deepStrictEqual(await site.stamps(), before);
  }));

Deno.test("every page's password fields are recognised by name", () =>
  withOwnedSite(async (site) => {
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    const forms = await everyForm(site, cookie);
    const secret = forms.flatMap(({ form }) => form.fields).filter(({ type }) =>
      type === "password"
    );
    ok(secret.length >= 3);
    ok(secret.every(({ name }) => isPasswordField(name)));
  }));
