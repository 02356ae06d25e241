/**
 * Forms sent after their session ended: the typed values are stored for the account of their page,
 * in that browser.
 */

import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { isPasswordField } from "@/lib/ui/field_rules.ts";
import { MAX_FORM_BYTES } from "@/lib/web/body_limits.ts";
import { REFUSED_PAGE_MS } from "@/lib/web/form_store.ts";
import { type OwnedSite, OWNER, withOwnedSite } from "@/tests/access/an_owned_site.ts";
import { addOthers, everyForm, OTHER, sessionOf } from "@/tests/access/every_form.ts";
import { formsOf, type PageForm } from "@/tests/access/forms.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { decoded, fieldValue } from "@/tests/helpers/a_site.ts";
import { SITE } from "@/tests/helpers/cookie_jar.ts";
import { noise } from "@/tests/helpers/noise.ts";

/** A little less than the limit of the front, 25 MiB. */
const LARGE_BYTES = 26_000_000;
const OPTIONS = "/home/admin/options";

interface Browser {
  readonly site: OwnedSite;
  /** Sends a request with the cookies of the browser, and stores those of the answer. */
  ask(path: string, body?: BodyInit): Promise<Response>;
  signIn(email: string): Promise<void>;
  /** Ends its session. */
  end(): void;
}

function inBrowser(test: (browser: Browser) => Promise<void>): Promise<void> {
  return withOwnedSite(async (site) => {
    await addOthers(site);
    const cookies = new Map<string, string>();
    const keep = (pair: string) => {
      const [name = "", value = ""] = pair.split(";", 1)[0]?.split("=") ?? [];
      cookies.set(name, value);
    };
    const ask = async (path: string, body: BodyInit | null = null) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = { cookie, origin: SITE, accept: "text/html" };
      const method = body === null ? "GET" : "POST";
      const answer = await site.handler(new Request(SITE + path, { method, headers, body }));
      for (const line of answer.headers.getSetCookie()) keep(line);
      return answer;
    };
    const signIn = async (email: string) =>
      (await sessionOf(site, email, site.place["orgId"] ?? "")).split("; ").forEach(keep);
    await signIn(OWNER);
    await test({ site, ask, signIn, end: () => cookies.delete("session") });
  });
}

/** The fields of the form that contains a given field, with the typed values. */
async function typedIn(
  { ask }: Browser,
  path: string,
  typed: Record<string, string>,
): Promise<URLSearchParams> {
  const forms = formsOf(await (await ask(path)).text());
  const [name = ""] = Object.keys(typed);
  const form = forms.find(({ fields }) => fields.some((field) => field.name === name));
  return sent(form, typed);
}

function sent(form: PageForm | undefined, typed: Record<string, string>): URLSearchParams {
  const fields = form?.fields ?? [];
  return new URLSearchParams(
    fields.flatMap(({ name, value }) => value === null ? [] : [[name, typed[name] ?? value]]),
  );
}

/** Sends a form without a session; returns the address to return to after signing in. */
async function sentOut(browser: Browser, path: string, body: BodyInit): Promise<string> {
  const answer = await browser.ask(path, body);
  strictEqual(answer.status, 303);
  const login = answer.headers.get("location") ?? "";
  const page = decoded(await (await browser.ask(login)).text());
  match(page, /ce que vous veniez d’envoyer n’est pas enregistré/);
  strictEqual(
    login.includes("refused=session-kept"),
    page.includes("votre saisie vous attend, sauf les mots de passe et les fichiers"),
  );
  return new URL(login, SITE).searchParams.get("back") ?? "";
}

/** The page at an address, after its redirects. */
async function shownAt({ ask }: Browser, path: string): Promise<string> {
  const answer = await ask(path);
  if (answer.status !== 303) return decoded(await answer.text());
  return decoded(await (await ask(answer.headers.get("location") ?? "")).text());
}

const GONE = /n’est plus gardé/;

