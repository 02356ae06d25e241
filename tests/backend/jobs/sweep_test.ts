import { rejects, strictEqual } from "node:assert/strict";
import { sweep } from "@/lib/backend/jobs/sweep.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { aClock, withStore } from "@/tests/backend/fixtures.ts";

Deno.test("sweep() deletes expired entries of each kind although two of them fail", () =>
  withStore(async (store) => {
    const { now } = aClock();
    // An unreadable report, and a line of an audit log of six years ago.
    const line = keys.audit("platform", Date.parse("2020-01-01T00:00:00Z"), "a1");
    await store.atomic().set(keys.queuedReport("a1", "r1"), { createdAt: 7 }).set(line, {})
      .commit();
    let isSwept = false;
    const sweepFiles = () => {
      isSwept = true;
      return Promise.reject(new Error("no such folder"));
    };
    await rejects(
      sweep({ store, now, sweepFiles }),
      /^AggregateError: 2 of the removals failed: queued_report\/a1\/r1: .*; broken deposits: Error: no such/,
    );
    strictEqual(isSwept, true);
    strictEqual((await store.get(line)).versionstamp, null);
  }));
