import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { Attempts, type Limit } from "@/lib/api/rate_counters.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";

const FIVE: Limit = { subject: "login/account/a@b.fr", max: 5, windowS: 60 };
const TWENTY: Limit = { subject: "login/address/192.0.2.1", max: 20, windowS: 60 };

Deno.test("Attempts.take() allows exactly the maximum under 32 concurrent calls, in two processes", () =>
  withStore(async (store, clock) => {
    // Two counters on one store share no memory, like two processes.
    const counters = [new Attempts(store, clock.now), new Attempts(store, clock.now)];
    let allowed = 0;
    for (let round = 0; round < 4; round++) {
      const tries = Array.from({ length: 32 }, (_, index) => counters[index % 2]?.take([TWENTY]));
      allowed += (await Promise.all(tries)).filter((attempt) => attempt?.ok).length;
    }
    strictEqual(allowed, 20);
  }));

Deno.test("Attempts.take() returns the end of the window, and allows attempts again from then on", () =>
  withStore(async (store, clock) => {
    const attempts = new Attempts(store, clock.now);
    for (let i = 0; i < 5; i++) await attempts.take([FIVE]);
    clock.advance(20_000);
    deepStrictEqual(await attempts.take([FIVE]), { ok: false, retryAt: NOW + 60_000 });
    clock.advance(39_999);
    strictEqual((await attempts.take([FIVE])).ok, false);
    clock.advance(1);
    strictEqual((await attempts.take([FIVE])).ok, true);
  }));

Deno.test("Attempts.take() counts against no limit when one of them refuses", () =>
  withStore(async (store, { now }) => {
    const attempts = new Attempts(store, now);
    for (let i = 0; i < 5; i++) await attempts.take([TWENTY, FIVE]);
    for (let i = 0; i < 50; i++) await attempts.take([TWENTY, FIVE]);
    let left = 0;
    while ((await attempts.take([TWENTY])).ok) left++;
    strictEqual(left, 15);
  }));

Deno.test("Attempts.giveBack() refunds an attempt, so that only failures count", () =>
  withStore(async (store, { now }) => {
    const attempts = new Attempts(store, now);
    for (let i = 0; i < 12; i++) {
      strictEqual((await attempts.take([FIVE])).ok, true);
      await attempts.giveBack([FIVE]);
    }
  }));

Deno.test("Attempts.giveBack() gives no more attempts than were taken, nor those of an ended window", () =>
  withStore(async (store, clock) => {
    const attempts = new Attempts(store, clock.now);
    const takeAll = async () => {
      for (let i = 0; i < 5; i++) strictEqual((await attempts.take([FIVE])).ok, true);
      strictEqual((await attempts.take([FIVE])).ok, false);
    };
    await attempts.take([FIVE]);
    await attempts.giveBack([FIVE, FIVE]);
    await takeAll();
    clock.advance(60_000);
    await attempts.giveBack([FIVE]);
    await takeAll();
  }));

Deno.test("Attempts.take() refuses nobody for longer than a window once the clock was set back", () =>
  withStore(async (store, clock) => {
    const attempts = new Attempts(store, clock.now);
    for (let i = 0; i < 5; i++) await attempts.take([FIVE]);
    // Two hours: the window would end in 7,260 s.
    clock.advance(-7_200_000);
    strictEqual(await attempts.stopsUntil(FIVE), null);
    for (let i = 0; i < 5; i++) strictEqual((await attempts.take([FIVE])).ok, true);
    const setBack = NOW - 7_200_000;
    deepStrictEqual(await attempts.take([FIVE]), { ok: false, retryAt: setBack + 60_000 });
    // The clocks of two processes may differ by a minute: their window is one.
    clock.advance(-60_000);
    strictEqual((await attempts.take([FIVE])).ok, false);
  }));
