import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { mailRow } from "@/lib/mail/outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import {
  anAccount,
  aPlatformAdmin,
  callAs,
  signedIn,
  type TestPlatform,
  WAITING,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { choosePassword, letterOf } from "@/tests/helpers/mails.ts";

const EVE = { email: "eve@bailleur.fr", forename: "Eve", surname: "Blanc" };
const WEEK_MS = 7 * 24 * 3_600_000;

/** The queued letters, opened as the mail job does. */
async function letters({ store }: TestPlatform) {
  const entries = await Array.fromAsync(store.list({ prefix: ["outbox"] }));
  const rows = entries.map(({ value }) => mailRow.parse(value));
  return await Promise.all(
    rows.map(async (row) => ({ row, letter: await letterOf(store, row) })),
  );
}

async function codeOf(built: TestPlatform): Promise<string> {
  const [first] = await letters(built);
  ok(first?.letter?.kind === "invitation");
  return first.letter.code;
}

// @spec organisations.invitations
Deno.test("inviteUser() creates an account, a member without role, and one mail with a code of seven days", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    strictEqual((await ada("inviteUser", { orgId: ORG, body: EVE })).ok, true);
    const [mail, ...others] = await letters(built);
    ok(mail?.letter?.kind === "invitation");
    deepStrictEqual([others.length, mail.row.to, mail.row.name], [0, EVE.email, "Eve Blanc"]);
    strictEqual(mail.row.expiresAt, built.clock.now() + WEEK_MS);
    deepStrictEqual([mail.letter.organisation, mail.letter.inviter], ["Bailleur", "Ada Durand"]);
    match(mail.letter.code, /^\w{4}-\w{4}-\w{4}$/);
    const users = await answerOf(ada("listOrgUsers", { orgId: ORG }));
    const member = users.find(({ email }) => email === EVE.email);
    deepStrictEqual(member, { ...EVE, isAdmin: false, isInvited: true, projects: [], teams: [] });
  }));

Deno.test("an invitation is accepted by its code, once, and no password signs in before", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    await ada("inviteUser", { orgId: ORG, body: EVE });
    const early = await callAs(built, ANONYMOUS)("login", {
      body: { email: EVE.email, password: "" },
    });
    strictEqual(early.ok, false);
    const code = await codeOf(built);
    const body = { email: EVE.email, code, password: "un mot de passe bien long" };
    built.clock.advance(WEEK_MS - 1);
    strictEqual(await choosePassword(built, body), "ok");
    const kinds = (await letters(built)).map(({ letter }) => letter?.kind);
    deepStrictEqual(kinds, ["invitation"], "no mail says that a password has changed");
    strictEqual(await choosePassword(built, body), "bad-code");
    const { ask } = await signedIn(built, EVE.email, body.password);
    const orgs = await answerOf(ask("listOrgs", {}));
    deepStrictEqual(orgs, [{ id: ORG, name: "Bailleur", isAdmin: false }]);
  }));

Deno.test("an invitation older than seven days is refused", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    await ada("inviteUser", { orgId: ORG, body: EVE });
    const code = await codeOf(built);
    built.clock.advance(WEEK_MS);
    const body = { email: EVE.email, code, password: "un mot de passe bien long" };
    strictEqual(await choosePassword(built, body), "bad-code");
  }));

Deno.test("inviteUser() refuses an address that has an account, and stores nothing", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    await anAccount(built, { email: EVE.email });
    const refused = await ada("inviteUser", {
      orgId: ORG,
      body: { ...EVE, email: "EVE@bailleur.fr" },
    });
    deepStrictEqual(!refused.ok && [refused.code, refused.status], ["user-already-exists", 409]);
    deepStrictEqual(await letters(built), []);
  }));

Deno.test("an invalid address, or one with a line break, is a wrong field: nothing is stored or sent", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const before = (await Array.fromAsync(built.store.list({ prefix: [] }))).length;
    for (
      const email of [
        "eve@bailleur.fr\r\nBcc: tous@bailleur.fr",
        "eve@bailleur.fr\nSubject: gagné",
        "eve",
        "eve@bailleur.fr, zoe@bailleur.fr",
        "<eve@bailleur.fr>",
      ]
    ) {
      const refused = await ada("inviteUser", { orgId: ORG, body: { ...EVE, email } });
      strictEqual(!refused.ok && refused.code, "invalid-input", JSON.stringify(email));
      deepStrictEqual(!refused.ok && refused.issues?.map(({ path }) => path), ["body.email"]);
    }
    strictEqual((await Array.fromAsync(built.store.list({ prefix: [] }))).length, before);
  }));

