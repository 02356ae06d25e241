import { deepStrictEqual, rejects } from "node:assert/strict";
import { Versions } from "@/lib/backend/cache/versions.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { CallerRolesCache } from "@/lib/backend/records/caller_roles.ts";
import { memberCaller } from "@/lib/contract/caller.ts";
import { withPlatform } from "@/tests/backend/a_platform.ts";
import { ORG, PROJECT, writeResidence } from "@/tests/backend/a_residence.ts";
import { faultyStore } from "@/tests/backend/kv/faulty_store.ts";

Deno.test("CallerRolesCache reads the residences of an account again after the store failed once", () =>
  withPlatform(async (built) => {
    await writeResidence(built);
    await built.store.atomic().set(keys.member(ORG, "a1"), { isAdmin: false })
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
