import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { purgeReports, sweep } from "@/lib/app/sweep.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { A_REPORT } from "@/tests/helpers/consumption_reports.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const DAY_MS = 86_400_000;

Deno.test("sweep() deletes expired entries of each kind although two of them fail", () =>
  withStore(async (store, { now }) => {
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

Deno.test("purgeReports() deletes ordered reports from thirty days after their order", () =>
  withStore(async (store, { now }) => {
    const ages = { young: 1, kept: 30 * DAY_MS - 1, old: 30 * DAY_MS };
    for (const [id, ageMs] of Object.entries(ages)) {
      const report = { ...A_REPORT, createdAt: new Date(now() - ageMs).toISOString() };
      await store.atomic().set(keys.queuedReport("a1", id), report).set(keys.blob(id), {}).commit();
    }
    strictEqual(await purgeReports({ store, now }), 1);
    deepStrictEqual(await listIds(store, keys.queuedReport.under("a1")), ["kept", "young"]);
    strictEqual((await store.get(keys.blob("old"))).value, null);
  }));
