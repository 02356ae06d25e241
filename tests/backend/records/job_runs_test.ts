import { rejects, strictEqual } from "node:assert/strict";
import { withLease } from "@/lib/backend/jobs/leases.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { jobStates, recordedRun } from "@/lib/backend/records/job_runs.ts";
import { aClock, withStore } from "@/tests/backend/fixtures.ts";

const HOUR_MS = 3_600_000;

Deno.test("recordedRun() leaves the failure of another process that ended while it ran", () =>
  withStore(async (store) => {
    const { now, advance } = aClock();
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = recordedRun({ store, now }, "send outbox", () => {
      begun.resolve();
      return slow.promise;
    });
    await begun.promise;
    advance(1_000);
    const failing = () => Promise.reject(new Error("disk is full"));
    await rejects(recordedRun({ store, now }, "send outbox", failing), /disk is full/);
    advance(1_000);
    slow.resolve();
    await first;
    const [state] = (await jobStates(store, now())).filter(({ name }) => name === "send outbox");
    strictEqual(state?.lastError, "Error: disk is full");
    strictEqual(state.lastErrorAt, "2026-02-10T11:00:01.000Z");
    strictEqual(state.endedAt, "2026-02-10T11:00:02.000Z");
  }));

Deno.test("jobStates() says that a run was interrupted an hour after its start, unless its lease is held", () =>
  withStore(async (store) => {
    const { now, advance } = aClock();
    const killed = { startedAt: now(), endedAt: null, lastError: null, lastErrorAt: null };
    await store.atomic().set(keys.jobRun("purge series"), killed).commit();
    const isInterrupted = async () =>
      (await jobStates(store, now())).find(({ name }) => name === "purge series")?.isInterrupted;
    strictEqual(await isInterrupted(), false);
    advance(HOUR_MS);
    strictEqual(await isInterrupted(), true);
    await withLease(store, "purge series", {
      holdMs: 60_000,
      now,
      work: async () => strictEqual(await isInterrupted(), false),
    });
    await recordedRun({ store, now }, "purge series", () => Promise.resolve());
    strictEqual(await isInterrupted(), false);
  }));
