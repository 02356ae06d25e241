import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { z } from "zod";
import { pause } from "@/lib/base/concurrency.ts";
import { CLOCKS_DIFFER_MS } from "@/lib/store/expiry.ts";
import { dueRows, retryAfterMs } from "@/lib/store/job_queue.ts";
import { RunFaults, withFaults } from "@/lib/store/job_runs.ts";
import { isInterrupted, isSlow, JOB_NAMES, JOBS, nextRun } from "@/lib/store/jobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Lease, withinSteps, withLease } from "@/lib/store/leases.ts";
import { idOf, type Store } from "@/lib/store/store.ts";
import { aroundStore, countedStore } from "@/tests/helpers/changed_stores.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";

function next(schedule: string, after: string): string | null {
  const ms = nextRun(schedule, Date.parse(after));
  return ms === null ? null : new Date(ms).toISOString().replace(":00.000Z", "");
}

Deno.test("nextRun() is the next minute that matches every field", () => {
  strictEqual(next("* * * * *", "2026-02-10T11:00:00Z"), "2026-02-10T11:01");
  strictEqual(next("* * * * *", "2026-02-10T11:00:59Z"), "2026-02-10T11:01");
  strictEqual(next("*/5 * * * *", "2026-02-10T11:04:10Z"), "2026-02-10T11:05");
  strictEqual(next("*/5 * * * *", "2026-02-10T11:55:00Z"), "2026-02-10T12:00");
  strictEqual(next("15 3 * * *", "2026-12-31T03:15:00Z"), "2027-01-01T03:15");
  strictEqual(next("0 6,18 * * 1-5", "2026-02-13T18:00:00Z"), "2026-02-16T06:00");
  strictEqual(next("30 2 1 */3 *", "2026-02-10T00:00:00Z"), "2026-04-01T02:30");
  strictEqual(next("0 0 31 2 *", "2026-02-10T00:00:00Z"), null);
});

Deno.test("isInterrupted() is true for a run without an end an hour after its start", () => {
  const startedAt = 1_000;
  const after = (ms: number, endedAt: number | null = null) =>
    isInterrupted({ startedAt, endedAt }, startedAt + ms);
  strictEqual(after(3_599_999), false);
  strictEqual(after(3_600_000), true);
  strictEqual(after(3_600_000, 2_000), false);
  // The clock was set back since.
  strictEqual(after(-7_200_000), false);
});

// @spec platform.jobs
Deno.test("isSlow() is true for a run that lasts beyond the next one of its schedule", () => {
  const startedAt = Date.parse("2026-02-10T11:00:00.200Z");
  const next = Date.parse("2026-02-10T11:05:00Z");
  const slow = (endedAt: number | null, nowMs = next) =>
    isSlow("*/5 * * * *", { startedAt, endedAt }, nowMs);
  deepStrictEqual([slow(next), slow(next + 1)], [false, true]);
  deepStrictEqual([slow(null, next), slow(null, next + 1)], [false, true]);
  strictEqual(slow(next - 1, next + 60_000), false);
  strictEqual(isSlow("0 0 31 2 *", { startedAt, endedAt: null }, next), false);
});

Deno.test("nextRun() throws on an invalid schedule", () => {
  throws(() => nextRun("* * * *", 0), RangeError);
  throws(() => nextRun("a * * * *", 0), RangeError);
});

Deno.test("every job has a schedule with a next run", () => {
  strictEqual(JOB_NAMES.length, Object.keys(JOBS).length);
  for (const name of JOB_NAMES) strictEqual(nextRun(JOBS[name].schedule, 0) === null, false);
});

const HOUR_MS = 3_600_000;
const LIMIT = 5;

/** Ids of the due rows. */
async function due(store: Store, nowMs: number, newestCount = 0): Promise<string[]> {
  const { rows } = await dueRows(store, nowMs, {
    under: keys.outbox.under,
    schema: z.number(),
    limit: LIMIT,
    newestCount,
  });
  return rows.map(({ key }) => idOf(key));
}

async function putOff(store: Store, count: number, byMs: number): Promise<void> {
  const atomic = store.atomic();
  for (let rank = 0; rank < count; rank++) atomic.set(keys.outbox(NOW + byMs, `m${rank}`), byMs);
  await atomic.commit();
}

// @spec mail.set-back-clock
Deno.test("dueRows() reads no row that waits for its retry", () =>
  withStore(async (own) => {
    const { store, asked } = countedStore(own);
    await putOff(store, 300, 6 * HOUR_MS);
    deepStrictEqual(await due(store, NOW), []);
    strictEqual(asked.listed, 0);
  }));

