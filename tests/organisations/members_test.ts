import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { listOrgUsers } from "@/lib/organisations/members.ts";
import { keys } from "@/lib/store/keys.ts";
import { anAccount, aPlatformAdmin, PASSWORD, PLATFORM_ADMIN } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, withMember, withResidence } from "@/tests/helpers/a_residence.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { choosePassword, queuedMails } from "@/tests/helpers/mails.ts";

const EVE = "eve@bailleur.fr";

async function admins(ask: CallFunction): Promise<string[]> {
  return (await answerOf(ask("listOrgAdmins", { orgId: ORG }))).map(({ email }) => email);
}

// @spec organisations.administrators
Deno.test("checkUser() finds an account by its address, and answers 400 where there is none", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    await anAccount(built, { email: EVE, forename: "Eve", surname: "Blanc" });
    deepStrictEqual(await ada("checkUser", { orgId: ORG, body: { email: "EVE@bailleur.fr" } }), {
      ok: true,
      answer: { email: EVE, forename: "Eve", surname: "Blanc" },
    });
    const none = await ada("checkUser", { orgId: ORG, body: { email: "nul@bailleur.fr" } });
    deepStrictEqual(!none.ok && [none.code, none.status], ["unknown-user", 400]);
  }));

Deno.test("addOrgAdmin() makes an account administrator at once, in its open session too", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const eve = await someone(built, { email: EVE });
    strictEqual(codeOf(await eve("listOrgAdmins", { orgId: ORG })), "forbidden");
    strictEqual(codeOf(await ada("addOrgAdmin", { orgId: ORG, body: { email: EVE } })), "ok");
    deepStrictEqual(await admins(eve), ["ada@bailleur.fr", EVE]);
    strictEqual(codeOf(await ada("addOrgAdmin", { orgId: ORG, body: { email: EVE } })), "ok");
    const unknown = await ada("addOrgAdmin", { orgId: ORG, body: { email: "nul@bailleur.fr" } });
    strictEqual(codeOf(unknown), "unknown-user");
    const log = await answerOf(ada("getAudit", { orgId: ORG }));
    deepStrictEqual(log.entries.map(({ action, subject }) => [action, subject]), [
      ["addOrgAdmin", EVE],
    ]);
  }));

// @spec mail.welcome
Deno.test("a user added to an organisation gets a mail that names who added them; adding oneself sends none", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    await anAccount(built, { email: EVE });
    const ask = await aPlatformAdmin(built);
    ok(
      (await ask("createOrg", { body: { name: "Habitat du Lac", adminEmail: PLATFORM_ADMIN } })).ok,
    );
    deepStrictEqual(await queuedMails(built.store), []);
    strictEqual(codeOf(await ada("addOrgAdmin", { orgId: ORG, body: { email: EVE } })), "ok");
    const mails = (await queuedMails(built.store)).map(({ to, letter }) => [
      to,
      letter?.kind === "welcome" ? letter.inviter : letter?.kind,
    ]);
    deepStrictEqual(mails, [[EVE, "Ada Durand"]]);
  }));

Deno.test("removeOrgAdmin() removes an administrator, but never the last one", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const last = { orgId: ORG, email: "ada@bailleur.fr" };
    strictEqual(codeOf(await ada("removeOrgAdmin", last)), "last-administrator");
    strictEqual(codeOf(await ada("removeOrgUser", last)), "last-administrator");
    const eve = await someone(built, { email: EVE, isAdmin: true });
    strictEqual(codeOf(await ada("removeOrgAdmin", { orgId: ORG, email: EVE })), "ok");
    strictEqual(codeOf(await eve("listOrgAdmins", { orgId: ORG })), "not-found");
    strictEqual(codeOf(await ada("removeOrgAdmin", { orgId: ORG, email: EVE })), "not-found");
    deepStrictEqual(await admins(ada), ["ada@bailleur.fr"]);
  }));

// @spec organisations.last-administrator
Deno.test("an administrator who has not accepted the invitation does not replace the last one", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const own = { orgId: ORG, email: "ada@bailleur.fr" };
    const body = { email: EVE, forename: "Eve", surname: "Blanc" };
    strictEqual(codeOf(await ada("inviteUser", { orgId: ORG, body })), "ok");
    strictEqual(codeOf(await ada("addOrgAdmin", { orgId: ORG, body: { email: EVE } })), "ok");
    const leave = () => ada("removeAccount", { body: { password: PASSWORD } });
    strictEqual(codeOf(await ada("removeOrgAdmin", own)), "last-administrator");
    strictEqual(codeOf(await ada("removeOrgUser", own)), "last-administrator");
    strictEqual(codeOf(await leave()), "last-administrator");
    // The invited one can be removed, and counts once the password is chosen.
    strictEqual(codeOf(await ada("removeOrgAdmin", { orgId: ORG, email: EVE })), "ok");
    strictEqual(codeOf(await ada("addOrgAdmin", { orgId: ORG, body: { email: EVE } })), "ok");
    const [{ letter } = { letter: null }] = await queuedMails(built.store);
    ok(letter?.kind === "invitation");
    const reset = { email: EVE, code: letter.code, password: PASSWORD };
    strictEqual(await choosePassword(built, reset), "ok");
    strictEqual(codeOf(await leave()), "ok");
  }));