// @spec forms.expired-session
Deno.test("typed values are on the form again for the same account, not saved, and can then be saved", () =>
  inBrowser(async (browser) => {
    const { site, ask, signIn, end } = browser;
    const body = await typedIn(browser, OPTIONS, { infraDailyYears: "1" });
    end();
    const back = await sentOut(browser, OPTIONS, body);
    const before = await site.stamps();
    await signIn(OWNER);
    const html = await shownAt(browser, back);
    strictEqual(fieldValue(html, "infraDailyYears"), "1");
    match(html, /Votre session s’était terminée avant l’envoi/);
    strictEqual(fieldValue(await shownAt(browser, OPTIONS), "infraDailyYears"), "2");
    const own = keys.orgRetention(site.place["orgId"] ?? "");
    strictEqual((await site.stamps())[JSON.stringify(own)], before[JSON.stringify(own)]);
    const form = formsOf(html).find(({ fields }) =>
      fields.some(({ name }) => name === "infraDailyYears")
    );
    strictEqual((await ask(OPTIONS, sent(form, {}))).status, 303);
    strictEqual(fieldValue(await shownAt(browser, OPTIONS), "infraDailyYears"), "1");
    match(await shownAt(browser, back), GONE);
  }));

/** Sends a form of the owner's page under another account; returns the page that answers it. */
async function sentAsOther(
  browser: Browser,
  { path, email, typed }: { path: string; email: string; typed: Record<string, string> },
): Promise<string> {
  const body = await typedIn(browser, path, typed);
  await browser.signIn(email);
  const before = await browser.site.stamps();
  const answer = await browser.ask(path, body);
  strictEqual(answer.status, 303);
  deepStrictEqual(await browser.site.stamps(), before);
  const shown = await browser.ask(answer.headers.get("location") ?? "");
  strictEqual(shown.status, 409);
  return decoded(await shown.text());
}

/** Signs out by the page's button; returns the address to return to after signing in. */
async function signedOut({ ask }: Browser, html: string): Promise<string> {
  const form = formsOf(html).find(({ action }) => action?.startsWith("/logout?"));
  const answer = await ask(decoded(form?.action ?? ""), sent(form, {}));
  strictEqual(answer.status, 303);
  const login = new URL(answer.headers.get("location") ?? "", SITE);
  strictEqual(login.pathname, "/login");
  return login.searchParams.get("back") ?? "";
}

Deno.test("form sent once another account has signed in is stored for the account of its page, in that browser", () =>
  inBrowser(async (browser) => {
    const { ask, signIn } = browser;
    const typed = { infraDailyYears: "1" };
    const html = await sentAsOther(browser, { path: OPTIONS, email: OTHER, typed });
    match(html, /Cette page est celle d’un autre compte/);
    match(html, /Rien n’est enregistré\. Ce qui y était saisi attend ce compte/);
    strictEqual(fieldValue(html, "infraDailyYears"), null, "nothing typed is shown");
    const back = await signedOut(browser, html);
    await signIn(OTHER);
    match(await shownAt(browser, back), GONE);
    await signIn(OWNER);
    const shown = await shownAt(browser, back);
    strictEqual(fieldValue(shown, "infraDailyYears"), "1");
    strictEqual(fieldValue(await shownAt(browser, OPTIONS), "infraDailyYears"), "2");
    const form = formsOf(shown).find(({ fields }) =>
      fields.some(({ name }) => name === "infraDailyYears")
    );
    strictEqual((await ask(OPTIONS, sent(form, {}))).status, 303);
    strictEqual(fieldValue(await shownAt(browser, OPTIONS), "infraDailyYears"), "1");
  }));

Deno.test("form of a page that the other account may not open is stored too", () =>
  inBrowser(async (browser) => {
    const { site, signIn } = browser;
    const email = "carla@ailleurs.fr";
    await anAccount(site, { email });
    const residence = `/collect/${site.place["projectId"]}/residence`;
    const forms = [[residence, "street", "3 rue Neuve"], [
      OPTIONS,
      "infraDailyYears",
      "1",
    ]] as const;
    for (const [path, name, value] of forms) {
      await signIn(OWNER);
      const html = await sentAsOther(browser, { path, email, typed: { [name]: value } });
      match(html, /Cette page est celle d’un autre compte/);
      const back = await signedOut(browser, html);
      await signIn(OWNER);
      strictEqual(fieldValue(await shownAt(browser, back), name), value);
    }
  }));

Deno.test("form with too much text sent under another account is lost, and its page says so", () =>
  inBrowser(async (browser) => {
    // It does not compress to the size of one value of the store.
    const text = noise(64_000).toHex();
    const typed = { infraDailyYears: text };
    const html = await sentAsOther(browser, { path: OPTIONS, email: OTHER, typed });
    match(html, /Rien n’est enregistré, et ce que vous y aviez saisi n’est pas gardé/);
  }));