// @spec mail.set-back-clock
Deno.test("dueRows() finds all rows written before the clock was set back, over as many runs as needed", () =>
  withStore(async (store) => {
    await putOff(store, 2 * LIMIT - 1, 60_000);
    deepStrictEqual(await due(store, NOW), []);
    const back = NOW - 7 * HOUR_MS;
    for (const count of [LIMIT, LIMIT - 1]) {
      // A run that checks for work finds the same rows.
      const found = await due(store, back);
      strictEqual(found.length, count);
      deepStrictEqual(await due(store, back), found);
      for (const id of found) await store.atomic().delete(keys.outbox(NOW + 60_000, id)).commit();
    }
    deepStrictEqual(await due(store, back), []);
  }));

// @spec platform.jobs
Deno.test("withinSteps() gives up when the second step never ends, and ignores its later error", async () => {
  const hung = Promise.withResolvers<void>();
  const given = withinSteps(20, async (stepDone) => {
    stepDone();
    await hung.promise;
    stepDone();
  });
  await rejects(given, {
    name: "StepTooLong",
    message: "a step took longer than 0 minutes: the run was given up",
  });
  hung.reject(new Error("broken"));
  await pause(0);
});

Deno.test("retryAfterMs() increases after each attempt, up to six hours", () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 100].map((attempts) => retryAfterMs(attempts) / 60_000);
  deepStrictEqual(minutes, [1, 5, 15, 60, 180, 360, 360, 360]);
});

function failing(text: string) {
  return () => Promise.reject(new Error(text));
}

function thrownBy(faults: RunFaults): AggregateError {
  let thrown: unknown = null;
  throws(() => faults.end(), (fault) => {
    thrown = fault;
    return true;
  });
  ok(thrown instanceof AggregateError);
  return thrown;
}

Deno.test("RunFaults processes every subject, then throws with the names of those that failed", async () => {
  const faults = new RunFaults("residences");
  const done: string[] = [];
  const work = (name: string) => () => Promise.resolve(void done.push(name));
  strictEqual(await faults.try("Les Tilleuls", work("Les Tilleuls")), true);
  strictEqual(await faults.try("Les Ormes", failing("no reply")), false);
  strictEqual(await faults.try(() => Promise.resolve("Les Pins"), failing("full")), false);
  strictEqual(await faults.try("Les Saules", work("Les Saules")), true);
  deepStrictEqual(done, ["Les Tilleuls", "Les Saules"]);
  const thrown = thrownBy(faults);
  strictEqual(
    thrown.message,
    "2 of the residences failed: Les Ormes: Error: no reply; Les Pins: Error: full",
  );
  deepStrictEqual(thrown.errors.map(({ cause }) => String(cause)), [
    "Error: no reply",
    "Error: full",
  ]);
});

Deno.test("RunFaults records an unreadable row once, by its key", () => {
  const faults = new RunFaults("reports");
  for (let time = 0; time < 2; time++) {
    faults.leaveOut(new Map([["report/o1/2", new Error("no name")]]));
  }
  strictEqual(faults.count, 1);
  strictEqual(thrownBy(faults).message, "1 of the reports failed: report/o1/2: Error: no name");
});

Deno.test("withFaults() returns the result of its work, or throws the faults of work that stopped early", async () => {
  strictEqual(await withFaults("requests", () => Promise.resolve(3)), 3);
  const stopping = withFaults("requests", async (faults) => {
    await faults.try("n1", failing("full"));
    return 1;
  });
  await rejects(stopping, { message: "1 of the requests failed: n1: Error: full" });
});

const HOLD_MS = 60_000;
const JOB = "purge series";

/** Takes the lease and holds it until `end` is called. */
async function held(store: Store, now: () => number, holdMs = HOLD_MS) {
  const begun = Promise.withResolvers<Lease>();
  const ended = Promise.withResolvers<void>();
  const done = withLease(store, JOB, {
    holdMs,
    now,
    async work(lease) {
      begun.resolve(lease);
      await ended.promise;
    },
  });
  const lease = await begun.promise;
  return {
    lease,
    async end() {
      ended.resolve();
      await done;
    },
  };
}

function tried(store: Store, now: () => number, holdMs = HOLD_MS): Promise<string | null> {
  return withLease(store, JOB, { holdMs, now, work: () => Promise.resolve("ran") });
}

async function leasesIn(store: Store): Promise<number> {
  return (await Array.fromAsync(store.list({ prefix: keys.lease.under() }))).length;
}

Deno.test("withLease() runs a job in one process until the lease ends, to the millisecond", () =>
  withStore(async (store, { now, advance }) => {
    const first = await held(store, now);
    strictEqual(await tried(store, now), null);
    advance(HOLD_MS - 1);
    strictEqual(await tried(store, now), null);
    advance(1);
    strictEqual(await tried(store, now), "ran");
    await first.end();
  }));

