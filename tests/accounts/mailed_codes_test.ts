import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { EMAIL_CHANGE_MS } from "@/lib/accounts/own_account.ts";
import type { Call } from "@/lib/api/call.ts";
import { parameterNames } from "@/lib/api/routing.ts";
import { type CallFunction, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  anAccount,
  anUnprovenAccount,
  callAs,
  PASSWORD,
  signedIn,
  type TestPlatform,
  WAITING,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, withMember, withResidence } from "@/tests/helpers/a_residence.ts";
import { asLandlord, withSite } from "@/tests/helpers/a_site.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import {
  askedCode,
  choosePassword,
  confirmAddress,
  mailedCode,
  mailedProof,
  type QueuedMail,
  queuedMails,
} from "@/tests/helpers/mails.ts";
import {
  aLink,
  callAsProvider,
  PROVIDER,
  PROVIDER_CALLS,
  PROVIDER_EMAIL,
  REQUEST,
  writeProvider,
} from "@/tests/helpers/some_documents.ts";

const EMAIL = "ada@bailleur.fr";
const NEW = "ada.durand@bailleur.fr";

const change = (ask: CallFunction, email: string, password = PASSWORD) =>
  codeOfCall(ask("changeEmail", { body: { email, password } }));

const signIn = (built: TestPlatform, email: string) =>
  codeOfCall(callAs(built, ANONYMOUS)("login", { body: { email, password: PASSWORD } }));

async function pendingOf(ask: CallFunction): Promise<string | null | undefined> {
  return (await answerOf(ask("getMe", {}))).pendingEmail;
}

/** Mails queued at one instant are unordered. */
const byKind = (mails: readonly QueuedMail[]) =>
  mails.toSorted((a, b) => (a.letter?.kind ?? "").localeCompare(b.letter?.kind ?? ""));

Deno.test("changeEmail() changes nothing until the mailed link is confirmed, whose token is not stored; the old address is notified", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    await anAccount(built, { email: "bob@bailleur.fr" });
    const other = await signedIn(built);
    const { ask } = await signedIn(built);
    strictEqual(await change(ask, NEW, "pas-celui-ci"), "bad-password");
    strictEqual(await change(ask, "bob@bailleur.fr"), "user-already-exists");
    const body = { email: " Ada.DURAND@Bailleur.FR ", password: PASSWORD };
    const asked = await answerOf(ask("changeEmail", { body }));
    strictEqual(
      (await built.platform.identities.byToken(asked.token, "header")).kind,
      "account",
    );
    deepStrictEqual([await signIn(built, EMAIL), await signIn(built, NEW)], [
      "ok",
      "user-not-found",
    ]);
    strictEqual((await other.ask("getMe", {})).ok, true);
    strictEqual(await pendingOf(ask), NEW);
    const token = await mailedProof(built.store);
    const secret = token.split(".")[1] ?? "";
    for await (const { key, value } of built.store.list({ prefix: [] })) {
      ok(!Deno.inspect([key, value], { depth: 9 }).includes(secret), String(key[0]));
    }
    deepStrictEqual(byKind(await queuedMails(built.store)), [
      { to: EMAIL, name: "Ada Durand", letter: { kind: "email-asked", email: NEW } },
      { to: NEW, name: "Ada Durand", letter: { kind: "email-proof", token } },
    ]);
    built.clock.advance(1);
    strictEqual(await confirmAddress(built, token), "ok");
    deepStrictEqual([await signIn(built, EMAIL), await signIn(built, NEW)], [
      "user-not-found",
      "ok",
    ]);
    const caller = await built.platform.identities.byToken(other.token, "header");
    strictEqual(caller.kind, "anonymous");
    const last = (await queuedMails(built.store)).at(-1);
    deepStrictEqual([last?.to, last?.letter], [EMAIL, { kind: "email-changed", email: NEW }]);
    strictEqual(await confirmAddress(built, token), "bad-code");
  }));