Deno.test("another account, another browser, or the same half an hour later, gets none of it", () =>
  inBrowser(async (browser) => {
    const { site, signIn, end } = browser;
    const body = await typedIn(browser, OPTIONS, { infraDailyYears: "1" });
    end();
    const back = await sentOut(browser, OPTIONS, body);
    await signIn(OTHER);
    const other = await shownAt(browser, back);
    match(other, GONE);
    strictEqual(fieldValue(other, "infraDailyYears"), "2");
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    const elsewhere = await site.handler(
      new Request(SITE + back, { headers: { cookie, accept: "text/html" } }),
    );
    match(decoded(await elsewhere.text()), GONE);
    await signIn(OWNER);
    strictEqual(fieldValue(await shownAt(browser, back), "infraDailyYears"), "1");
    site.clock.advance(REFUSED_PAGE_MS);
    await signIn(OWNER);
    match(await shownAt(browser, back), GONE);
  }));

Deno.test("form with a file is stored without it, and both pages say so", () =>
  inBrowser(async (browser) => {
    const path = `/collect/${browser.site.place["projectId"]}/sensors/readings`;
    const fields = await typedIn(browser, path, { onConflict: "keep" });
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    body.append("file", new File(["date;serie;valeur"], "a.csv"));
    browser.end();
    const before = await browser.site.stamps();
    const back = await sentOut(browser, path, body);
    deepStrictEqual(await browser.site.stamps(), before);
    await browser.signIn(OWNER);
    const html = await shownAt(browser, back);
    const shown = formsOf(html).flatMap((form) => form.fields);
    strictEqual(shown.find(({ name }) => name === "onConflict")?.value, "keep");
    match(html, /Ce champ est obligatoire/);
    match(html, /Votre session s’était terminée avant l’envoi/);
  }));

Deno.test("form with a large file is stored too, without it", () =>
  inBrowser(async (browser) => {
    const path = `/collect/${browser.site.place["projectId"]}/sensors/readings`;
    const fields = await typedIn(browser, path, { onConflict: "keep" });
    const body = new FormData();
    // Browsers send the parts in the order of the page: this file is before the other fields.
    const [mark, ...others] = fields;
    if (mark) body.append(...mark);
    body.append("file", new File(["x".repeat(LARGE_BYTES)], "a.csv"));
    for (const [name, value] of others) body.append(name, value);
    browser.end();
    const back = await sentOut(browser, path, body);
    await browser.signIn(OWNER);
    const html = await shownAt(browser, back);
    const shown = formsOf(html).flatMap((form) => form.fields);
    strictEqual(shown.find(({ name }) => name === "onConflict")?.value, "keep");
    match(html, /Votre session s’était terminée avant l’envoi/);
  }));

Deno.test("form with more text than any page accepts, or one of no user's page, is lost: both pages say so", () =>
  inBrowser(async (browser) => {
    const { signIn, end } = browser;
    const large = await typedIn(browser, OPTIONS, { infraDailyYears: "1" });
    large.set("dailyYears", "1".repeat(MAX_FORM_BYTES));
    const nobody = new URLSearchParams({ infraDailyYears: "1" });
    const withFile = new FormData();
    for (const [name, value] of large) withFile.append(name, value);
    withFile.append("file", new File(["a"], "a.csv"));
    for (const body of [large, nobody, withFile]) {
      end();
      const back = await sentOut(browser, OPTIONS, body);
      await signIn(OWNER);
      match(await shownAt(browser, back), GONE);
    }
  }));

Deno.test("password is not stored, and every page's password fields are recognised by name", () =>
  inBrowser(async (browser) => {
    const { site, signIn, end } = browser;
    const typed = { email: "neuve@bailleur.fr", password: "un-secret-a-moi" };
    const body = await typedIn(browser, "/account", typed);
    end();
    const back = await sentOut(browser, "/account", body);
    await signIn(OWNER);
    const html = await shownAt(browser, back);
    ok(html.includes(typed.email) && !html.includes(typed.password));
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    const forms = await everyForm(site, cookie);
    const secret = forms.flatMap(({ form }) => form.fields).filter(({ type }) =>
      type === "password"
    );
    ok(secret.length >= 3);
    ok(secret.every(({ name }) => isPasswordField(name)));
  }));
