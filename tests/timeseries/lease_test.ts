import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { readCompaction, SeriesLease } from "@/lib/timeseries/store/compaction_lease.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const PROJECT = "p1";
/** Lifetime of a lease that is not renewed. */
const LEASE_MS = 10_000;

Deno.test("SeriesLease.take() gives a free lease to one of two processes", () =>
  withStore(async (store, { now }) => {
    const taken = await Promise.all([0, 1].map(() => SeriesLease.take(store, PROJECT, now)));
    strictEqual(taken.filter((lease) => lease !== null).length, 1);
  }));

Deno.test("SeriesLease.transact() renews the lease, and writes nothing once another process has it", () =>
  withStore(async (store, clock) => {
    const take = () => SeriesLease.take(store, PROJECT, clock.now);
    const first = await take();
    ok(first);
    clock.advance(LEASE_MS - 1);
    strictEqual(await first.write(() => {}), true);
    clock.advance(LEASE_MS - 1);
    strictEqual(await take(), null);
    clock.advance(1);
    const second = await take();
    ok(second);
    const key = keys.probe();
    strictEqual(await first.write((atomic) => atomic.set(key, true)), false);
    strictEqual((await store.get(key)).value, null);
    // The end of the first leaves the lease of the second.
    await first.release();
    strictEqual(await take(), null);
    await second.release();
    ok(await take());
  }));

Deno.test("SeriesLease.take() tells that the stored years lack the writes of a process that ended before it settled them", () =>
  withStore(async (store, clock) => {
    const isDirty = async () => (await readCompaction(store, PROJECT)).value.dirty;
    const taken = async () => {
      clock.advance(LEASE_MS);
      const lease = await SeriesLease.take(store, PROJECT, clock.now);
      ok(lease);
      return lease;
    };
    const first = await taken();
    await first.write(() => {});
    const second = await taken();
    deepStrictEqual([await isDirty(), second.foundDirty], [true, true]);
    await second.settle(() => {});
    const third = await taken();
    deepStrictEqual([await isDirty(), third.foundDirty], [false, false]);
  }));
