import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { USERS } from "@/components/organisations/user_list.tsx";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { memberCaller } from "@/lib/identity/caller.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { reachCount, type UserLine, userLines } from "@/lib/organisations/member_rules.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  anAccount,
  aPlatformAdmin,
  callAs,
  PASSWORD,
  PLATFORM_ADMIN,
  type TestPlatform,
} from "@/tests/helpers/a_platform.ts";
import {
  aProject,
  ORG,
  PROJECT,
  someone,
  withMember,
  withResidence,
} from "@/tests/helpers/a_residence.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
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

const org = { orgId: ORG };
const EMAIL = "bob@bailleur.fr";
const READ: readonly Role[] = ["collect:documents:read"];

/** An administrator of a tagged residence, and a member with some roles on it. */
function withLastMember(
  roles: readonly Role[],
  test: (admin: CallFunction, member: CallFunction, built: TestPlatform) => Promise<void>,
): Promise<void> {
  return withResidence(async (built) => {
    const tag = {
      name: "Agence",
      sortOrder: 1,
      values: [{ id: "north", label: "Nord", sortOrder: 1 }],
    };
    await built.store.atomic()
      .set(keys.tag(ORG, "g"), tag)
      .set(keys.project(PROJECT), aProject({ tags: ["north"] })).commit();
    const admin = await someone(built, { isAdmin: true });
    const member = await someone(built, { email: EMAIL, roles });
    const { value } = await built.store.get(keys.accountByEmail(EMAIL));
    await built.store.atomic().set(keys.member(ORG, String(value)), { isAdmin: false }).commit();
    await test(admin, member, built);
  });
}

/** The organisations of a member, and the outcomes of calls of its members. */
async function opened(member: CallFunction): Promise<unknown[]> {
  return [
    (await answerOf(member("listOrgs", {}))).map(({ id }) => id),
    codeOf(await member("listTags", org)),
    codeOf(await member("listProjects", org)),
    codeOf(await member("listUserAlarmReports", org)),
  ];
}

const OPEN = [[ORG], "ok", "ok", "ok"];
const CLOSED = [[], "not-found", "not-found", "not-found"];

// @spec roles.last-role
Deno.test("who loses their last direct role opens nothing of the organisation, until they have one again", () =>
  withLastMember(READ, async (admin, member) => {
    const give = (roles: readonly Role[]) =>
      answerOf(
        admin("putProjectUserRoles", {
          projectId: PROJECT,
          email: EMAIL,
          body: { roles: [...roles] },
        }),
      );
    deepStrictEqual(await opened(member), OPEN);
    await give([]);
    deepStrictEqual(await opened(member), CLOSED);
    const users = await answerOf(admin("listOrgUsers", org));
    deepStrictEqual(users.map(({ email }) => email).toSorted(), ["ada@bailleur.fr", EMAIL]);
    await give(READ);
    deepStrictEqual(await opened(member), OPEN);
  }));

// @spec roles.last-role
Deno.test("a role by a team ends with the role of the team, its tag, its member or itself", () =>
  withLastMember([], async (admin, member) => {
    deepStrictEqual(await opened(member), CLOSED);
    const team = { name: "Nord", roles: [...READ], users: [EMAIL], tags: ["north"] };
    const { id: teamId } = await answerOf(admin("createTeam", { ...org, body: team }));
    const put = (over: Partial<typeof team>) =>
      answerOf(admin("putTeam", { ...org, teamId, body: { ...team, ...over } }));
    const tagged = async (tags: string[]) => {
      const at = { projectId: PROJECT };
      const { version: _, ...settings } = await answerOf(admin("getProjectSettings", at));
      const location = { ...settings.location, street: "1 rue X", zipCode: "54000", city: "Nancy" };
      await answerOf(admin("putProjectSettings", { ...at, body: { ...settings, location, tags } }));
    };
    deepStrictEqual(await opened(member), OPEN);
    await put({ roles: [] });
    deepStrictEqual(await opened(member), CLOSED, "role");
    await put({});
    deepStrictEqual(await opened(member), OPEN);
    await tagged([]);
    deepStrictEqual(await opened(member), CLOSED, "tag");
    await put({ tags: [] });
    deepStrictEqual(await opened(member), OPEN);
    await put({ tags: [], users: [] });
    deepStrictEqual(await opened(member), CLOSED, "member");
    await put({ tags: [] });
    await answerOf(admin("deleteTeam", { ...org, teamId }));
    deepStrictEqual(await opened(member), CLOSED, "team");
  }));

// @spec roles.last-role
Deno.test("an administrator without a role opens the organisation until they are one no more", () =>
  withLastMember([], async (admin, member) => {
    await answerOf(admin("addOrgAdmin", { ...org, body: { email: EMAIL } }));
    deepStrictEqual(await opened(member), OPEN);
    await answerOf(admin("removeOrgAdmin", { ...org, email: EMAIL }));
    deepStrictEqual(await opened(member), CLOSED);
  }));