Deno.test("user who claims another's address gets none of the roles given to its owner", () =>
  withMember({ email: "chef@bailleur.fr", isAdmin: true }, async ({ built, ask: admin }) => {
    await anAccount(built, { email: "mallory@mail.fr" });
    const mallory = await signedIn(built, "mallory@mail.fr");
    strictEqual(await change(mallory.ask, NEW), "ok");
    const roles = { projectId: PROJECT, email: NEW, body: { roles: ["collect" as const] } };
    strictEqual(await codeOfCall(admin("putProjectUserRoles", roles)), "unknown-user");
    const body = { email: NEW, forename: "Ada", surname: "Durand" };
    strictEqual(await codeOfCall(admin("inviteUser", { orgId: ORG, body })), "ok");
    strictEqual(await codeOfCall(admin("putProjectUserRoles", roles)), "ok");
    // Even with the token of the mail: the address now belongs to its owner's account.
    strictEqual(await confirmAddress(built, await mailedProof(built.store)), "user-already-exists");
    strictEqual(await codeOfCall(mallory.ask("getProject", { projectId: PROJECT })), "not-found");
    const code = await mailedCode(built.store);
    const chosen = { email: NEW, code, password: PASSWORD };
    strictEqual(await choosePassword(built, chosen), "ok");
    const owner = await signedIn(built, NEW);
    strictEqual(await codeOfCall(owner.ask("getProject", { projectId: PROJECT })), "ok");
  }));

Deno.test("an unproven address gets no role until the account belongs to the reader of its mails", () =>
  withMember({ email: "chef@bailleur.fr", isAdmin: true }, async ({ built, ask: admin }) => {
    await anUnprovenAccount(built, NEW);
    const squatter = await signedIn(built, NEW);
    const roles = { projectId: PROJECT, email: NEW, body: { roles: ["collect" as const] } };
    strictEqual(await codeOfCall(admin("putProjectUserRoles", roles)), "unproven-address");
    const team = { name: "Nord", roles: ["collect" as const], users: [NEW], tags: [] };
    strictEqual(
      await codeOfCall(admin("createTeam", { orgId: ORG, body: team })),
      "unproven-address",
    );
    strictEqual(
      await codeOfCall(admin("addOrgAdmin", { orgId: ORG, body: { email: NEW } })),
      "unproven-address",
    );
    const body = { email: NEW, forename: "Ada", surname: "Durand" };
    strictEqual(await codeOfCall(admin("inviteUser", { orgId: ORG, body })), "ok");
    const orgs = await answerOf(squatter.ask("listOrgs", {}));
    deepStrictEqual(orgs, []);
    const chosen = { email: NEW, code: await mailedCode(built.store), password: "choisi-par-ada" };
    strictEqual(await choosePassword(built, chosen), "ok");
    strictEqual(
      (await built.platform.identities.byToken(squatter.token, "header")).kind,
      "anonymous",
    );
    strictEqual(await codeOfCall(admin("putProjectUserRoles", roles)), "ok");
  }));

Deno.test("the owner of an unproven address proves it by requesting the same address", () =>
  withPlatform(async (built) => {
    await anUnprovenAccount(built, NEW);
    const { ask } = await signedIn(built, NEW);
    const before = await answerOf(ask("getMe", {}));
    strictEqual(before.isUnproven, true);
    strictEqual(await change(ask, NEW), "ok");
    deepStrictEqual((await queuedMails(built.store)).map(({ to }) => to), [NEW]);
    strictEqual(await confirmAddress(built, await mailedProof(built.store)), "ok");
    const after = await answerOf((await signedIn(built, NEW)).ask("getMe", {}));
    strictEqual(after.isUnproven, false);
  }));

// @spec accounts.changed-credentials
Deno.test("confirmEmail() ends the codes mailed to the former address, and to one that it proves", () =>
  withPlatform(async (built) => {
    const reset = (email: string, code: string) =>
      choosePassword(built, { email, code, password: "un-autre-mot" });
    await anAccount(built);
    strictEqual(await change((await signedIn(built)).ask, NEW), "ok");
    const proof = await mailedProof(built.store);
    const former = await askedCode(built, EMAIL);
    strictEqual(await confirmAddress(built, proof), "ok");
    await anAccount(built);
    strictEqual(await reset(EMAIL, former), "bad-code");
    const claimed = "bob@bailleur.fr";
    await anUnprovenAccount(built, claimed);
    built.clock.advance(1);
    strictEqual(await change((await signedIn(built, claimed)).ask, claimed), "ok");
    const own = await mailedProof(built.store);
    const before = await askedCode(built, claimed);
    strictEqual(await confirmAddress(built, own), "ok");
    strictEqual(await reset(claimed, before), "bad-code");
  }));

