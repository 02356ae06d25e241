import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { purgeReports } from "@/lib/backend/jobs/purge_reports.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { aClock, withStore } from "@/tests/backend/fixtures.ts";

const DAY_MS = 86_400_000;

Deno.test("purgeReports() deletes ordered reports from thirty days after their order", () =>
  withStore(async (store) => {
    const { now } = aClock();
    const ages = { young: 1, kept: 30 * DAY_MS - 1, old: 30 * DAY_MS };
    for (const [id, ageMs] of Object.entries(ages)) {
      await store.atomic().set(keys.queuedReport("a1", id), {
        label: "Rapports",
        projectId: null,
        state: "done",
        progress: 100,
        fileName: "rapports.pdf",
        createdAt: new Date(now() - ageMs).toISOString(),
      }).set(keys.blob(id), {}).commit();
    }
    strictEqual(await purgeReports({ store, now }), 1);
    deepStrictEqual(await listIds(store, keys.queuedReport.under("a1")), ["kept", "young"]);
    strictEqual((await store.get(keys.blob("old"))).value, null);
  }));
