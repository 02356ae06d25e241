import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { type Limit, RequestRates } from "@/lib/api/rate_counters.ts";
import type { Store } from "@/lib/store/store.ts";
import { aroundStore, observedStore } from "@/tests/helpers/changed_stores.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";

const LIMIT: Limit = { subject: "request/account/a1", max: 1_200, windowS: 60 };

/** Number of allowed requests, sent 32 at a time to each counter in turn. */
async function letThrough(counters: readonly RequestRates[], count: number): Promise<number> {
  let allowedCount = 0;
  for (let done = 0; done < count; done += 32) {
    const asked = Array.from(
      { length: 32 },
      (_, index) => counters[index % counters.length]?.take(LIMIT),
    );
    allowedCount += (await Promise.all(asked)).filter((attempt) => attempt?.ok).length;
  }
  return allowedCount;
}

/** A store that counts its commits. */
function counting(store: Store): { store: Store; commitCount: () => number } {
  let commitCount = 0;
  const counted = observedStore(store, () => void commitCount++);
  return { store: counted, commitCount: () => commitCount };
}

Deno.test("RequestRates.take() allows exactly the maximum, 32 at a time", () =>
  withStore(async (store, { now }) => {
    strictEqual(await letThrough([new RequestRates(store, now)], 3_200), 1_200);
  }));

Deno.test("RequestRates.take() allows exactly the maximum in three processes on one store", () =>
  withStore(async (store, { now }) => {
    const counters = [1, 2, 3].map(() => new RequestRates(store, now));
    strictEqual(await letThrough(counters, 9_600), 1_200);
  }));

Deno.test("RequestRates.take() never exceeds the maximum, even when a process does not use its share", () =>
  withStore(async (store, { now }) => {
    const idle = new RequestRates(store, now);
    strictEqual((await idle.take(LIMIT)).ok, true);
    // The idle process reserved an eighth, 150 requests, of which it spent one.
    strictEqual(await letThrough([new RequestRates(store, now)], 3_200), 1_050);
    strictEqual(await letThrough([idle], 3_200), 149);
  }));

Deno.test("RequestRates.take() returns the end of the window, and allows requests again from then on", () =>
  withStore(async (store, clock) => {
    const rates = new RequestRates(store, clock.now);
    const limit = { ...LIMIT, max: 2 };
    for (let i = 0; i < 2; i++) strictEqual((await rates.take(limit)).ok, true);
    clock.advance(59_999);
    deepStrictEqual(await rates.take(limit), { ok: false, retryAt: NOW + 60_000 });
    clock.advance(1);
    strictEqual((await rates.take(limit)).ok, true);
  }));

Deno.test("RequestRates.take() refuses nobody for longer than a window once the clock was set back", () =>
  withStore(async (store, clock) => {
    const rates = new RequestRates(store, clock.now);
    const limit = { ...LIMIT, max: 2 };
    for (let i = 0; i < 3; i++) await rates.take(limit);
    clock.advance(-7_200_000);
    strictEqual(rates.stoppedUntil(limit), null);
    for (let i = 0; i < 2; i++) strictEqual((await rates.take(limit)).ok, true);
    deepStrictEqual(await rates.take(limit), { ok: false, retryAt: NOW - 7_200_000 + 60_000 });
  }));

Deno.test("RequestRates.take() makes one commit for few requests, and none to refuse", () =>
  withStore(async (store, { now }) => {
    const counted = counting(store);
    const rates = new RequestRates(counted.store, now);
    strictEqual(await letThrough([rates], 320), 320);
    ok(counted.commitCount() <= 3, `${counted.commitCount()} commits for 320 requests`);
    await letThrough([rates], 960);
    const atTheEnd = counted.commitCount();
    ok(atTheEnd <= 60, `${atTheEnd} commits for 1,200 requests`);
    strictEqual(await letThrough([rates], 3_200), 0);
    strictEqual(counted.commitCount(), atTheEnd);
  }));

Deno.test("RequestRates.take() counts in memory while the store cannot be read: pages stay available", async () => {
  const broken = () => Promise.reject(new Error("disk I/O error"));
  await withStore(async (store, { now }) => {
    const rates = new RequestRates(aroundStore(store, { get: broken }), now);
    strictEqual(await letThrough([rates], 3_200), 1_200);
  });
});
