import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { resetTime, Waiting } from "@/lib/ui/waiting.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

/** A clock that only advances when something sleeps, and records each sleep. */
function aSleepingClock(start = NOW) {
  const slept: number[] = [];
  let now = start;
  const sleep = (ms: number) => {
    slept.push(ms);
    now += ms;
    return Promise.resolve();
  };
  return { now: () => now, sleep, slept };
}

function tooMany(headers: Record<string, string>): Response {
  return new Response(null, { status: 429, headers });
}

Deno.test("resetTime() reads a duration, an instant and a date", () => {
  strictEqual(resetTime(new Headers({ "RateLimit-Reset": "12" }), NOW), NOW + 12_000);
  strictEqual(resetTime(new Headers({ "Retry-After": "3" }), NOW), NOW + 3_000);
  const date = "Sun, 01 Mar 2026 12:00:30 GMT";
  strictEqual(resetTime(new Headers({ "Retry-After": date }), NOW), NOW + 30_000);
  const instant = String(NOW / 1_000 + 45);
  strictEqual(resetTime(new Headers({ "X-RateLimit-Reset": instant }), NOW), NOW + 45_000);
});

Deno.test("resetTime() prefers a duration to an instant, which a wrong clock would falsify", () => {
  const headers = new Headers({
    "X-RateLimit-Reset": String(NOW / 1_000 + 900),
    "RateLimit-Reset": "5",
  });
  strictEqual(resetTime(headers, NOW), NOW + 5_000);
});

Deno.test("resetTime() is never in the past, and 10 s away without a readable header", () => {
  const past = String(NOW / 1_000 - 60);
  strictEqual(resetTime(new Headers({ "X-RateLimit-Reset": past }), NOW), NOW);
  strictEqual(resetTime(new Headers({ "Retry-After": "soon" }), NOW), NOW + 10_000);
  strictEqual(resetTime(new Headers(), NOW), NOW + 10_000);
});

// @spec calls.waiting
Deno.test("Waiting.over() waits for the reset time plus one second", async () => {
  const clock = aSleepingClock();
  const waiting = new Waiting(clock);
  waiting.hold(tooMany({ "Retry-After": "7" }));
  await waiting.over();
  deepStrictEqual(clock.slept, [8_000]);
  strictEqual(waiting.until, null);
});

Deno.test("Waiting.over() continues when the wait was extended during the sleep", async () => {
  const clock = aSleepingClock();
  const waiting = new Waiting({
    now: clock.now,
    sleep: async (ms) => {
      await clock.sleep(ms);
      if (clock.slept.length === 1) waiting.hold(tooMany({ "Retry-After": "2" }));
    },
  });
  waiting.hold(tooMany({ "Retry-After": "1" }));
  await waiting.over();
  deepStrictEqual(clock.slept, [2_000, 3_000]);
});

Deno.test("Waiting exposes the wait, and emits its start and its end", async () => {
  const waiting = new Waiting(aSleepingClock());
  const notified: (number | null)[] = [];
  const stop = waiting.subscribe((until) => notified.push(until));
  waiting.hold(tooMany({ "Retry-After": "4" }));
  strictEqual(waiting.until, NOW + 5_000);
  waiting.hold(tooMany({ "Retry-After": "1" }));
  await waiting.over();
  stop();
  waiting.hold(tooMany({ "Retry-After": "1" }));
  deepStrictEqual(notified, [NOW + 5_000, null]);
});