Deno.test("removeOrgAdmin() and removeOrgUser() do not find an account of another organisation, nor an unknown address", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    await anAccount(built, { email: EVE });
    for (const email of [EVE, "nobody@bailleur.fr"]) {
      for (const name of ["removeOrgAdmin", "removeOrgUser"] as const) {
        strictEqual(codeOf(await ada(name, { orgId: ORG, email })), "not-found", email);
      }
    }
  }));

// @spec organisations.last-administrator
Deno.test("removeOrgAdmin() leaves one administrator, for any number of concurrent removals", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const emails = ["a", "b", "c", "d", "e"].map((name) => `${name}@bailleur.fr`);
    const asks = [ada];
    for (const email of emails) asks.push(await someone(built, { email, isAdmin: true }));
    const all = ["ada@bailleur.fr", ...emails];
    // All administrators remove all others at the same time.
    await Promise.all(
      asks.flatMap((ask, rank) =>
        all.filter((_, other) => other !== rank).map((email) =>
          ask("removeOrgAdmin", { orgId: ORG, email })
        )
      ),
    );
    const members = await Array.fromAsync(built.store.list({ prefix: ["member", ORG] }));
    const left = members.filter(({ value }) => Reflect.get(Object(value), "isAdmin") === true);
    ok(left.length >= 1, `${left.length} administrators left`);
  }));

// @spec organisations.removal
Deno.test("removeOrgUser() removes roles, teams and administration with the membership", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    const eve = await someone(built, { email: EVE, isAdmin: true, roles: ["collect:read"] });
    const team = { name: "Nord", roles: ["pilot" as const], users: [EVE], tags: [] };
    await answerOf(ada("createTeam", { orgId: ORG, body: team }));
    ok((await eve("getProject", { projectId: PROJECT })).ok);
    strictEqual(codeOf(await ada("removeOrgUser", { orgId: ORG, email: EVE })), "ok");
    strictEqual(codeOf(await eve("getProject", { projectId: PROJECT })), "not-found");
    strictEqual(codeOf(await eve("listTags", { orgId: ORG })), "not-found");
    const orgs = await answerOf(eve("listOrgs", {}));
    deepStrictEqual(orgs, []);
    const users = await ada("listOrgUsers", { orgId: ORG });
    deepStrictEqual(users.ok && users.answer.map(({ email }) => email), ["ada@bailleur.fr"]);
    const teams = await ada("listTeams", { orgId: ORG });
    deepStrictEqual(teams.ok && teams.answer.map(({ name, users }) => [name, users]), [[
      "Nord",
      [],
    ]]);
    deepStrictEqual(await Array.fromAsync(built.store.list({ prefix: ["roles", PROJECT] })), []);
    // Added again, they have none of their former roles.
    await ada("addOrgAdmin", { orgId: ORG, body: { email: EVE } });
    const again = await answerOf(ada("listOrgUsers", { orgId: ORG }));
    deepStrictEqual(again.find(({ email }) => email === EVE), {
      email: EVE,
      forename: "Ada",
      surname: "Durand",
      isAdmin: true,
      projects: [],
      teams: [],
    });
    const stranger = await ada("removeOrgUser", { orgId: ORG, email: "nul@bailleur.fr" });
    strictEqual(codeOf(stranger), "not-found");
  }));

Deno.test("listOrgUsers() returns the users by name, with their roles on each residence and their teams", () =>
  withMember({ isAdmin: true }, async ({ built, ask: ada }) => {
    await anAccount(built, { email: "zoe@bailleur.fr", forename: "Zoé", surname: "Arnaud" });
    await someone(built, { email: EVE, roles: ["collect:read", "pilot"] });
    const users = ["zoe@bailleur.fr"];
    const team = { name: "Nord", roles: ["pilot" as const], users, tags: [] };
    const made = await answerOf(ada("createTeam", { orgId: ORG, body: team }));
    const list = await answerOf(ada("listOrgUsers", { orgId: ORG }));
    deepStrictEqual(
      list.map(({ email, projects, teams }) => [email, projects, teams]),
      [
        ["zoe@bailleur.fr", [], [made.id]],
        ["ada@bailleur.fr", [], []],
        [EVE, [{ projectId: PROJECT, roles: ["collect:read", "pilot"] }], []],
      ],
    );
  }));

Deno.test("listOrgUsers() reads the roles of all residences at once", () =>
  withResidence(async (built) => {
    for (let rank = 0; rank < 20; rank++) {
      await built.store.atomic().set(keys.projectOfOrg(ORG, `r${rank}`), true).commit();
    }
    const { store, ...services } = built.platform.own.services;
    let [walking, together] = [0, 0];
    const counting = aroundStore(store, {
      async *list(...run) {
        together = Math.max(together, ++walking);
        yield* store.list(...run);
        walking--;
      },
    });
    ok((await listOrgUsers({ ...services, store: counting }, { orgId: ORG }, ANONYMOUS)).ok);
    ok(together >= 20, `${together} walks at once`);
  }));
