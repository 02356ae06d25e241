import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { accountByEmail, newFirstRunCode } from "@/lib/identity/accounts.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, listIds, type Store } from "@/lib/store/store.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { anAccount, PASSWORD, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { fieldValue, withSite } from "@/tests/helpers/a_site.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, codeOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { browserTest } from "@/tests/tools/browser.ts";

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

// @spec demo.entry
Deno.test("the sign-in page of a demo host signs in with each demo account; elsewhere it names none", async () => {
  await withSite(async ({ visitor }) => {
    const { html } = await visitor().get("/login");
    const accounts = Object.values(DEMO_ACCOUNTS);
    for (const { email, password, shows } of accounts) {
      const form = html.split("<form").find((one) => one.includes(`Entrer comme ${shows}`)) ?? "";
      const values = { email: fieldValue(form, "email"), password: fieldValue(form, "password") };
      deepStrictEqual(values, { email, password });
      strictEqual((await visitor().post("/login", values)).status, 303);
    }
    match(html, /action="\/providers\/login"[\s\S]*Entrer comme prestataire/);
    const provider = visitor();
    const entered = await provider.post("/providers/login", { demo: "1" });
    strictEqual(entered.status, 303);
    const documents = await provider.get(links.providerDocuments());
    match(documents.text, /À déposer \(\d+\).*Habitat des Quatre Rivières/);
  }, { demo: true });
  await withSite(async ({ visitor }) => {
    doesNotMatch((await visitor().get("/login")).html, /demo\.example|Entrer comme/);
    strictEqual((await visitor().post("/providers/login", { demo: "1" })).status, 404);
  });
});

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

Deno.test("the guard redirects to the sign-in page, and afterwards back to the requested page, never off the site", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    const asked = await visitor.get("/home?page=2");
    strictEqual(asked.status, 303);
    const location = asked.headers.get("location") ?? "";
    strictEqual(location, "/login?back=%2Fhome%3Fpage%3D2");
    const person = { email: "ada@bailleur.fr", password: "motdepasse" };
    const signed = await visitor.post(location, person);
    deepStrictEqual([signed.status, signed.headers.get("location")], [303, "/home?page=2"]);
    strictEqual((await visitor.get("/login")).status, 303);
    for (const back of ["//evil.example/", "https://evil.example/", "/\\evil.example"]) {
      const path = `/login?back=${encodeURIComponent(back)}`;
      const elsewhere = await site.visitor().post(path, person);
      strictEqual(elsewhere.headers.get("location"), "/");
    }
  }));

Deno.test("form sent after the end of its session is reported as not saved, and links back to its page, which never says that it was saved", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    const sent = await visitor.post("/account", { form: "name", forename: "A", surname: "B" });
    const location = sent.headers.get("location") ?? "";
    const page = await visitor.get(location);
    strictEqual(page.status, 200);
    match(page.text, /Votre session était terminée.+ n’est pas enregistré\. Connectez-vous/);
    const back = "/account?saved=name&page=2";
    const saved = await visitor.post(back, { form: "name" });
    strictEqual(
      saved.headers.get("location"),
      `/login?back=${encodeURIComponent(back)}&refused=session`,
    );
    strictEqual((await queuedMails(site.store)).length, 0);
    const signed = await visitor.post(location, {
      email: "ada@bailleur.fr",
      password: "motdepasse",
    });
    strictEqual(signed.headers.get("location"), "/account");
    const again = await visitor.get(back);
    strictEqual(again.status, 200);
    doesNotMatch(again.text, /Modifications enregistrées/);
    match((await visitor.get("/account")).html, /value="Durand"/);
    strictEqual((await visitor.get("/home/organisation")).headers.get("location"), "/home");
    const other = await site.visitor().get("/login?refused=autre");
    strictEqual(other.text.includes("Votre session était terminée"), false);
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
    const later = site.visitor();
    await later.signIn(person.email, person.password);
    for (const administrator of [visitor, later]) {
      match((await administrator.get("/home")).text, /Créez la première organisation/);
    }
    strictEqual((await visitor.get("/first-run")).status, 404);
  }));

