import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { mailAlarms } from "@/lib/alarms/mail_job.ts";
import { makeReports } from "@/lib/consumption_reports/pdf_jobs.ts";
import { jobStates, recordedRun } from "@/lib/platform/job_records.ts";
import { keys } from "@/lib/store/keys.ts";
import { leaseRecord, withLease } from "@/lib/store/leases.ts";
import { listIds, readEntry, type Store } from "@/lib/store/store.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { LEASE_MS, looksWhole, writeOrders } from "@/tests/helpers/consumption_reports.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";
import { withStoreFile } from "@/tests/helpers/stores.ts";
import { withReport } from "@/tests/helpers/webhooks.ts";
import { STEP_HOLD_MS, Suspended } from "./suspended_job.ts";
import { stored, withWatchedCircuit } from "./watched_circuit.ts";

const JOB = "purge series";
const MINUTE_MS = 60_000;

/**
 * Runs the step's job here, like the next run of another process. @returns null when another
 * process has the lease
 */
async function runHere(store: Store, now: () => number): Promise<string | null> {
  let answer: string | null = null;
  await recordedRun({ store, now }, JOB, async () => {
    const work = () => Promise.resolve("ran");
    return answer = await withLease(store, JOB, { holdMs: STEP_HOLD_MS, now, work });
  });
  return answer;
}

async function shown(store: Store) {
  return (await jobStates(store, Date.now())).find(({ name }) => name === JOB);
}

/** The end of the lease of the other process, epoch ms. */
async function leaseEnd(store: Store): Promise<number> {
  const { value } = await readEntry(store, keys.lease(JOB), leaseRecord);
  return value?.untilMs ?? 0;
}

// @spec platform.jobs
Deno.test("step longer than its lease does not lose it, and a suspended process does", () =>
  withStoreFile((path) =>
    withPlatform(async ({ store }) => {
      // Its record and its lease, then six renewals, each a third of a lease after the one before.
      const other = new Suspended("step", { path, commit: 9 });
      await other.suspended();
      const untilMs = await leaseEnd(store);
      const startedMs = Date.parse((await shown(store))?.startedAt ?? "");
      ok(untilMs >= startedMs + 3 * STEP_HOLD_MS);
      strictEqual(await runHere(store, () => untilMs - 1), null);
      deepStrictEqual((await shown(store))?.endedAt, null);
      strictEqual(await runHere(store, () => Date.now() + MINUTE_MS), "ran");
      const here = await shown(store);
      ok(here?.endedAt);
      strictEqual(await other.resumed(), "false");
      deepStrictEqual(await shown(store), here);
    }, { path })
  ));

// @spec reports.orders
Deno.test("process suspended during a report leaves the file made meanwhile by another one", async () => {
  // Between two pages, before its parts are written, and before the file is recorded.
  for (const commit of [12, 29, 30]) {
    await withStoreFile(async (path) => {
      await writeOrders(path, 1);
      const other = new Suspended("make reports", { path, commit });
      await other.suspended();
      await withPlatform(async ({ store, clock, platform: { own: { services } } }) => {
        clock.advance(LEASE_MS);
        strictEqual(await makeReports(services), 1);
        await other.resumed();
        await looksWhole(store, 1);
        strictEqual((await listIds(store, keys.blob.under())).length, 1);
      }, { path });
    });
  }
});

// @spec alarms.evaluation
Deno.test("process suspended before it raised an alarm leaves the one that another raised and ended", () =>
  withStoreFile((path) =>
    withWatchedCircuit(async ({ built: { store }, sendEvery }) => {
      await sendEvery(10, [85]);
      const other = new Suspended("watch alarms", { path, afterMs: 16 * MINUTE_MS, commit: 1 });
      await other.suspended();
      await sendEvery(10, [85, 85]);
      strictEqual((await stored(store, "open")).length, 1);
      await sendEvery(10, [70, 70]);
      const closed = await stored(store, "closed");
      strictEqual(closed.length, 1);
      await other.resumed();
      deepStrictEqual(await stored(store, "open"), []);
      deepStrictEqual(await stored(store, "closed"), closed);
      strictEqual((await listIds(store, keys.alarmEvent.under(ORG))).length, 2);
    }, { path })
  ));

// @spec alarms.webhooks
Deno.test("process suspended after a refused post leaves the success of another one's", () =>
  withStoreFile((path) =>
    withReport(
      async ({ store, clock, platform, received, answers, run, report }) => {
        answers(() => new Response(null, { status: 503 }));
        await storeAlarm(store);
        ok(await mailAlarms(platform.own.services));
        // The lease, its renewal, and the result of the post.
        const other = new Suspended("post webhooks", { path, commit: 3 });
        await other.suspended();
        strictEqual(received.length, 1);
        answers(() => new Response(null, { status: 204 }));
        clock.advance(3 * MINUTE_MS);
        await run();
        await other.resumed();
        strictEqual(received.length, 2);
        strictEqual((await report())?.webhookFailure, null);
        strictEqual((await listIds(store, keys.webhookPost.under())).length, 0);
      },
      {},
      { path },
    )
  ));
