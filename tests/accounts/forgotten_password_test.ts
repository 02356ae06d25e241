import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { anAccount, WAITING } from "@/tests/helpers/a_platform.ts";
import { asLandlord, withSite } from "@/tests/helpers/a_site.ts";
import { mailedCode, mailedProof, queuedMails } from "@/tests/helpers/mails.ts";

const EMAIL = "ada@bailleur.fr";

Deno.test("the sign-in page links to the forgotten password page, which answers the same for any address", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    match((await visitor.get("/login")).html, /href="\/forgotten-password"/);
    for (const email of [EMAIL, "personne@bailleur.fr"]) {
      const asked = await visitor.post("/forgotten-password", { email });
      deepStrictEqual(
        [asked.status, asked.headers.get("location")],
        [303, `/reset-password?email=${encodeURIComponent(email)}&sent=1`],
      );
      const page = await visitor.get(asked.headers.get("location") ?? "");
      match(page.text, /Le code attend Aucun serveur d’envoi n’est réglé/);
      strictEqual(page.value("email"), email);
    }
    strictEqual((await queuedMails(site.store)).length, 1);
  }));

Deno.test("the form of a forgotten password reports a missing or invalid address", () =>
  withSite(async ({ visitor }) => {
    const empty = await visitor().post("/forgotten-password", { email: "" });
    strictEqual(empty.status, 400);
    strictEqual(empty.message("email"), "Ce champ est obligatoire");
    const wrong = await visitor().post("/forgotten-password", { email: "ada@" });
    strictEqual(wrong.message("email"), "Format email incorrect");
  }));

Deno.test("after too many requests the page says when to retry", () =>
  withSite(async (site) => {
    const visitor = site.visitor();
    for (let tries = 0; tries < 3; tries++) {
      await visitor.post("/forgotten-password", { email: EMAIL });
    }
    const refused = await visitor.post("/forgotten-password", { email: EMAIL });
    strictEqual(refused.status, 429);
    match(refused.text, /Trop de tentatives\. Réessayez après le/);
  }, { rates: { linksPerEmailAndHour: 3 } }));

Deno.test("the mail's link fills the form; opening it a hundred times changes nothing; the code signs in once", () =>
  withSite(async (site) => {
    await anAccount(site);
    await site.visitor().post("/forgotten-password", { email: EMAIL });
    const code = await mailedCode(site.store);
    const link = `/reset-password?email=${encodeURIComponent(EMAIL)}&code=${code}`;
    const before = await Array.fromAsync(site.store.list({ prefix: [] }));
    for (let scans = 0; scans < 100; scans++) await site.visitor().get(link);
    const visitor = site.visitor();
    const page = await visitor.get(link);
    deepStrictEqual(await Array.fromAsync(site.store.list({ prefix: [] })), before);
    deepStrictEqual([page.value("email"), page.value("code")], [EMAIL, code]);
    strictEqual(page.headers.get("referrer-policy"), "no-referrer");
    strictEqual(page.headers.get("cache-control"), "no-store");
    const fields = { email: EMAIL, code, password: "un-autre-mot", repeated: "un-autre-mot" };
    const done = await visitor.post("/reset-password", fields);
    deepStrictEqual([done.status, done.headers.get("location")], [303, "/"]);
    strictEqual((await visitor.get("/home")).status, 200);
    const again = await site.visitor().post("/reset-password", fields);
    strictEqual(again.status, 400);
    strictEqual(again.message("code"), "Code incorrect");
    match(again.text, /S’il a déjà servi, connectez-vous/);
    match(again.html, /<input(?=[^>]*name="code")[^>]* autofocus/);
  }));

