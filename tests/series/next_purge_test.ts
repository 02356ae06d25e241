import { deepStrictEqual } from "node:assert/strict";
import { getNextPurge } from "@/lib/series/retention.ts";
import { keys } from "@/lib/store/keys.ts";
import { ORG, withResidence } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

Deno.test("getNextPurge() starts no other residence after half a second, unless called for all", () =>
  withResidence(async (built) => {
    await built.store.atomic()
      .set(keys.projectOfOrg(ORG, "zz-1"), true)
      .set(keys.projectOfOrg(ORG, "zz-2"), true)
      .commit();
    // The clock is read at the start, then once for each residence, 200 ms later each time.
    let nowMs = Date.UTC(2026, 1, 21, 2);
    const services = { ...built.platform.own.services, now: () => nowMs += 200 };
    const uncounted = async (everything?: "true") => {
      const next = await answerOf(getNextPurge(services, { orgId: ORG, everything }));
      return next?.uncountedCount;
    };
    deepStrictEqual([await uncounted(), await uncounted("true")], [1, 0]);
  }));
