/** Forms refused before they are read: their page never asks the browser to send them again. */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { MAX_FORM_BYTES } from "@/lib/web/body_limits.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aMember, PROJECT } from "@/tests/helpers/a_residence.ts";
import { decoded, type Site, type SiteChoices, withSite } from "@/tests/helpers/a_site.ts";
import { SITE } from "@/tests/helpers/cookie_jar.ts";

const OPTIONS = "/home/admin/options";

const BROWSER = { origin: SITE, accept: "text/html,*/*" };

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Ada is signed in, and by default administers her organisation. */
function withAda(
  test: (ask: Ask, site: Site) => Promise<void>,
  { isAdmin = true, ...choices }: SiteChoices & { isAdmin?: boolean } = {},
): Promise<void> {
  return withSite(async (site) => {
    await aMember(site, { isAdmin, roles: ["pilot"] });
    const { token } = await signedIn(site, "ada@bailleur.fr");
    const { id } = await site.platform.sessionFor(token);
    await test((path, init = {}) => {
      const headers = { cookie: `session=${id}`, ...BROWSER, ...init.headers };
      return site.handler(new Request(SITE + path, { ...init, headers }));
    }, site);
  }, choices);
}

const post = (headers: Record<string, string> = {}, body: BodyInit = "form=retention") => ({
  method: "POST",
  body,
  headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
});

/** The page that a refused form redirects to. */
async function pageAfter(ask: Ask, answer: Response, code: string): Promise<string> {
  strictEqual(answer.status, 303);
  const path = answer.headers.get("location") ?? "";
  strictEqual(new URL(path, SITE).searchParams.get("unread"), code);
  const page = await ask(path);
  return decoded(await page.text());
}

Deno.test("form too large for the server, or for a form, redirects to its page, which says so", () =>
  withAda(async (ask) => {
    const large = post({ "content-length": "99000000000" });
    for (const sent of [large, post({}, `a=${"x".repeat(MAX_FORM_BYTES)}`)]) {
      const html = await pageAfter(ask, await ask(OPTIONS, sent), "too-large");
      match(html, /<div id="unread"><div class="notice[^>]*>.*Envoi trop volumineux/s);
      match(html, /Rien n’est enregistré/);
      match(html, /infraDailyYears/);
    }
  }));

Deno.test("form beyond the request limit redirects to its page, which says so once it may be read again", () =>
  withAda(async (ask) => {
    let answer = await ask(OPTIONS);
    while (answer.status === 200) answer = await ask(OPTIONS);
    strictEqual(answer.status, 429);
    const led = await ask(OPTIONS, post());
    deepStrictEqual([led.status, led.headers.get("location")], [
      303,
      `${OPTIONS}?unread=too-many-requests#unread`,
    ]);
  }, { rates: { apiPerAccountAndMinute: 20 } }));

Deno.test("form of a page that the user may no longer read redirects to that page, which says why", () =>
  withAda(async (ask) => {
    const html = await pageAfter(ask, await ask(OPTIONS, post()), "forbidden");
    match(html, /Accès refusé/);
  }, { isAdmin: false }));

Deno.test("form keeps the query of its page, without the message of another form", () =>
  withAda(async (ask) => {
    const large = post({ "content-length": "99000000000" });
    const answer = await ask(`/collect/${PROJECT}?q=a&typed=b&unread=forbidden`, large);
    strictEqual(answer.headers.get("location"), `/collect/${PROJECT}?q=a&unread=too-large#unread`);
  }));

Deno.test("program, and the page of another site, get the refusal itself", () =>
  withAda(async (ask) => {
    const length = { "content-length": "99000000000" };
    strictEqual((await ask(OPTIONS, post({ ...length, accept: "*/*" }))).status, 413);
    strictEqual((await ask(OPTIONS, post({ origin: "https://evil.example" }))).status, 403);
    strictEqual((await ask("/api/orgs", post(length))).status, 413);
  }));

Deno.test("page shows nothing for an unknown code", () =>
  withAda(async (ask) => {
    const html = await (await ask(`${OPTIONS}?unread=<b>vous`)).text();
    ok(!html.includes("vous</b>") && !html.includes("Rien n’est enregistré"));
  }));