Deno.test("password chosen during the session of another account explains what happens to that session", () =>
  withSite(async (site) => {
    await anAccount(site);
    const other = "bob@bailleur.fr";
    await anAccount(site, { email: other });
    const visitor = await site.signIn(other);
    const opened = await visitor.get(`/reset-password?email=${EMAIL}&code=aaaa-aaaa-aaaa`);
    match(opened.text, /Vous êtes connecté en tant que bob@bailleur\.fr/);
    const own = await visitor.get(`/reset-password?email=${other}`);
    doesNotMatch(own.text, /Vous êtes connecté/);
  }));

Deno.test("wrong code, two different passwords, a short one: each marks its field, and keeps the others", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    const right = { email: EMAIL, code: "aaaa-aaaa-aaaa", password: "un-autre-mot" };
    const wrong = await visitor.post("/reset-password", { ...right, repeated: "un-autre-mot" });
    strictEqual(wrong.message("code"), "Code incorrect");
    strictEqual(wrong.value("code"), "aaaa-aaaa-aaaa");
    ok(!wrong.html.includes("un-autre-mot"));
    const other = await visitor.post("/reset-password", { ...right, repeated: "un-autre" });
    strictEqual(other.message("repeated"), "Les valeurs ne sont pas identiques");
    const short = await visitor.post("/reset-password", {
      ...right,
      password: "court",
      repeated: "court",
    });
    strictEqual(short.message("password"), "8 caractères minimum");
  }));

Deno.test("with a mail server, the page neither mentions queued mails nor reveals accounts", () =>
  withSite(async ({ visitor }) => {
    const shown = await visitor().get("/forgotten-password");
    strictEqual(shown.text.includes("Aucun serveur d’envoi"), false);
    const asked = await visitor().get("/reset-password?email=personne@bailleur.fr&sent=1");
    match(asked.text, /Si un compte existe avec cette adresse, un code vient de lui être envoyé\./);
  }, {
    mail: {
      ...WAITING,
      carrier: { carry: () => Promise.reject(new Error("nobody is to be written to")) },
    },
  }));

Deno.test("without a mail server, the sign-in page does not link to it and the other page says so", () =>
  withSite(async ({ visitor }) => {
    ok(!(await visitor().get("/login")).html.includes("forgotten-password"));
    const page = await visitor().get("/forgotten-password");
    match(page.text, /Aucun mail ne part de cette installation\./);
  }, {
    mail: {
      ...WAITING,
      origins: () => ({ own: null, apps: {}, loginPath: "/login" }),
      offersReset: false,
    },
  }));

Deno.test("in the demo the page says that its accounts receive no mail", () =>
  withSite(async ({ visitor }) => {
    match(
      (await visitor().get("/forgotten-password")).text,
      /Les comptes de démonstration ne reçoivent pas de mail/,
    );
  }, { demo: true }));

Deno.test("a mailed code or link works in a browser that visits the demo, and a code is mailed from there", () =>
  asLandlord(async (visitor, site) => {
    await anAccount(site);
    const page = await visitor.get("/forgotten-password");
    doesNotMatch(page.text, /Aucun mail ne part de cette installation/);
    strictEqual((await visitor.post("/forgotten-password", { email: EMAIL })).status, 303);
    const code = await mailedCode(site.store);
    const fields = { email: EMAIL, code, password: "un-autre-mot", repeated: "un-autre-mot" };
    const done = await visitor.post("/reset-password", fields);
    deepStrictEqual([done.status, done.headers.get("location")], [303, "/"]);
    // The session is now that of the account, no longer that of the visit.
    match((await visitor.get("/account")).text, /ada@bailleur\.fr/);
    const email = "ada.l@bailleur.fr";
    await visitor.post("/account", { form: "email", email, password: "un-autre-mot" });
    const token = await mailedProof(site.store);
    const { landlord } = DEMO_ACCOUNTS;
    const inDemo = await site.signIn(landlord.email, landlord.password);
    const confirmed = await inDemo.post("/confirm-email", { token });
    deepStrictEqual([confirmed.status, confirmed.headers.get("location")], [
      303,
      "/confirm-email?done=1",
    ]);
  }));
