import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { CLOCKS_DIFFER_MS } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Lease, withLease } from "@/lib/store/leases.ts";
import type { Store } from "@/lib/store/store.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

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