Deno.test("withLease() admits the next process as soon as the job is done or has failed", () =>
  withStore(async (store, { now }) => {
    await (await held(store, now)).end();
    strictEqual(await leasesIn(store), 0);
    const failing = { holdMs: HOLD_MS, now, work: () => Promise.reject(new Error("broken")) };
    await rejects(withLease(store, JOB, failing), { message: "broken" });
    strictEqual(await tried(store, now), "ran");
  }));

Deno.test("renew() prolongs a lease from now, and is false without effect once another process has it", () =>
  withStore(async (store, { now, advance }) => {
    const first = await held(store, now);
    advance(HOLD_MS - 1);
    strictEqual(await first.lease.renew(), true);
    advance(HOLD_MS - 1);
    strictEqual(await tried(store, now), null);
    advance(1);
    const second = await held(store, now);
    strictEqual(await first.lease.renew(), false);
    // The end of the first does not delete the lease of the second.
    await first.end();
    strictEqual(await leasesIn(store), 1);
    strictEqual(await second.lease.renew(), true);
    await second.end();
    strictEqual(await second.lease.renew(), false);
  }));

Deno.test("renew() stays false once another process has had the lease, although that one has ended", () =>
  withStore(async (store, { now, advance }) => {
    const first = await held(store, now);
    advance(HOLD_MS);
    strictEqual(await tried(store, now), "ran");
    strictEqual(await first.lease.renew(), false);
    await first.end();
  }));

Deno.test("lease of a dead process is free once the clock was set back", () =>
  withStore(async (store, { now, advance }) => {
    const dead = { holder: "dead", untilMs: now() + HOLD_MS };
    await store.atomic().set(keys.lease(JOB), dead).commit();
    advance(-CLOCKS_DIFFER_MS);
    strictEqual(await tried(store, now), null);
    advance(-1);
    strictEqual(await tried(store, now), "ran");
  }));

Deno.test("of two processes that take a free lease at once, one runs the job", () =>
  withStore(async (store, { now }) => {
    const gate = Promise.withResolvers<void>();
    const both = Promise.withResolvers<string>();
    let running = 0;
    const run = () =>
      withLease(store, JOB, {
        holdMs: HOLD_MS,
        now,
        async work() {
          if (++running === 2) both.resolve("both ran");
          await gate.promise;
          return "ran";
        },
      });
    const runs = [run(), run()];
    strictEqual(await Promise.race([...runs, both.promise]), null);
    gate.resolve();
    deepStrictEqual((await Promise.all(runs)).toSorted(), [null, "ran"].toSorted());
  }));

Deno.test("the end of a job does not delete a lease that another process takes at the same moment", () =>
  withStore(async (store, { now }) => {
    const taken = { holder: "another", untilMs: now() + HOLD_MS };
    let isEnding = false;
    const late = aroundStore(store, {
      get: async (key) => {
        const entry = await store.get(key);
        if (isEnding) await store.atomic().set(key, taken).commit();
        return entry;
      },
    });
    await withLease(late, JOB, {
      holdMs: HOLD_MS,
      now,
      work: () => Promise.resolve(isEnding = true),
    });
    deepStrictEqual((await store.get(keys.lease(JOB))).value, taken);
  }));

// @spec platform.jobs
Deno.test("withLease() does not give up a run that renews its lease after each step", () =>
  withStore(async (store, { now }) => {
    const stepMs = 2_000;
    const untilMs = performance.now() + 1.2 * stepMs;
    const work = async (lease: Lease) => {
      while (performance.now() < untilMs) await lease.renew();
      return "done";
    };
    const options = { holdMs: HOLD_MS, now, stepMs };
    strictEqual(await withLease(store, JOB, { ...options, work }), "done");
  }));

// @spec platform.jobs
Deno.test("withLease() gives up a run with a step that never ends: another may start, and the first cannot renew its lease", () =>
  withStore(async (store, { now }) => {
    const hung = Promise.withResolvers<void>();
    const late = Promise.withResolvers<boolean>();
    const work = async (lease: Lease) => {
      ok(await lease.renew());
      await hung.promise;
      late.resolve(await lease.renew());
    };
    await rejects(withLease(store, JOB, { holdMs: HOLD_MS, now, stepMs: 50, work }), {
      name: "StepTooLong",
    });
    strictEqual(await leasesIn(store), 0);
    const second = await held(store, now);
    hung.resolve();
    strictEqual(await late.promise, false);
    strictEqual(await second.lease.renew(), true);
    await second.end();
  }));