/** The sign-in page has another address. */
const MOVED = { settings: { LOGIN_PATH: "/entree" } };

Deno.test("pages for a signed-out user link back to the configured sign-in page", () =>
  withSite(async ({ visitor }) => {
    for (const path of ["/forgotten-password", "/reset-password", "/confirm-email?done=1"]) {
      const { html } = await visitor().get(path);
      match(html, /href="\/entree"/, path);
      doesNotMatch(html, /"\/login[?"]/, path);
    }
  }, MOVED));

const BOB = "bob@bailleur.fr";
const EVE = "eve@bailleur.fr";
const ROLES: Input<"putProjectUserRoles"> = {
  projectId: PROJECT,
  email: BOB,
  body: { roles: ["collect:read"] },
};

/** What happens once, after some reads of the keys under a prefix. */
interface Meanwhile {
  under: Key;
  readsLeft: number;
  happens: (() => Promise<unknown>) | null;
}

/** A store on which something happens between the reads and the commit of a call. */
function interrupted(store: Store, meanwhile: Meanwhile): Store {
  const noteRead = async (key: Key) => {
    const { under, happens } = meanwhile;
    if (happens === null || !under.every((part, at) => part === key[at])) return;
    meanwhile.readsLeft -= 1;
    if (meanwhile.readsLeft > 0) return;
    meanwhile.happens = null;
    await happens();
  };
  return aroundStore(store, {
    async get(key) {
      const entry = await store.get(key);
      await noteRead(key);
      return entry;
    },
    async *list(selector, options) {
      yield* store.list(selector, options);
      if ("prefix" in selector) await noteRead(selector.prefix);
    },
  });
}

interface Race {
  readonly built: TestPlatform;
  readonly ada: CallFunction;
  /** An account of no organisation. */
  readonly bob: { readonly id: string; readonly ask: CallFunction };
  /** Lets something happen after a read of the keys under a prefix, by default the first one. */
  during(under: Key, happens: () => Promise<unknown>, readsLeft?: number): void;
}

function withRace(test: (race: Race) => Promise<void>): Promise<void> {
  const meanwhile: Meanwhile = { under: [], readsLeft: 0, happens: null };
  return withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const id = await anAccount(built, { email: BOB });
    const { ask } = await signedIn(built, BOB);
    const during: Race["during"] = (under, happens, readsLeft = 1) =>
      void Object.assign(meanwhile, { under, happens, readsLeft });
    await test({ built, ada, bob: { id, ask }, during });
    strictEqual(meanwhile.happens, null);
  }, { before: (store) => interrupted(store, meanwhile) });
}

function leave(ask: CallFunction): Promise<string> {
  return codeOfCall(ask("removeAccount", { body: { password: PASSWORD } }));
}

/** What is left of Bob's membership. */
async function traces({ built: { store }, bob: { id } }: Race) {
  const [member, roles] = await Promise.all([
    store.get(keys.member(ORG, id)),
    store.get(keys.roles(PROJECT, id)),
  ]);
  const orgIds = await listIds(store, keys.orgOfAccount.under(id));
  return { orgIds, member: member.value, roles: roles.value };
}

const NOTHING = { orgIds: [], member: null, roles: null };

// @spec organisations.last-administrator
Deno.test("addOrgAdmin() makes no administrator of an account deleted meanwhile, who would count as one for ever", async () => {
  for (const readsLeft of [1, 2]) {
    await withRace(async (race) => {
      const { ada, bob, during } = race;
      during(keys.account(bob.id), () => leave(bob.ask), readsLeft);
      const asked = ada("addOrgAdmin", { orgId: ORG, body: { email: BOB } });
      strictEqual(await codeOfCall(asked), "unknown-user");
      deepStrictEqual(await traces(race), NOTHING);
      const alone = ada("removeOrgAdmin", { orgId: ORG, email: "ada@bailleur.fr" });
      strictEqual(await codeOfCall(alone), "last-administrator");
    });
  }
});