Deno.test("a name with line breaks is written on one line of the mail", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const body = { ...EVE, forename: "Eve\r\nBcc: x@y.fr", surname: "Blanc\tRoux" };
    strictEqual((await ada("inviteUser", { orgId: ORG, body })).ok, true);
    const [mail] = await letters(built);
    strictEqual(mail?.row.name, "Eve Bcc: x@y.fr Blanc Roux");
  }));

Deno.test("no answer to an administrator contains the code: neither the log nor the list of mails", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    await ada("inviteUser", { orgId: ORG, body: EVE });
    const code = await codeOf(built);
    const root = await aPlatformAdmin(built);
    const shown = JSON.stringify([
      await ada("getAudit", { orgId: ORG }),
      await root("getMails", {}),
    ]);
    ok(shown.includes("inviteUser") && shown.includes("invitation"));
    ok(!shown.includes(code));
    for await (const { key, value } of built.store.list({ prefix: [] })) {
      ok(
        !JSON.stringify([key, value], (_, part) => typeof part === "bigint" ? "" : part).includes(
          code,
        ),
      );
    }
  }));

Deno.test("createOrg() invites the first administrator when the address has no account and a name is given", () =>
  withPlatform(async (built) => {
    const ask = await aPlatformAdmin(built);
    const body = { name: "Habitat du Lac", adminEmail: EVE.email };
    const unknown = await ask("createOrg", { body });
    strictEqual(!unknown.ok && unknown.code, "unknown-user");
    const named = { ...body, adminForename: "Eve", adminSurname: "Blanc" };
    const made = await answerOf(ask("createOrg", { body: named }));
    const orgs = await answerOf(ask("listPlatformOrgs", {}));
    deepStrictEqual(orgs.map(({ version: _, ...org }) => org), [{
      id: made.id,
      name: "Habitat du Lac",
      residenceCount: 0,
      userCount: 1,
      admins: [EVE],
    }]);
    strictEqual((await letters(built)).length, 1);
  }));

// @spec organisations.cancelling
Deno.test("removeOrgUser() ends a pending invitation with its code and its mail, and the address can be invited again", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const at = { orgId: ORG, email: EVE.email };
    ok((await ada("inviteUser", { orgId: ORG, body: EVE })).ok);
    const code = await codeOf(built);
    ok((await ada("removeOrgUser", at)).ok);
    deepStrictEqual(await letters(built), []);
    const body = { email: EVE.email, code, password: "un mot de passe bien long" };
    strictEqual(await choosePassword(built, body), "bad-code");
    const renamed = { ...EVE, surname: "Blanche" };
    ok((await ada("inviteUser", { orgId: ORG, body: renamed })).ok);
    const entered = { ...body, code: await codeOf(built) };
    strictEqual(await choosePassword(built, entered), "ok");
    // An account already used by its owner stays.
    ok((await ada("removeOrgUser", at)).ok);
    await signedIn(built, EVE.email, body.password);
    strictEqual(
      await codeOfCall(ada("inviteUser", { orgId: ORG, body: EVE })),
      "user-already-exists",
    );
  }));

// @spec organisations.cancelling
Deno.test("removeOrgUser() keeps the account of a user whom another organisation has invited", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    ok((await ada("inviteUser", { orgId: ORG, body: EVE })).ok);
    const code = await codeOf(built);
    const account = await accountByEmail(built.store, EVE.email);
    await built.store.atomic().set(keys.orgOfAccount(account?.id ?? "", "o2"), true).commit();
    ok((await ada("removeOrgUser", { orgId: ORG, email: EVE.email })).ok);
    const body = { email: EVE.email, code, password: "un mot de passe bien long" };
    strictEqual(await choosePassword(built, body), "ok");
  }));

// @spec organisations.resending
Deno.test("resendInvitation() mails another code of seven days: the earlier one is refused, and roles stay", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const at = { orgId: ORG, email: EVE.email };
    ok((await ada("inviteUser", { orgId: ORG, body: EVE })).ok);
    ok((await ada("addOrgAdmin", { orgId: ORG, body: { email: EVE.email } })).ok);
    const early = await codeOf(built);
    built.clock.advance(WEEK_MS);
    ok((await ada("resendInvitation", at)).ok);
    const invitations = (await letters(built)).filter(({ row }) => row.kind === "invitation");
    strictEqual(invitations.length, 1, "the mail that had not left is not sent");
    const body = { email: EVE.email, code: early, password: "un mot de passe bien long" };
    strictEqual(await choosePassword(built, body), "bad-code");
    const letter = invitations[0]?.letter;
    ok(letter?.kind === "invitation");
    built.clock.advance(WEEK_MS - 1);
    strictEqual(await choosePassword(built, { ...body, code: letter.code }), "ok");
    const { ask } = await signedIn(built, EVE.email, body.password);
    const orgs = await answerOf(ask("listOrgs", {}));
    deepStrictEqual(orgs.map(({ isAdmin }) => isAdmin), [true]);
  }));

