import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { CallerRolesCache } from "@/lib/app/caller_roles.ts";
import { type AccountRoles, memberCaller } from "@/lib/identity/caller.ts";
import { type Scope, Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { aProject, ORG, PROJECT, withResidence } from "@/tests/helpers/a_residence.ts";
import { faultyStore } from "@/tests/helpers/changed_stores.ts";
import { type HandClock, withStore } from "@/tests/helpers/fixtures.ts";

Deno.test("CallerRolesCache reads the residences of an account again after the store failed once", () =>
  withResidence(async (built) => {
    await built.store.atomic().set(keys.member(ORG, "a1"), { isAdmin: false })
      .set(keys.rolesOfAccount("a1", PROJECT), true)
      .set(keys.roles(PROJECT, "a1"), ["collect"]).commit();
    const faults = { errorRate: 0, conflictRate: 0, delayRate: 0, delayMs: 0 };
    const store = faultyStore(built.store, faults, 1);
    const { now } = built.clock;
    const roles = new CallerRolesCache(store, new Versions(store, now), now).of(memberCaller("a1"));
    await roles.isMemberOf(ORG);
    faults.errorRate = 1;
    await rejects(roles.rolesByProject(ORG));
    faults.errorRate = 0;
    deepStrictEqual([...(await roles.rolesByProject(ORG)).keys()], [PROJECT]);
  }));

const ADA = "a1";
const DIRECT = "direct";
const TAGGED = "tagged";
const HIDDEN = "hidden";

interface Membership {
  readonly store: Store;
  readonly clock: HandClock;
  readonly roles: AccountRoles;
  bump(...scopes: Scope[]): Promise<unknown>;
}

/**
 * Ada has a role on one residence, and another on those with a tag, by a team; a team without her has roles on all.
 */
function withGrants(test: (membership: Membership) => Promise<void>): Promise<void> {
  return withStore(async (store, clock) => {
    const atomic = store.atomic().set(keys.member(ORG, ADA), { isAdmin: false })
      .set(keys.roles(DIRECT, ADA), ["collect:display:read"])
      .set(keys.team(ORG, "t1"), aTeam([ADA], ["north"]))
      .set(keys.team(ORG, "t2"), aTeam(["a2"], []));
    for (const projectId of [DIRECT, HIDDEN, TAGGED]) {
      const tags = projectId === TAGGED ? ["north"] : [];
      atomic.set(keys.project(projectId), { ...aProject(), tags })
        .set(keys.projectOfOrg(ORG, projectId), true);
    }
    await atomic.commit();
    const versions = new Versions(store, clock.now);
    const roles = new CallerRolesCache(store, versions, clock.now).of(memberCaller(ADA));
    await test({ store, clock, roles, bump: (...scopes) => versions.bump(scopes) });
  });
}

function aTeam(accountIds: readonly string[], tags: readonly string[]) {
  return { name: "", roles: ["collect:housesconsreport:read"], accountIds, tags };
}

async function visible(roles: AccountRoles): Promise<string[]> {
  return [...(await roles.rolesByProject(ORG)).keys()];
}

// @spec roles.effective
Deno.test("CallerRolesCache lists the residences where a member has a role, their own or of their teams", () =>
  withGrants(async ({ roles }) => {
    deepStrictEqual(await visible(roles), [DIRECT, TAGGED]);
    strictEqual((await roles.rolesOn(DIRECT)).has("collect:display:read"), true);
    strictEqual((await roles.rolesOn(DIRECT)).has("collect:housesconsreport:read"), false);
    strictEqual((await roles.rolesOn(TAGGED)).has("collect:housesconsreport:read"), true);
    strictEqual((await roles.rolesOn(HIDDEN)).size, 0);
  }));

// @spec roles.effective
Deno.test("CallerRolesCache gives no role to an account that left the organisation, although its grants remain", () =>
  withGrants(async ({ store, roles }) => {
    await store.atomic().delete(keys.member(ORG, ADA)).commit();
    deepStrictEqual([await roles.isMemberOf(ORG), await visible(roles)], [false, []]);
    for (const projectId of [DIRECT, TAGGED]) strictEqual((await roles.rolesOn(projectId)).size, 0);
  }));

Deno.test("CallerRolesCache follows each change of a membership, a role or a tag, whichever version it changes", () =>
  withGrants(async ({ store, roles, bump }) => {
    const account = { kind: "account", id: ADA } as const;
    const org = { kind: "org", id: ORG } as const;
    deepStrictEqual(await visible(roles), [DIRECT, TAGGED]);
    await store.atomic().delete(keys.roles(DIRECT, ADA)).commit();
    await bump(account);
    deepStrictEqual(await visible(roles), [TAGGED]);
    await store.atomic().set(keys.project(TAGGED), aProject()).commit();
    await bump(org, { kind: "project", id: TAGGED });
    deepStrictEqual(await visible(roles), []);
    await store.atomic().set(keys.team(ORG, "t1"), aTeam([ADA], [])).commit();
    await bump(org);
    deepStrictEqual(await visible(roles), [DIRECT, HIDDEN, TAGGED]);
    await store.atomic().delete(keys.member(ORG, ADA)).commit();
    await bump(account);
    deepStrictEqual(await visible(roles), []);
  }));

Deno.test("CallerRolesCache sees the write of another program after a minute, and on a residence after ten", () =>
  withGrants(async ({ store, clock, roles }) => {
    deepStrictEqual(await visible(roles), [DIRECT, TAGGED]);
    await store.atomic().delete(keys.roles(DIRECT, ADA)).delete(keys.team(ORG, "t1")).commit();
    clock.advance(60_000);
    deepStrictEqual(await visible(roles), [DIRECT]);
    clock.advance(540_000);
    deepStrictEqual(await visible(roles), []);
  }));