Deno.test("putProjectUserRoles() gives no role to an account deleted meanwhile", () =>
  withRace(async (race) => {
    const { ada, bob, during } = race;
    during(keys.account(bob.id), () => leave(bob.ask));
    strictEqual(codeOf(await ada("putProjectUserRoles", ROLES)), "unknown-user");
    deepStrictEqual(await traces(race), NOTHING);
  }));

Deno.test("removeAccount() leaves nothing in an organisation that the account joins meanwhile", async () => {
  const joins: readonly ((ada: CallFunction) => Promise<unknown>)[] = [
    (ada) => ada("addOrgAdmin", { orgId: ORG, body: { email: BOB } }),
    (ada) => ada("putProjectUserRoles", ROLES),
  ];
  for (const join of joins) {
    await withRace(async (race) => {
      const { ada, bob, during } = race;
      // Read after the organisations of the account.
      during(keys.queuedReport.under(bob.id), () => join(ada));
      strictEqual(await leave(bob.ask), "ok");
      deepStrictEqual(await traces(race), NOTHING);
    });
  }
});

Deno.test("removeAccount() keeps a change of a team that was saved meanwhile", () =>
  withRace(async ({ ada, bob, during }) => {
    const team = { name: "Astreinte", users: [BOB], tags: [] };
    const made = await ada("createTeam", { orgId: ORG, body: { ...team, roles: ["collect"] } });
    const teamId = made.ok ? made.answer.id : "";
    const body = { ...team, roles: [] };
    // Read after the teams.
    during(keys.tokenOf.under(bob.id), () => ada("putTeam", { orgId: ORG, teamId, body }));
    strictEqual(await leave(bob.ask), "ok");
    const teams = await answerOf(ada("listTeams", { orgId: ORG }));
    deepStrictEqual(teams.map(({ roles, users }) => [roles, users]), [[[], []]]);
  }));

Deno.test("removeOrgUser() keeps the account of an unanswered invitation that another organisation adds meanwhile", () =>
  withRace(async ({ built, ada, during }) => {
    const zoe = await someone(built, { email: "zoe@bailleur.fr" });
    const zoeId = (await accountByEmail(built.store, "zoe@bailleur.fr"))?.id ?? "";
    await built.store.atomic().set(keys.org("o2"), { name: "Office" })
      .set(keys.member("o2", zoeId), { isAdmin: true })
      .set(keys.orgOfAccount(zoeId, "o2"), true)
      .commit();
    const body = { email: EVE, forename: "Eve", surname: "Blanc" };
    strictEqual(codeOf(await ada("inviteUser", { orgId: ORG, body })), "ok");
    const eve = await accountByEmail(built.store, EVE);
    // Read after the organisations of the account.
    const add = () => zoe("addOrgAdmin", { orgId: "o2", body: { email: EVE } });
    during(keys.homeOfAccount.under(eve?.id ?? ""), add);
    strictEqual(codeOf(await ada("removeOrgUser", { orgId: ORG, email: EVE })), "ok");
    strictEqual((await accountByEmail(built.store, EVE))?.id, eve?.id);
    deepStrictEqual(await listIds(built.store, keys.orgOfAccount.under(eve?.id ?? "")), ["o2"]);
  }));

// @spec forms.errors
browserTest(
  "the error of an empty field disappears once something is typed, without a script",
  () =>
    withApp(({ inWindow }) =>
      inWindow(async ({ page, go }) => {
        const isShown = (field: string) => page.locator(`#${field}-error`).isVisible();
        await go(LOGIN_PATH);
        await page.click("button[type=submit]");
        await page.locator("#email-error").waitFor();
        await page.fill("#email", "ada");
        strictEqual(await isShown("email"), false);
        strictEqual(await isShown("password"), true);
        await page.fill("#email", "");
        strictEqual(await isShown("email"), true);
        await page.fill("#email", "ada");
        await page.click("button[type=submit]");
        await page.getByText("Format email incorrect").waitFor();
        // Other errors stay: only the server knows whether the new text corrects them.
        strictEqual(await page.innerText("#email-error"), "Format email incorrect");
        await page.fill("#email", "ada@");
        strictEqual(await isShown("email"), true);
      }, { as: null, javaScriptEnabled: false })
    ),
);
