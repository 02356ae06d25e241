import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, listIds, type Store } from "@/lib/store/store.ts";
import { anAccount, PASSWORD, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, withMember } from "@/tests/helpers/a_residence.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, codeOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

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
    during(keys.member(ORG, bob.id), () => ada("putTeam", { orgId: ORG, teamId, body }));
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
