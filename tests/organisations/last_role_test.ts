import { deepStrictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { memberCaller } from "@/lib/identity/caller.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { callAs, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

const org = { orgId: ORG };
const EMAIL = "bob@bailleur.fr";
const READ: readonly Role[] = ["collect:documents:read"];

/** An administrator of a tagged residence, and a member with some roles on it. */
function withMember(
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
  withMember(READ, async (admin, member) => {
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
  withMember([], async (admin, member) => {
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
  withMember([], async (admin, member) => {
    await answerOf(admin("addOrgAdmin", { ...org, body: { email: EMAIL } }));
    deepStrictEqual(await opened(member), OPEN);
    await answerOf(admin("removeOrgAdmin", { ...org, email: EMAIL }));
    deepStrictEqual(await opened(member), CLOSED);
  }));

// @spec roles.last-role
Deno.test("an invited person sees the organisation while they await their first role, by a team too", () =>
  withMember(READ, async (admin, _, built) => {
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