// @spec roles.last-role
Deno.test("an invited person sees the organisation while they await their first role, by a team too", () =>
  withLastMember(READ, async (admin, _, built) => {
    for (const [rank, isByTeam] of [true, false].entries()) {
      const email = `inv${rank}@bailleur.fr`;
      await answerOf(
        admin("inviteUser", { ...org, body: { email, forename: "Zoé", surname: "Petit" } }),
      );
      const { value } = await built.store.get(keys.accountByEmail(email));
      const invited = callAs(built, memberCaller(String(value), email));
      deepStrictEqual(await opened(invited), OPEN);
      const team = { name: email, roles: [...READ], users: [email], tags: [] };
      const direct = { projectId: PROJECT, email };
      if (isByTeam) {
        const { id: teamId } = await answerOf(admin("createTeam", { ...org, body: team }));
        deepStrictEqual(await opened(invited), OPEN);
        await answerOf(admin("deleteTeam", { ...org, teamId }));
      } else {
        const give = (roles: Role[]) =>
          answerOf(admin("putProjectUserRoles", { ...direct, body: { roles } }));
        await give([...READ]);
        deepStrictEqual(await opened(invited), OPEN);
        await give([]);
      }
      deepStrictEqual(await opened(invited), CLOSED);
    }
  }));

Deno.test("reachCount() counts every residence without tags, else those that share one", () => {
  const residences = [{ tags: ["a"] }, { tags: ["a", "b"] }, { tags: [] }];
  strictEqual(reachCount({ roles: [], tags: [] }, residences), 3);
  strictEqual(reachCount({ roles: [], tags: ["b", "c"] }, residences), 1);
});

Deno.test("userLines() names teams and residences, without deleted ones", () => {
  const member = {
    email: "ada@b.fr",
    forename: "Ada",
    surname: "Durand",
    isAdmin: false,
    projects: [{ projectId: "p2", roles: [] }, { projectId: "p1", roles: [] }, {
      projectId: "gone",
      roles: [],
    }],
    teams: ["t2", "gone"],
  };
  const residences = [{ id: "p2", name: "Les Lilas" }, { id: "p1", name: "Les Acacias" }];
  const teams = [{ id: "t1", name: "Nord" }, { id: "t2", name: "Sud" }];
  const [line] = userLines([member], teams, residences);
  deepStrictEqual([line?.teams, line?.residences.map(({ name }) => name)], [
    ["Sud"],
    ["Les Acacias", "Les Lilas"],
  ]);
});

function aLine(over: Partial<UserLine> & { email: string }): UserLine {
  return {
    forename: "",
    surname: "",
    isAdmin: false,
    isInvited: false,
    teams: [],
    residences: [],
    ...over,
  };
}

const ZOE = aLine({ email: "zoe@b.fr", forename: "Zoé", surname: "Élan", teams: ["Nord"] });
const ADA = aLine({
  email: "ada@b.fr",
  forename: "Ada",
  surname: "Durand",
  isAdmin: true,
  residences: [{ id: "p1", name: "Les Lilas", roles: ["pilot"] }],
});
const IDA = aLine({
  email: "ida@b.fr",
  forename: "Ida",
  surname: "Durand",
  teams: ["Nord", "Sud"],
});

function emails(query: string): string[] {
  return keptUnder(USERS, [ZOE, IDA, ADA], query).map(({ email }) => email);
}

// @spec organisations.fields
Deno.test("USERS are listed by surname then forename", () => {
  deepStrictEqual(emails(""), ["ada@b.fr", "ida@b.fr", "zoe@b.fr"]);
});

Deno.test("USERS filter by administration, team, residence and words without accents", () => {
  deepStrictEqual(emails("filter:admin=yes"), ["ada@b.fr"]);
  deepStrictEqual(emails("filter:team=Nord"), ["ida@b.fr", "zoe@b.fr"]);
  deepStrictEqual(emails("filter:residence=Les Lilas"), ["ada@b.fr"]);
  deepStrictEqual(emails("filter:search=elan ZOE"), ["zoe@b.fr"]);
  deepStrictEqual(emails("filter:search=nul"), []);
});

Deno.test("USERS sort by each column, administrators first and empty cells last", () => {
  const sortedBy = (field: string, direction: "asc" | "desc" = "asc") =>
    emails(`sort=${field}:${direction}`);
  deepStrictEqual(sortedBy("email", "desc"), ["zoe@b.fr", "ida@b.fr", "ada@b.fr"]);
  deepStrictEqual(sortedBy("admin"), ["ada@b.fr", "ida@b.fr", "zoe@b.fr"]);
  deepStrictEqual(sortedBy("teams", "desc"), ["ida@b.fr", "zoe@b.fr", "ada@b.fr"]);
  deepStrictEqual(sortedBy("residences", "desc"), ["ada@b.fr", "ida@b.fr", "zoe@b.fr"]);
});
