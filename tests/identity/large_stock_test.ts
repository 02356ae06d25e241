import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { accountByEmail } from "@/lib/identity/accounts.ts";
import { keys } from "@/lib/store/keys.ts";
import { elsewhere, isOf } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

const RESIDENCES = 1_000;
const PER_COMMIT = 100;

// @spec projects.attention
Deno.test("the red balances of today are not read again in each of 1,000 residences", () =>
  withResidence(async (built) => {
    await someone(built, { isAdmin: true });
    const account = await accountByEmail(built.store, "ada@bailleur.fr");
    ok(account);
    for (let from = 0; from < RESIDENCES; from += PER_COMMIT) {
      const atomic = built.store.atomic();
      for (let rank = from; rank < from + PER_COMMIT; rank++) {
        const projectId = `stock${rank}`;
        atomic.set(keys.project(projectId), aProject({ name: `Résidence ${rank}` }))
          .set(keys.projectOfOrg(ORG, projectId), true)
          .set(keys.roles(projectId, account.id), ["collect:boilerroom:read"])
          .set(keys.rolesOfAccount(account.id, projectId), true);
      }
      await atomic.commit();
    }
    const { ask, read } = await elsewhere(built);
    const show = async () => {
      read.length = 0;
      const silences = await ask("listSilences", { orgId: ORG });
      ok((await ask("compareBoilerRooms", { orgId: ORG, segment: "monthly-2026" })).ok);
      ok(silences.ok);
      return silences.answer.length;
    };
    strictEqual(await show(), RESIDENCES + 1);
    strictEqual(await show(), RESIDENCES + 1);
    const ofResidences = isOf(keys.project, keys.equipment, keys.dataseries, keys.house);
    deepStrictEqual(read.filter(ofResidences), []);
  }));

// @spec roles.of-person
Deno.test("the roles of all users on a residence read its teams once", () =>
  withResidence(async (built) => {
    await someone(built, { isAdmin: true, roles: ["collect"] });
    for (const name of ["bob", "eve"]) {
      await someone(built, { email: `${name}@bailleur.fr`, roles: ["collect:read"] });
    }
    const { ask, read } = await elsewhere(built);
    read.length = 0;
    const roles = await answerOf(ask("listProjectRoles", { projectId: PROJECT }));
    strictEqual(roles.length, 3);
    // Once for the rights of the caller, once for those of all three.
    strictEqual(read.filter(isOf(keys.team)).length, 2);
  }));