Deno.test("mailed link ends after a day, with a later one, with a new password, and when it is cancelled", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const { ask } = await signedIn(built);
    const asked = async () => {
      built.clock.advance(1);
      strictEqual(await change(ask, NEW), "ok");
      return await mailedProof(built.store);
    };
    const first = await asked();
    const second = await asked();
    strictEqual(await confirmAddress(built, first), "bad-code");
    built.clock.advance(EMAIL_CHANGE_MS);
    strictEqual(await confirmAddress(built, second), "bad-code");
    strictEqual(await pendingOf(ask), null);
    const third = await asked();
    strictEqual(await codeOfCall(ask("cancelEmailChange", {})), "ok");
    strictEqual(await confirmAddress(built, third), "bad-code");
    const fourth = await asked();
    const body = { oldpassword: PASSWORD, password: "un-autre-mot" };
    strictEqual(await codeOfCall(ask("changePassword", { body })), "ok");
    strictEqual(await confirmAddress(built, fourth), "bad-code");
    for (const junk of ["", ".", "a.b", `${third}.x`, fourth.replace(/^[^.]*/, "autre")]) {
      strictEqual(await confirmAddress(built, junk), junk === "" ? "invalid-input" : "bad-code");
    }
    strictEqual(await signIn(built, NEW), "user-not-found");
  }));

Deno.test("of two accounts that prove one address at once, one gets it; of two concurrent uses of a link, one succeeds", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    await anAccount(built, { email: "bob@bailleur.fr" });
    const tokens: string[] = [];
    for (const email of [EMAIL, "bob@bailleur.fr"]) {
      built.clock.advance(1);
      strictEqual(await change((await signedIn(built, email)).ask, NEW), "ok");
      tokens.push(await mailedProof(built.store));
    }
    const ends = await Promise.all(
      [...tokens, ...tokens].map((token) => confirmAddress(built, token)),
    );
    strictEqual(ends.filter((end) => end === "ok").length, 1, ends.join());
  }));

Deno.test("addresses that differ by case or by a look-alike letter never belong to two accounts", () =>
  withPlatform(async (built) => {
    await anAccount(built, { email: "kim@bailleur.fr" });
    await anAccount(built);
    const { ask } = await signedIn(built);
    // The Kelvin sign is k in lower case; the others are letters that no address contains.
    strictEqual(await change(ask, "\u212Aim@bailleur.fr"), "user-already-exists");
    strictEqual(await change(ask, "KIM@BAILLEUR.FR"), "user-already-exists");
    for (const email of ["k\u0131m@bailleur.fr", "\uff4bim@bailleur.fr", "k\u0130m@bailleur.fr"]) {
      strictEqual(await change(ask, email), "invalid-input", email);
    }
  }));

Deno.test("an account requests ten proofs an hour at most, and an address receives three", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const { ask } = await signedIn(built);
    const to = async (email: string) => await change(ask, email);
    const ends = [];
    for (let sent = 0; sent < 4; sent++) ends.push(await to(NEW));
    deepStrictEqual(ends, ["ok", "ok", "ok", "too-many-requests"]);
    for (let sent = 0; sent < 7; sent++) ends.push(await to(`autre${sent}@bailleur.fr`));
    strictEqual(ends.filter((end) => end === "ok").length, 10, ends.join());
    strictEqual(await to("encore@bailleur.fr"), "too-many-requests");
  }, { rates: { linksPerEmailAndHour: 3 } }));

Deno.test("the sign-in page links to the forgotten password page, which answers the same for any address, and after too many requests when to retry", () =>
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
    const again = () => visitor.post("/forgotten-password", { email: EMAIL });
    deepStrictEqual([(await again()).status, (await again()).status], [303, 303]);
    const refused = await again();
    strictEqual(refused.status, 429);
    match(refused.text, /Trop de tentatives\. Réessayez après le/);
  }, { rates: { linksPerEmailAndHour: 3 } }));

