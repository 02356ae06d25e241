import { rejects, strictEqual } from "node:assert/strict";
import { sweep } from "@/lib/backend/jobs/sweep.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { aClock, withStore } from "@/tests/backend/fixtures.ts";

Deno.test("sweep() removes what is past its age of each kind although one of them fails", () =>
  withStore(async (store) => {
    const { now } = aClock();
    // A report that cannot be read, and a line of an audit log of six years ago.
    const line = keys.audit("platform", Date.parse("2020-01-01T00:00:00Z"), "a1");
    await store.atomic().set(keys.queuedReport("a1", "r1"), { createdAt: 7 }).set(line, {})
      .commit();
    let isSwept = false;
    const sweepFiles = () => Promise.resolve(isSwept = true);
    await rejects(
      sweep({ store, now, sweepFiles }),
      /^AggregateError: 1 of the removals failed: ordered reports: /,
    );
    strictEqual(isSwept, true);
    strictEqual((await store.get(line)).versionstamp, null);
  }));