// @spec organisations.resending
Deno.test("resendInvitation() refuses a user who has accepted, who is not in the organisation, or who has no account", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const codeFor = async (email: string) => {
      const said = await ada("resendInvitation", { orgId: ORG, email });
      return said.ok || said.code;
    };
    ok((await ada("inviteUser", { orgId: ORG, body: EVE })).ok);
    const body = {
      email: EVE.email,
      code: await codeOf(built),
      password: "un mot de passe bien long",
    };
    strictEqual(await choosePassword(built, body), "ok");
    await anAccount(built, { email: "noe@ailleurs.fr" });
    const before = (await letters(built)).length;
    deepStrictEqual(
      [await codeFor(EVE.email), await codeFor("noe@ailleurs.fr"), await codeFor("x@y.fr")],
      ["user-already-exists", "not-found", "not-found"],
    );
    strictEqual((await letters(built)).length, before);
  }));

/** A server that accepts every mail. */
const MAIL = {
  ...WAITING,
  carrier: { carry: () => Promise.resolve({ outcome: "sent" as const }) },
  origins: () => ({ own: "https://suivi.example", apps: {}, loginPath: "/login" }),
};

const PATH = "/platform/mails";

// @spec tables.pages, tables.files
Deno.test("the list of mails has pages, and its file has every mail", () =>
  withSite(async (site) => {
    await anAccount(site, { email: "racine@plateforme.fr", platformAdmin: true });
    const root = await site.signIn("racine@plateforme.fr");
    await root.post(PATH, { email: "a@b.fr" });
    const [queued] = await Array.fromAsync(site.store.list({ prefix: keys.outbox.under() }));
    ok(queued);
    const row = mailRow.parse(queued.value);
    const atomic = site.store.atomic();
    for (let rank = 0; rank < 150; rank++) {
      const to = `p${rank}@b.fr`;
      atomic.set(keys.outbox(rank, `mail${rank}`), { ...row, to })
        .set(keys.outboxFailed(`lost${rank}`), { ...row, to, state: "failed" });
    }
    await atomic.commit();
    const page = await root.get(PATH);
    match(page.text, /151.mails en attente, 150.abandonnés/);
    match(page.text, /301.mails Destinataire/);
    strictEqual(page.html.match(/<th scope="row"/g)?.length, 20);
    match((await root.get(`${PATH}?page=16`)).text, /a@b\.fr .*En attente/);
    const waiting = await root.get(`${PATH}?filter:state=En+attente&filter:search=p149`);
    match(waiting.text, /1.mail sur 301 .*p149@b\.fr/);
    const lines = (await root.get(`${PATH}?csv=semicolon`)).html.trimEnd().split("\r\n");
    strictEqual(lines.length, 302);
    strictEqual(lines.filter((line) => line.includes(";Abandonné;")).length, 150);
  }));

// @spec mail.returned
Deno.test("the page of mails gives the address to which accepted mails are returned", () =>
  withSite(async (site) => {
    await anAccount(site, { email: "racine@plateforme.fr", platformAdmin: true });
    const root = await site.signIn("racine@plateforme.fr");
    match((await root.get(PATH)).text, /revient alors à suivi@bailleur\.example, l’expéditeur/);
  }, { settings: { MAIL_FROM: "suivi@bailleur.example" }, mail: MAIL }));

const AT = { orgId: ORG, email: EVE.email };

/** An administrator with a form open, and Eve, a member without any role. */
function withEve(
  test: (opened: { site: Site; visitor: Visitor; ask: CallFunction }) => Promise<void>,
): Promise<void> {
  return withVisitor({ isAdmin: true }, async ({ site, visitor, ask }) => {
    await someone(site, { email: EVE.email });
    await test({ site, visitor, ask });
  });
}

async function isMember(ask: CallFunction): Promise<boolean> {
  return (await answerOf(ask("listOrgUsers", { orgId: ORG }))).some(({ email }) =>
    email === EVE.email
  );
}

// @spec organisations.removed
Deno.test("the form of roles of a user removed meanwhile restores nothing: both versions are shown, with the reason", () =>
  withEve(async ({ visitor, ask }) => {
    const path = links.userRoles(PROJECT, EVE.email);
    const version = (await visitor.get(path)).version();
    ok((await ask("removeOrgUser", AT)).ok);
    const refused = await visitor.post(path, { version, role: "collect" });
    strictEqual(refused.status, 409);
    match(refused.text, /Une autre personne a enregistré une modification entre-temps/);
    match(refused.text, /n’appartient pas, ou plus, à l’organisation/);
    strictEqual(await isMember(ask), false);
    // The ticked roles are shown, and can be sent again.
    match(refused.html, /<input[^>]*id="role-collect"[^>]* checked/);
    const fresh = refused.version();
    strictEqual((await visitor.post(path, { version: fresh, role: "collect" })).status, 303);
    strictEqual(await isMember(ask), true);
  }));