Deno.test("the mail's link fills the form, also during the session of another account, which it explains; opening it a hundred times changes nothing; the code signs in once", () =>
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
    await anAccount(site, { email: "bob@bailleur.fr" });
    const bob = await site.signIn("bob@bailleur.fr");
    match((await bob.get(link)).text, /Vous êtes connecté en tant que bob@bailleur\.fr/);
    const own = await bob.get("/reset-password?email=bob@bailleur.fr");
    doesNotMatch(own.text, /Vous êtes connecté/);
    const fields = { email: EMAIL, code, password: "un-autre-mot", repeated: "un-autre-mot" };
    const differing = await visitor.post("/reset-password", { ...fields, repeated: "un-autre" });
    strictEqual(differing.message("repeated"), "Les valeurs ne sont pas identiques");
    deepStrictEqual([differing.value("code"), differing.value("password")], [code, ""]);
    const done = await visitor.post("/reset-password", fields);
    deepStrictEqual([done.status, done.headers.get("location")], [303, "/"]);
    strictEqual((await visitor.get("/home")).status, 200);
    const again = await site.visitor().post("/reset-password", fields);
    strictEqual(again.status, 400);
    strictEqual(again.message("code"), "Code incorrect");
    match(again.text, /S’il a déjà servi, connectez-vous/);
    match(again.html, /<input(?=[^>]*name="code")[^>]* autofocus/);
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

// @spec providers.new-link
Deno.test("askNewLinkProvider mails a link, and answers the same for an unknown address", () =>
  withPlatform(async (built) => {
    await writeProvider(built);
    const ask = callAs(built, ANONYMOUS);
    const known = await ask("askNewLinkProvider", {
      body: { email: PROVIDER_EMAIL.toUpperCase() },
    });
    const unknown = await ask("askNewLinkProvider", { body: { email: "nobody@x.example" } });
    deepStrictEqual(unknown, known);
    deepStrictEqual(known, { ok: true, answer: null });
    const mails = await queuedMails(built.store);
    deepStrictEqual(mails.map(({ to }) => to), [PROVIDER_EMAIL]);
    const letter = mails[0]?.letter;
    ok(letter?.kind === "provider-link");
    const caller = await built.platform.identities.byToken(letter.token, "header");
    deepStrictEqual(caller.kind === "provider" && caller.providers, [
      { orgId: ORG, providerId: PROVIDER },
    ]);
  }));

// @spec providers.reach
Deno.test("provider may call their documents, their identity and the landlords that ask; nothing else of the catalogue", () =>
  withResidence(async (built) => {
    await writeProvider(built);
    const token = await aLink(built);
    const caller = await built.platform.identities.byToken(token, "header");
    const place = {
      orgId: ORG,
      projectId: PROJECT,
      requestId: REQUEST,
      documentId: "d1",
      year: "2026",
    };
    const reached: string[] = [];
    for (const [name, call] of Object.entries<Call>(CALLS)) {
      if (!isCallName(name) || call.access.any.includes("public")) continue;
      const names = parameterNames(call.path);
      const input = Object.fromEntries(names.map((one) => [one, { ...place }[one] ?? "x1"]));
      const result = await built.platform.dispatcher.answerRequest(CALLS[name], {
        input,
        readBody: null,
      }, { caller, clientAddress: "192.0.2.1", requestId: "test" });
      const isRefused = !result.ok &&
        (result.code === "forbidden" || (result.code === "not-found" && names.length > 0));
      if (!isRefused) reached.push(name);
    }
    // Of an unknown document or file, they reach nothing.
    const ofOne = ["deleteWaitingFile", "getDocumentInfo", "getDocumentPdf"];
    const isOfAll = (name: string) => !ofOne.includes(name);
    deepStrictEqual(reached.filter(isOfAll).toSorted(), PROVIDER_CALLS.filter(isOfAll));
  }));

// @spec providers.reach
Deno.test("user of several providers sees the landlords that ask; removing the address ends access at once", () =>
  withPlatform(async (built) => {
    await writeProvider(built);
    await writeProvider(built, { orgId: "o2", providerId: "v2", requestId: "r2" });
    // A landlord that asks for nothing any more, and one that does not have the address.
    await writeProvider(built, { orgId: "o3", providerId: "v3", requestId: "r3" });
    await built.store.atomic().delete(keys.documentRequest("o3", "r3")).commit();
    await writeProvider(built, { orgId: "o4", emails: ["autre@thermalia.example"] });
    const ask = await callAsProvider(built);
    const orgs = await answerOf(ask("listOrgs", {}));
    deepStrictEqual(orgs.map(({ id }) => id), [ORG, "o2"]);
    const me = await answerOf(ask("getMe", {}));
    strictEqual(me.email, PROVIDER_EMAIL);
    const token = await aLink(built);
    const atomic = built.store.atomic();
    for (const [orgId, id] of [[ORG, PROVIDER], ["o2", "v2"], ["o3", "v3"]] as const) {
      atomic.delete(keys.providerOfEmail(PROVIDER_EMAIL, orgId, id));
    }
    await atomic.commit();
    strictEqual((await built.platform.identities.byToken(token, "header")).kind, "anonymous");
  }));
