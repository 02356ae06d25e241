import { deepStrictEqual, match, rejects, strictEqual } from "node:assert/strict";
import { jobStates, recordedRun } from "@/lib/platform/job_records.ts";
import { jobErrorText } from "@/lib/platform/text.ts";
import { keys } from "@/lib/store/keys.ts";
import { withLease } from "@/lib/store/leases.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const HOUR_MS = 3_600_000;

Deno.test("recordedRun() keeps the first three hundred characters of an error", () =>
  withStore(async (store, { now }) => {
    const failing = () => Promise.reject(new Error("x".repeat(5_000)));
    await rejects(recordedRun({ store, now }, "send outbox", failing));
    const state = (await jobStates(store, now())).find(({ name }) => name === "send outbox");
    strictEqual(state?.lastError, `Error: ${"x".repeat(293)}`);
  }));

Deno.test("jobStates() shows a run as interrupted an hour after its start, unless its lease is held", () =>
  withStore(async (store, { now, advance }) => {
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

// @spec platform.jobs
Deno.test("recordedRun() shows the run of the process that has the lease, and none for those that find it taken", () =>
  withStore(async (store, { now, advance }) => {
    const shown = async () =>
      (await jobStates(store, now())).find(({ name }) => name === "watch alarms");
    const [begun, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const run = (work: () => Promise<void>) =>
      recordedRun(
        { store, now },
        "watch alarms",
        () => withLease(store, "watch alarms", { holdMs: 5 * 60_000, now, work }),
      );
    const first = run(() => {
      begun.resolve();
      return slow.promise;
    });
    await begun.promise;
    for (let minute = 0; minute < 3; minute++) {
      const isSlow = minute > 0;
      deepStrictEqual([(await shown())?.endedAt, (await shown())?.isSlow], [null, isSlow]);
      advance(60_001);
      await run(() => Promise.reject(new Error("held elsewhere")));
      await recordedRun({ store, now }, "watch alarms", () => Promise.resolve(0));
    }
    slow.resolve();
    await first;
    const { startedAt, endedAt, isSlow } = await shown() ?? {};
    deepStrictEqual([startedAt, endedAt, isSlow], [
      "2026-02-10T11:00:00.000Z",
      "2026-02-10T11:03:00.003Z",
      true,
    ]);
    await run(() => Promise.resolve());
    strictEqual((await shown())?.startedAt, "2026-02-10T11:03:00.003Z");
  }));

// @spec platform.jobs
Deno.test("recordedRun() starts a run after one whose process was killed, and shows only that one as interrupted", () =>
  withStore(async (store, { now, advance }) => {
    const killed = { startedAt: now(), endedAt: null, lastError: "no", lastErrorAt: now() };
    await store.atomic().set(keys.jobRun("mail alarms"), killed).commit();
    advance(60_000);
    await recordedRun({ store, now }, "mail alarms", () => Promise.resolve(null));
    const state = (await jobStates(store, now())).find(({ name }) => name === "mail alarms");
    deepStrictEqual([state?.startedAt, state?.endedAt, state?.lastError], [
      "2026-02-10T11:01:00.000Z",
      "2026-02-10T11:01:00.000Z",
      "no",
    ]);
  }));

// @spec platform.jobs
Deno.test("recordedRun() shows why a run was given up, and the next one starts", () =>
  withStore(async (store, { now, advance }) => {
    const run = (work: () => Promise<void>) =>
      recordedRun(
        { store, now },
        "mail alarms",
        () => withLease(store, "mail alarms", { holdMs: 60_000, now, stepMs: 1, work }),
      );
    await rejects(run(() => new Promise(() => {})), /given up/);
    const shown = async () =>
      (await jobStates(store, now())).find(({ name }) => name === "mail alarms");
    const { endedAt, lastErrorAt, lastError } = await shown() ?? {};
    deepStrictEqual([endedAt, lastErrorAt], [new Date(now()).toISOString(), endedAt]);
    match(jobErrorText(lastError ?? ""), /^passage abandonné, une étape a duré plus de /);
    advance(60_000);
    await run(() => Promise.resolve());
    strictEqual((await shown())?.endedAt, new Date(now()).toISOString());
  }));