// @spec organisations.removed
Deno.test("the forms of roles of a user added meanwhile are saved without a conflict", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor, ask }) => {
    await anAccount(site, { email: EVE.email });
    const path = links.userRoles(PROJECT, EVE.email);
    const version = (await visitor.get(path)).version();
    ok((await ask("addOrgAdmin", { orgId: ORG, body: { email: EVE.email } })).ok);
    strictEqual((await visitor.post(path, { version, role: "collect" })).status, 303);
  }));

// @spec organisations.removed
Deno.test("team form with a ticked user who was removed meanwhile is not saved, and names the user", () =>
  withEve(async ({ visitor, ask }) => {
    const typed = { name: "Exploitation", user: EVE.email, role: "collect:read", others: "" };
    const body = { name: "Astreinte", roles: [], users: [], tags: [] };
    const made = await answerOf(ask("createTeam", { orgId: ORG, body }));
    const team = links.team(made.id);
    const version = (await visitor.get(team)).version();
    ok((await ask("removeOrgUser", AT)).ok);
    for (const [path, more] of [[links.newTeam(), {}], [team, { version }]] as const) {
      const refused = await visitor.refused(path, { ...typed, ...more });
      match(refused.message("others") ?? "", /^eve@bailleur\.fr n’est plus dans/);
      strictEqual(refused.value("name"), "Exploitation");
      strictEqual(await isMember(ask), false);
    }
    // Typing the address adds them again.
    const { user: _, ...others } = { ...typed, others: EVE.email };
    strictEqual((await visitor.post(links.newTeam(), others)).status, 303);
    strictEqual(await isMember(ask), true);
  }));

// @spec organisations.cancelling
Deno.test("an invited user is marked until they sign in; their invitation is cancelled on their page, then sent again", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const typed = { email: EVE.email, forename: "Eve", surname: "Blanc" };
    const page = links.user(EVE.email);
    for (let round = 0; round < 2; round++) {
      const invited = await visitor.post(links.invitation(), typed);
      strictEqual(invited.headers.get("location"), page);
      match((await visitor.get(links.users())).text, /Blanc Eve Invitation sans réponse/);
      match((await visitor.get(page)).text, /Invitation sans réponse.*Confirmer l’annulation/);
      const removed = await visitor.post(page, { intent: "remove" });
      strictEqual(removed.headers.get("location"), links.users());
    }
  }));

// @spec organisations.resending
Deno.test("an invitation is sent again from the list as it is shown, and from the page of the user", () =>
  withVisitor({ isAdmin: true }, async ({ site, visitor }) => {
    const typed = { email: EVE.email, forename: "Eve", surname: "Blanc" };
    await visitor.post(links.invitation(), typed);
    match(
      (await visitor.post(links.invitation(), typed)).text,
      /déjà invitée, et n’a pas encore répondu/,
    );
    const list = links.users("filter%3Asearch=eve");
    match((await visitor.get(list)).html, /Renvoyer l’invitation <span[^>]*>à eve@bailleur\.fr</);
    for (const [page, mark] of [[list, "&"], [links.user(EVE.email), "?"]] as const) {
      const sent = await visitor.post(page, { intent: "resend", email: EVE.email });
      const next = `${decodeURIComponent(page)}${mark}saved=invitation#invitation`;
      strictEqual(decodeURIComponent(sent.headers.get("location") ?? ""), next);
      match((await visitor.get(sent.headers.get("location") ?? "")).text, /Invitation renvoyée/);
    }
    await anAccount(site, { email: "noe@bailleur.fr" });
    await someone(site, { email: "zoe@bailleur.fr" });
    const late = await visitor.post(links.users(), { intent: "resend", email: "zoe@bailleur.fr" });
    match(late.text, /Cette personne a déjà accepté l’invitation/);
    const left = await visitor.post(links.users(), { intent: "resend", email: "noe@bailleur.fr" });
    match(left.text, /Cet élément n’existe pas ou plus/);
    const member = await visitor.post(links.invitation(), { ...typed, email: "zoe@bailleur.fr" });
    match(member.text, /Cette personne est déjà dans l’organisation\./);
    const stranger = await visitor.post(links.invitation(), { ...typed, email: "noe@bailleur.fr" });
    match(stranger.text, /Un compte existe déjà avec cette adresse\. Donnez-lui un rôle/);
  }));
