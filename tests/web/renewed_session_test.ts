/** The session renewed after a change of a user's rights, by any kind of answer. */

import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { formsOf } from "@/tests/access/every_form.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aMember, PROJECT } from "@/tests/helpers/a_residence.ts";
import { CookieJar, SITE, type Site, withSite } from "@/tests/helpers/a_site.ts";

const EMAIL = "ada@bailleur.fr";
const OPTIONS = links.organisationOptions();

/** Longer than a replaced session stays valid. */
const GRACE_MS = 11_000;

interface Browser {
  readonly site: Site;
  /**
   * Sends a request with the cookies of the browser, and stores those of the answer; follows no
   * redirect.
   */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** The fields of the form that contains a given field. */
  fieldsOf(path: string, name: string): Promise<Record<string, string>>;
  /** Another administrator changes the user's roles. */
  changeRights(): Promise<void>;
}

/** Ada administers an organisation with a residence, and is signed in. */
function inBrowser(test: (browser: Browser) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    await aMember(site, { isAdmin: true });
    const { token, caller } = await signedIn(site, EMAIL);
    if (caller.kind !== "account") throw new TypeError("Ada has an account");
    const { accountId } = caller;
    const cookies = new CookieJar([["session", (await site.platform.sessionFor(token)).id]]);
    const ask = (path: string, init: RequestInit = {}) => {
      const headers = { origin: SITE, accept: "text/html", ...init.headers };
      return cookies.send(site.handler, path, { ...init, headers });
    };
    await test({
      site,
      ask,
      async fieldsOf(path, name) {
        const forms = formsOf(await (await ask(path)).text());
        const form = forms.find(({ fields }) => fields.some((field) => field.name === name));
        ok(form, `a form with ${name} on ${path}`);
        return Object.fromEntries(
          form.fields.flatMap((field) => field.value === null ? [] : [[field.name, field.value]]),
        );
      },
      changeRights: async () => {
        await site.platform.versions.bump([{ kind: "account", id: accountId }]);
      },
    });
  });
}

const post = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

/**
 * Sends a request after a change of rights; later, the session of its answer reads a page and saves
 * a form.
 */
async function staysSignedIn(
  { site, ask, fieldsOf }: Browser,
  sent: () => Promise<Response>,
): Promise<number> {
  const answer = await sent();
  const given = answer.headers.getSetCookie().filter((line) => line.startsWith("session="));
  strictEqual(given.length, 1, "the answer gives one session");
  await answer.body?.cancel();
  site.clock.advance(GRACE_MS);
  const typed = await fieldsOf(OPTIONS, "infraDailyYears");
  const saved = await ask(OPTIONS, post(typed));
  deepStrictEqual(
    [saved.status, saved.headers.get("location")],
    [303, `${OPTIONS}?saved=retention#retention`],
  );
  return answer.status;
}

// @spec accounts.renewed-session
Deno.test("missing or forbidden page, a file, a redirect and a call renew the session", () =>
  inBrowser(async (browser) => {
    const { ask, changeRights } = browser;
    const refused: readonly [path: string, init: RequestInit, status: number][] = [
      [links.team("x"), {}, 404],
      [links.residence("x"), {}, 404],
      ["/platform/mails", {}, 403],
      ["/api/platform/mails", { headers: { accept: "application/json" } }, 403],
      [`${OPTIONS}?csv=semicolon`, {}, 200],
      ["/home/gas/x/monthly/2025", {}, 400],
      ["/", {}, 303],
    ];
    for (const [path, init, status] of refused) {
      await changeRights();
      strictEqual(await staysSignedIn(browser, () => ask(path, init)), status, path);
    }
  }));

// @spec accounts.renewed-session
Deno.test("form refused because of a deleted entity, a lost right, a conflict or a wrong field renews the session", () =>
  inBrowser(async (browser) => {
    const { site, ask, fieldsOf, changeRights } = browser;
    const options = await fieldsOf(OPTIONS, "infraDailyYears");
    const platform = { ...options, form: "test", email: EMAIL };
    const refused: readonly [path: string, fields: Record<string, string>, shown: number][] = [
      [OPTIONS, { ...options, infraDailyYears: "trois" }, 400],
      [OPTIONS, { ...options, version: "0000000000000000" + "0000" }, 409],
      [links.team("x"), { ...options, form: "team", name: "Équipe" }, 404],
      ["/platform/mails", platform, 403],
      [links.residenceSheet(PROJECT + "x"), { ...options, street: "Rue" }, 404],
    ];
    await site.store.atomic().set(keys.orgRetention("o1"), {
      infraDailyYears: 2,
      dailyYears: 5,
      monthlyYears: 10,
    }).commit();
    for (const [path, fields, shown] of refused) {
      await changeRights();
      strictEqual(await staysSignedIn(browser, () => ask(path, post(fields))), shown, path);
    }
  }));

// @spec accounts.renewed-session
Deno.test("form that succeeds, and the same sent twice, renew the session once", () =>
  inBrowser(async ({ site, ask, fieldsOf, changeRights }) => {
    const typed = await fieldsOf(OPTIONS, "infraDailyYears");
    await changeRights();
    const sent = post(typed);
    const cookie = (await ask("/health")).headers.getSetCookie();
    strictEqual(cookie.length, 1);
    await changeRights();
    const [first, second] = await Promise.all([ask(OPTIONS, sent), ask(OPTIONS, post(typed))]);
    const sessionOf = (answer: Response | undefined) =>
      answer?.headers.getSetCookie().find((line) => line.startsWith("session="));
    ok(sessionOf(first));
    strictEqual(sessionOf(second), sessionOf(first));
    site.clock.advance(GRACE_MS);
    strictEqual((await ask(OPTIONS)).status, 200);
  }));

// @spec accounts.renewed-session
Deno.test("signing out after a change of rights deletes the session, and renews none", () =>
  inBrowser(async ({ ask, changeRights, fieldsOf }) => {
    const typed = await fieldsOf(OPTIONS, "infraDailyYears");
    await changeRights();
    const out = await ask("/logout", post(typed));
    const given = out.headers.getSetCookie().filter((line) => line.startsWith("session="));
    deepStrictEqual(given.map((line) => line.split(";", 1)[0]), ["session="]);
    notStrictEqual((await ask(OPTIONS)).status, 200);
  }));
