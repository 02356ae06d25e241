import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { createAccount } from "@/lib/identity/accounts.ts";
import type { TeamDraft } from "@/lib/organisations/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  anAccount,
  CHEAP,
  signedIn,
  type TestPlatform,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

const EVE = "eve@bailleur.fr";

function aTeam(over: Partial<TeamDraft> = {}): TeamDraft {
  return { name: "Nord", roles: ["collect:read"], users: [EVE], tags: [], ...over };
}

/** An organisation administered by Ada, with two tags; Eve has an account only. */
async function withAda(
  test: (built: TestPlatform, asks: { ada: CallFunction; eve: CallFunction }) => Promise<void>,
): Promise<void> {
  await withPlatform(async (built) => {
    await writeResidence(built, { project: { tags: ["nord"] } });
    const values = ["nord", "sud"].map((id, sortOrder) => ({ id, label: id, sortOrder }));
    await built.store.atomic()
      .set(keys.tag(ORG, "branch"), { name: "Agence", sortOrder: 1, values })
      .commit();
    await anAccount(built, { email: EVE });
    const ada = await someone(built, { isAdmin: true });
    await test(built, { ada, eve: (await signedIn(built, EVE)).ask });
  });
}

async function rolesOf(ask: CallFunction): Promise<number> {
  const result = await ask("getProject", { projectId: PROJECT });
  return result.ok ? result.answer.allRoles.length : 0;
}

// @spec organisations.teams
Deno.test("team's roles apply at once: everywhere without tags, or where it shares one with the residence", () =>
  withAda(async (_, { ada, eve }) => {
    strictEqual(await rolesOf(eve), 0);
    const made = await answerOf(ada("createTeam", { orgId: ORG, body: aTeam() }));
    const place = { orgId: ORG, teamId: made.id };
    // collect:read with all the roles it implies.
    strictEqual(await rolesOf(eve), 12);
    strictEqual(codeOf(await ada("putTeam", { ...place, body: aTeam({ tags: ["sud"] }) })), "ok");
    strictEqual(await rolesOf(eve), 0);
    strictEqual(
      codeOf(await ada("putTeam", { ...place, body: aTeam({ tags: ["sud", "nord"] }) })),
      "ok",
    );
    strictEqual(await rolesOf(eve), 12);
    strictEqual(codeOf(await ada("deleteTeam", place)), "ok");
    strictEqual(await rolesOf(eve), 0);
    strictEqual(codeOf(await ada("deleteTeam", place)), "not-found");
    strictEqual(codeOf(await ada("putTeam", { ...place, body: aTeam() })), "not-found");
  }));

Deno.test("createTeam() refuses unknown users and tags, and the platform's own role", () =>
  withAda(async (built, { ada }) => {
    const refusals = [
      aTeam({ users: ["nul@bailleur.fr"] }),
      aTeam({ tags: ["est"] }),
      aTeam({ roles: ["admin"] }),
    ];
    const codes = await Promise.all(
      refusals.map(async (body) => codeOf(await ada("createTeam", { orgId: ORG, body }))),
    );
    deepStrictEqual(codes, ["unknown-user", "unknown-reference", "role-not-offered"]);
    deepStrictEqual(await Array.fromAsync(built.store.list({ prefix: ["team", ORG] })), []);
  }));

Deno.test("team of a thousand new members is written whole", () =>
  withAda(async (built, { ada }) => {
    const users = Array.from({ length: 1_000 }, (_, rank) => `p${rank}@bailleur.fr`);
    for (const email of users) {
      const person = { email, forename: "P", surname: email, password: "x", platformAdmin: false };
      await createAccount(built.store, person, { now: built.clock.now(), cost: CHEAP });
    }
    strictEqual(codeOf(await ada("createTeam", { orgId: ORG, body: aTeam({ users }) })), "ok");
    const list = await answerOf(ada("listOrgUsers", { orgId: ORG }));
    strictEqual(list.filter(({ teams }) => teams.length === 1).length, 1_000);
  }));
