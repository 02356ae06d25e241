import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import {
  EMAIL_FORM,
  FIRST_ACCOUNT_FORM,
  PASSWORD_FORM,
  REMOVAL_FORM,
  RESET_PASSWORD_FORM,
  SIGN_IN_FORM,
} from "@/lib/accounts/forms.ts";
import { keys } from "@/lib/store/keys.ts";
import { isPasswordField } from "@/lib/ui/field_rules.ts";
import { anAccount, PASSWORD } from "@/tests/helpers/a_platform.ts";
import { type Site, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { FULL, SmallDisk, storeOn } from "@/tests/helpers/changed_stores.ts";
import { mailedProof } from "@/tests/helpers/mails.ts";

/** A signed-in user with two sessions. */
async function twoSessions(site: Site): Promise<[Visitor, Visitor]> {
  await anAccount(site);
  const visitors: [Visitor, Visitor] = [site.visitor(), site.visitor()];
  for (const visitor of visitors) await visitor.signIn();
  return visitors;
}

Deno.test("the account page has a form for the name, the address and the password, the export and the removal", () =>
  withSite(async (site) => {
    const [visitor] = await twoSessions(site);
    const page = await visitor.get("/account");
    strictEqual(page.title, "Eco-Platform | Mon compte");
    deepStrictEqual(
      [page.value("forename"), page.value("surname")],
      ["Ada", "Durand"],
    );
    match(page.html, /href="\/account\/export"/);
    match(page.text, /Votre compte disparaît pour toujours, avec vos rôles/);
    strictEqual((await site.visitor().get("/account")).status, 303);
    const { status, headers } = await visitor.get("/account/export");
    deepStrictEqual([status, headers.get("content-type")], [200, "application/zip"]);
    match(
      headers.get("content-disposition") ?? "",
      /^attachment; filename="compte-2026-02-10.zip"/,
    );
  }));

/** Sends a new password on a disk with room for some commits; returns the answer, and which password is valid after it. */
async function changedWithRoom(commits: number) {
  const disk = new SmallDisk();
  let changed = { status: 0, valid: "", refusedCount: 0 };
  await withSite(async (site) => {
    const [visitor] = await twoSessions(site);
    disk.room = commits;
    const passwords = { oldpassword: PASSWORD, password: "un-autre-mot", repeated: "un-autre-mot" };
    const { status } = await visitor.post("/account", { form: "password", ...passwords });
    disk.room = Infinity;
    const { refusedCount } = disk;
    const after = await site.visitor().signIn(undefined, "un-autre-mot");
    const valid = after.status === 303 ? "new" : "old";
    changed = { status, valid, refusedCount };
    const faults = site.faults.splice(0);
    ok(faults.every((fault) => String(fault).includes(FULL)));
  }, { before: (store) => storeOn(disk, store) });
  return changed;
}

Deno.test("a new password on a disk that fills: the page says that it is saved when it is, and only then", async () => {
  const wrong: unknown[] = [];
  for (let room = 0;; room++) {
    const changed = await changedWithRoom(room);
    const { status, valid, refusedCount } = changed;
    if (`${status} ${valid}` !== "503 old" && `${status} ${valid}` !== "303 new") {
      wrong.push({ room, ...changed });
    }
    if (refusedCount === 0) break;
  }
  deepStrictEqual(wrong, []);
});

Deno.test("changed password keeps this session under another id, and ends the others", () =>
  withSite(async (site) => {
    const [visitor, other] = await twoSessions(site);
    const change = (oldpassword: string, repeated: string) =>
      visitor.post("/account", {
        form: "password",
        oldpassword,
        password: "un-autre-mot",
        repeated,
      });
    const wrong = await change("pas-celui-ci", "un-autre-mot");
    strictEqual(wrong.status, 400);
    strictEqual(wrong.message("oldpassword"), "Mot de passe incorrect");
    const differs = await change(PASSWORD, "un-autre");
    strictEqual(differs.message("repeated"), "Les valeurs ne sont pas identiques");
    const saved = await change(PASSWORD, "un-autre-mot");
    strictEqual(saved.headers.get("location"), "/account?saved=password#password");
    match(saved.headers.getSetCookie().join(), /^session=[\w-]{43};.*HttpOnly/);
    strictEqual((await visitor.get("/account")).status, 200);
    strictEqual((await other.get("/account")).status, 303);
  }));

// @spec accounts.own-account
Deno.test("new address is pending on the page, and can be cancelled there; another user's is refused, also one that they take meanwhile", () =>
  withSite(async (site) => {
    const [visitor, other] = await twoSessions(site);
    await anAccount(site, { email: "bob@bailleur.fr" });
    const change = (email: string, password: string) =>
      visitor.post("/account", { form: "email", email, password });
    const taken = await change("bob@bailleur.fr", PASSWORD);
    strictEqual(taken.status, 409);
    strictEqual(taken.message("new-email"), "Doit être unique");
    const wrong = await change("ada.l@bailleur.fr", "pas-celui-ci");
    strictEqual(wrong.message("email-password"), "Mot de passe incorrect");
    const asked = await change("ada.l@bailleur.fr", PASSWORD);
    strictEqual(asked.headers.get("location"), "/account#email");
    const page = await visitor.get("/account");
    match(page.text, /ada\.l@bailleur\.fr attend sa confirmation/);
    // No mail server is configured here.
    match(page.text, /Aucun serveur d’envoi n’est réglé/);
    strictEqual(page.value("email"), "ada@bailleur.fr");
    strictEqual((await other.get("/account")).status, 200);
    const cancelled = async () => {
      const sent = await visitor.post("/account", { form: "email", intent: "cancel" });
      strictEqual(sent.status, 303);
      ok(!(await visitor.get("/account")).text.includes("ada.l@bailleur.fr"));
    };
    await cancelled();
    site.clock.advance(1);
    await change("ada.l@bailleur.fr", PASSWORD);
    const token = await mailedProof(site.store);
    await anAccount(site, { email: "ada.l@bailleur.fr" });
    const said = /ada\.l@bailleur\.fr n’est pas libre.*ou gardez l’actuelle/;
    const lost = await visitor.get("/account");
    match(lost.text, said);
    ok(!lost.text.includes("attend sa confirmation"));
    match((await site.visitor().post("/confirm-email", { token })).text, /a pris cette adresse/);
    match((await visitor.get("/account")).text, said);
    await cancelled();
  }));

Deno.test("opening the mailed link a hundred times changes nothing; its button confirms the address once, and says whose session goes on", () =>
  withSite(async (site) => {
    const [visitor, other] = await twoSessions(site);
    const email = "ada.l@bailleur.fr";
    await visitor.post("/account", { form: "email", email, password: PASSWORD });
    const token = await mailedProof(site.store);
    const link = `/confirm-email?token=${token}`;
    const before = await Array.fromAsync(site.store.list({ prefix: [] }));
    for (let scans = 0; scans < 100; scans++) await site.visitor().get(link);
    const reader = site.visitor();
    const page = await reader.get(link);
    deepStrictEqual(await Array.fromAsync(site.store.list({ prefix: [] })), before);
    strictEqual(page.headers.get("referrer-policy"), "no-referrer");
    strictEqual(page.headers.get("cache-control"), "no-store");
    strictEqual(page.value("token"), token);
    const done = await reader.post("/confirm-email", { token });
    deepStrictEqual([done.status, done.headers.get("location")], [303, "/confirm-email?done=1"]);
    const confirmed = await reader.get("/confirm-email?done=1");
    match(confirmed.text, /Votre adresse est confirmée/);
    ok(!confirmed.text.includes("connecté en tant que"));
    await anAccount(site, { email: "bob@bailleur.fr" });
    const bob = await site.signIn("bob@bailleur.fr");
    const beside = await bob.get("/confirm-email?done=1");
    match(beside.text, /connecté en tant que bob@bailleur\.fr.*Se déconnecter/);
    ok(!beside.text.includes("Se connecter"));
    strictEqual((await other.get("/account")).status, 303);
    strictEqual((await reader.signIn(email)).status, 303);
    const again = await site.visitor().post("/confirm-email", { token });
    strictEqual(again.status, 400);
    match(again.text, /Ce lien n’est plus valable/);
    match((await site.visitor().get("/confirm-email")).text, /Ce lien n’est plus valable/);
  }));

Deno.test("removed account has no session; the last administrator must appoint another", () =>
  withSite(async (site) => {
    const id = await anAccount(site);
    await site.store.atomic()
      .set(keys.org("o1"), { name: "Office" })
      .set(keys.member("o1", id), { isAdmin: true })
      .set(keys.orgOfAccount(id, "o1"), true)
      .commit();
    const visitor = await site.signIn();
    const remove = (password: string) => visitor.post("/account", { form: "removal", password });
    const wrong = await remove("pas-celui-ci");
    strictEqual(wrong.message("removal-password"), "Mot de passe incorrect");
    const last = await remove(PASSWORD);
    strictEqual(last.status, 409);
    match(last.text, /Vous êtes le dernier administrateur d’une organisation/);
    ok(last.html.includes('<details class="account-removal" open'));
    await site.store.atomic().set(keys.member("o1", id), { isAdmin: false }).commit();
    const gone = await remove(PASSWORD);
    deepStrictEqual([gone.status, gone.headers.get("location")], [303, "/login"]);
    strictEqual((await visitor.get("/account")).status, 303);
    strictEqual((await visitor.signIn()).status, 401);
  }));

Deno.test("forms of accounts refuse a password longer than 200 characters, and do not shorten it", () => {
  const tooLong = { code: "maxlength", allowedLength: 200 };
  const [longest, longer] = ["x".repeat(200), "x".repeat(201)];
  const email = "ada@bailleur.fr";
  deepStrictEqual(SIGN_IN_FORM.errors({ email, password: longest }), {});
  deepStrictEqual(SIGN_IN_FORM.errors({ email, password: longer }), { password: tooLong });
  const change = (password: string) => ({ oldpassword: "x", password, repeated: password });
  deepStrictEqual(PASSWORD_FORM.errors(change(longest)), {});
  deepStrictEqual(PASSWORD_FORM.errors(change(longer)), { password: tooLong, repeated: tooLong });
  const passwords = [...SIGN_IN_FORM.fields, ...PASSWORD_FORM.fields]
    .filter(({ type }) => type === "password");
  deepStrictEqual(passwords.map(({ maxLength }) => maxLength), Array(4).fill(undefined));
});

Deno.test("every password is a field that is neither stored nor shown again", () => {
  const forms = [
    SIGN_IN_FORM,
    FIRST_ACCOUNT_FORM,
    RESET_PASSWORD_FORM,
    EMAIL_FORM,
    PASSWORD_FORM,
    REMOVAL_FORM,
  ];
  const secrets = forms.flatMap(({ fields }) =>
    [...fields].filter(({ type }) => type === "password")
  );
  deepStrictEqual(secrets.length, 10);
  ok(secrets.every(({ name }) => isPasswordField(name)));
});
