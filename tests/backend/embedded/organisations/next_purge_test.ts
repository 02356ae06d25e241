import { deepStrictEqual } from "node:assert/strict";
import { getNextPurge } from "@/lib/backend/embedded/organisations/next_purge.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { withPlatform } from "@/tests/backend/a_platform.ts";
import { ORG, writeResidence } from "@/tests/backend/a_residence.ts";

Deno.test("getNextPurge() begins no other residence after half a second, unless asked for all", () =>
  withPlatform(async (built) => {
    await writeResidence(built);
    await built.store.atomic()
      .set(keys.projectOfOrg(ORG, "zz-1"), true)
      .set(keys.projectOfOrg(ORG, "zz-2"), true)
      .commit();
    // The time is asked for when the count begins, then once a residence: each finds it 200 ms later.
    let nowMs = Date.UTC(2026, 1, 21, 2);
    const services = { ...built.platform.own.services, now: () => nowMs += 200 };
    const uncounted = async (everything?: "true") => {
      const next = await getNextPurge(services, { orgId: ORG, everything });
      return next.ok && next.answer?.uncountedCount;
    };
    deepStrictEqual([await uncounted(), await uncounted("true")], [1, 0]);
  }));
