import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { newFirstRunCode } from "@/lib/identity/accounts.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { withSite } from "@/tests/helpers/a_site.ts";

// @spec accounts.sign-in
Deno.test("the sign-in page has Email, Mot de passe and Connexion, and no script but that of every page", () =>
  withSite(async ({ visitor }) => {
    const page = await visitor().get("/login");
    strictEqual(page.status, 200);
    strictEqual(page.title, "Eco-Platform | Connexion");
    match(
      page.html,
      /<label class="field-label" for="email">Email\u00A0\*<\/label>/,
    );
    match(
      page.html,
      /<label class="field-label" for="password">Mot de passe\u00A0\*<\/label>/,
    );
    match(page.html, /<button type="submit"[^>]*>Connexion<\/button>/);
    deepStrictEqual(page.html.match(/<script[^>]*>/g)?.length, 1);
    match(page.html, /<script src="\/page\.js[^>]*defer/);
  }));

Deno.test("sign-in form reports missing and invalid fields before any call", () =>
  withSite(async ({ visitor }) => {
    const empty = await visitor().signIn("", "");
    strictEqual(empty.status, 400);
    strictEqual(empty.message("email"), "Ce champ est obligatoire");
    strictEqual(empty.message("password"), "Ce champ est obligatoire");
    const wrong = await visitor().signIn("ada@", "x");
    strictEqual(wrong.message("email"), "Format email incorrect");
    strictEqual(wrong.message("password"), null);
  }));

Deno.test("'User not found' marks the e-mail, 'Bad password' the password, which is never sent back", () =>
  withSite(async (site) => {
    await anAccount(site);
    const unknown = await site.visitor().signIn("nobody@bailleur.fr", "secret-typed");
    strictEqual(unknown.status, 401);
    strictEqual(unknown.message("email"), "Email incorrect");
    strictEqual(unknown.value("email"), "nobody@bailleur.fr");
    ok(!unknown.html.includes("secret-typed"));
    const wrong = await site.visitor().signIn("ada@bailleur.fr", "not-this-one");
    strictEqual(wrong.status, 401);
    strictEqual(wrong.message("password"), "Mot de passe incorrect");
    strictEqual(wrong.message("email"), null);
  }));

Deno.test("after too many attempts the page shows the time of the next one", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    for (let tries = 0; tries < 5; tries++) await visitor.signIn("ada@bailleur.fr", "wrong");
    const refused = await visitor.signIn();
    strictEqual(refused.status, 429);
    match(
      refused.text,
      /Trop de tentatives\. Réessayez après le 10\/02\/2026 à 12:0\d, heure de Paris\./,
    );
  }));

Deno.test("the guard redirects to the sign-in page, and afterwards back to the requested page", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    const asked = await visitor.get("/home?page=2");
    strictEqual(asked.status, 303);
    const location = asked.headers.get("location") ?? "";
    strictEqual(location, "/login?back=%2Fhome%3Fpage%3D2");
    const signed = await visitor.post(location, {
      email: "ada@bailleur.fr",
      password: "motdepasse",
    });
    deepStrictEqual([signed.status, signed.headers.get("location")], [303, "/home?page=2"]);
    strictEqual((await visitor.get("/login")).status, 303);
  }));

Deno.test("form sent after the end of its session is reported as not saved, and links back to its page", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    const sent = await visitor.post("/account", { form: "name", forename: "A", surname: "B" });
    const location = sent.headers.get("location") ?? "";
    const page = await visitor.get(location);
    strictEqual(page.status, 200);
    match(page.text, /Votre session était terminée.+ n’est pas enregistré\. Connectez-vous/);
    const signed = await visitor.post(location, {
      email: "ada@bailleur.fr",
      password: "motdepasse",
    });
    strictEqual(signed.headers.get("location"), "/account");
    match((await visitor.get("/account")).html, /value="Durand"/);
    strictEqual((await visitor.get("/home/organisation")).headers.get("location"), "/home");
    const other = await site.visitor().get("/login?refused=autre");
    strictEqual(other.text.includes("Votre session était terminée"), false);
  }));

Deno.test("the redirect back never leaves the site", () =>
  withSite(async (site) => {
    await anAccount(site);
    for (const back of ["//evil.example/", "https://evil.example/", "/\\evil.example"]) {
      const path = `/login?back=${encodeURIComponent(back)}`;
      const signed = await site.visitor().post(path, {
        email: "ada@bailleur.fr",
        password: "motdepasse",
      });
      strictEqual(signed.headers.get("location"), "/");
    }
  }));

Deno.test("Déconnexion ends the session, and only by a form", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = await site.signIn();
    strictEqual((await visitor.get("/logout")).status, 405);
    const out = await visitor.post("/logout", {});
    strictEqual(out.headers.get("location"), "/login");
    strictEqual((await visitor.get("/home")).status, 303);
  }));

// @spec platform.first-account
Deno.test("the first account is created with the console's code, and then the page is gone", () =>
  withSite(async (site) => {
    const code = await newFirstRunCode(site.store);
    const visitor = site.visitor();
    match((await visitor.get("/login")).text, /Aucun compte n’existe encore/);
    const person = {
      code: "wrong-code",
      forename: "Ada",
      surname: "Durand",
      email: "ada@bailleur.fr",
      password: "motdepasse",
      repeated: "motdepasse",
    };
    const refused = await visitor.post("/first-run", person);
    strictEqual(refused.message("code"), "Code incorrect");
    const short = await visitor.post("/first-run", {
      ...person,
      password: "court",
      repeated: "autre",
    });
    strictEqual(short.message("password"), "8 caractères minimum");
    strictEqual(short.message("repeated"), "Les valeurs ne sont pas identiques");
    const made = await visitor.post("/first-run", { ...person, code: code ?? "" });
    deepStrictEqual([made.status, made.headers.get("location")], [303, "/"]);
    match((await visitor.get("/home")).text, /Créez la première organisation/);
    strictEqual((await visitor.get("/first-run")).status, 404);
  }));
