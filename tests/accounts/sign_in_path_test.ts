import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { linkOf } from "@/lib/mail/letters.ts";
import { anAccount, signedIn } from "@/tests/helpers/a_platform.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { opened, queuedMails } from "@/tests/helpers/mails.ts";

/** The sign-in page has another address. */
const MOVED = { settings: { LOGIN_PATH: "/entree" } };

Deno.test("used temptoken redirects to the configured sign-in page", () =>
  withSite(async (site) => {
    await anAccount(site);
    const { token } = await signedIn(site);
    await site.visitor().get(`/entree?temptoken=${token}`);
    const again = await site.visitor().get(`/entree?temptoken=${token}&back=%2Faccount`);
    strictEqual(again.headers.get("location"), "/entree?back=%2Faccount&refused=temptoken");
  }, { ...MOVED, oauth: true }));

Deno.test("pages for a signed-out user link back to the configured sign-in page", () =>
  withSite(async ({ visitor }) => {
    for (const path of ["/forgotten-password", "/reset-password", "/confirm-email?done=1"]) {
      const { html } = await visitor().get(path);
      match(html, /href="\/entree"/, path);
      doesNotMatch(html, /"\/login[?"]/, path);
    }
  }, MOVED));

Deno.test("signing out and removing the account end on the configured sign-in page", () =>
  withSite(async (site) => {
    await anAccount(site);
    const out = await site.signIn();
    strictEqual((await out.post("/logout", {})).headers.get("location"), "/entree");
    const gone = await site.signIn();
    const removal = { form: "removal", password: "motdepasse" };
    const removed = await gone.post("/account", removal);
    strictEqual(removed.headers.get("location"), "/entree");
  }, MOVED));

Deno.test("mails that link to the sign-in page use the configured one", () => {
  const origins = { own: "https://suivi.example", apps: {}, loginPath: "/entree" };
  const links = (["password-changed", "account-removed"] as const).map((kind) =>
    linkOf(opened({ kind }), "a@b.fr", origins)
  );
  deepStrictEqual(new Set(links), new Set(["https://suivi.example/entree"]));
});

Deno.test("user who signs in again after a session ended sees no message that the lost form was saved", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    const form = await visitor.post("/account?saved=name&page=2", { form: "name" });
    const location = form.headers.get("location") ?? "";
    const back = "/account?saved=name&page=2";
    strictEqual(location, `/login?back=${encodeURIComponent(back)}&refused=session`);
    strictEqual((await queuedMails(site.store)).length, 0);
    ok((await site.visitor().get(location)).text.includes("n’est pas enregistré"));
    await visitor.signIn();
    const page = await visitor.get(back);
    strictEqual(page.status, 200);
    doesNotMatch(page.text, /Modifications enregistrées/);
  }));
