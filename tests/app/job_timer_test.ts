import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { JobTimer } from "@/lib/app/job_timer.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { NOW } from "@/tests/helpers/fixtures.ts";
import { seeded } from "@/tests/helpers/made_series.ts";

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** Resolves once the runs whose work has ended are noted. */
async function ended(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await Promise.resolve();
}

/** A timer whose two clocks the test moves; its jobs end at once, unless `work` is given. */
function aTimer(schedules: Readonly<Record<string, string>>, work = () => Promise.resolve()) {
  let [wallMs, monotonicMs] = [NOW, 5_000];
  const timer = new JobTimer({ now: () => wallMs, monotonicMs: () => monotonicMs });
  const starts = new Map<string, number[]>();
  for (const [name, schedule] of Object.entries(schedules)) {
    const own: number[] = [];
    starts.set(name, own);
    timer.add(name, schedule, () => {
      own.push(monotonicMs);
      return work();
    });
  }
  return {
    timer,
    startsOf: (name: string) => starts.get(name) ?? [],
    wall: () => new Date(wallMs).toISOString(),
    /** Sets the time of day. */
    set: (ms: number) => wallMs += ms,
    pass(ms: number) {
      wallMs += ms;
      monotonicMs += ms;
    },
    /** Time passes from one look to the next. @param wallRate how fast the time of day passes */
    async goOn(ms: number, wallRate = 1) {
      const endMs = monotonicMs + ms;
      while (monotonicMs < endMs) {
        const waitMs = Math.min(timer.look(), endMs - monotonicMs);
        await ended();
        monotonicMs += waitMs;
        wallMs += wallRate * waitMs;
      }
      timer.look();
      await ended();
    },
  };
}

Deno.test("JobTimer runs each job at the times of its schedule", async () => {
  const job = aTimer({ minute: "* * * * *", daily: "43 2 * * *" });
  // From 11:00:00 to 11:10:00.
  await job.goOn(10 * MINUTE_MS);
  deepStrictEqual(
    job.startsOf("minute"),
    Array.from({ length: 10 }, (_, index) => 5_000 + (index + 1) * MINUTE_MS),
  );
  strictEqual(job.startsOf("daily").length, 0);
  // 02:43 is 15 h 43 min after 11:00.
  await job.goOn(DAY_MS);
  deepStrictEqual(job.startsOf("daily"), [5_000 + 15 * HOUR_MS + 43 * MINUTE_MS]);
});

// @spec platform.clock-set
Deno.test("no random change of the clock delays a run of JobTimer beyond the interval of its schedule", async () => {
  const random = seeded(50);
  for (let round = 0; round < 20; round++) {
    const job = aTimer({ "5": "*/5 * * * *", "60": "17 * * * *" });
    for (let change = 0; change < 30; change++) {
      await job.goOn(Math.floor(random() * 20 * MINUTE_MS));
      job.set(Math.floor((random() - 0.5) * 4 * DAY_MS));
    }
    for (const minutes of [5, 60]) {
      const starts = job.startsOf(`${minutes}`);
      for (const [rank, startMs] of starts.entries()) {
        // A rest of 5 s may lead to the next time of the schedule.
        const gapMs = startMs - (starts[rank - 1] ?? 5_000);
        ok(gapMs <= minutes * MINUTE_MS + 5_000, `${gapMs} ms, ${job.wall()}`);
      }
    }
  }
});

Deno.test("JobTimer begins no run of a job while one lasts, and the next one when it is due again", async () => {
  const slow = Promise.withResolvers<void>();
  const job = aTimer({ minute: "* * * * *" }, () => slow.promise);
  await job.goOn(3 * MINUTE_MS + 30_000);
  deepStrictEqual(job.startsOf("minute"), [5_000 + MINUTE_MS]);
  slow.resolve();
  await ended();
  await job.goOn(MINUTE_MS);
  deepStrictEqual(job.startsOf("minute"), [5_000 + MINUTE_MS, 5_000 + 4 * MINUTE_MS]);
});

// @spec platform.clock-set
Deno.test("ages() counts from the last start by the monotonic clock, and is late five minutes after a run was due", async () => {
  const job = aTimer({ minute: "* * * * *" });
  const age = () => job.timer.ages().map(({ ageSeconds, isLate }) => [ageSeconds, isLate]);
  deepStrictEqual(age(), [[null, false]]);
  await job.goOn(MINUTE_MS);
  job.set(-DAY_MS);
  job.pass(40_000);
  deepStrictEqual(age(), [[40, false]]);
  // Nobody looks: the next run was due 60 s after the last one.
  job.pass(20_000 + 5 * MINUTE_MS - 1);
  deepStrictEqual(age(), [[359, false]]);
  job.pass(1);
  deepStrictEqual(age(), [[360, true]]);
  job.timer.look();
  deepStrictEqual(age(), [[0, false]]);
});

Deno.test("ages() is not late while a run lasts", async () => {
  const hung = Promise.withResolvers<void>();
  const job = aTimer({ minute: "* * * * *" }, () => hung.promise);
  await job.goOn(61 * MINUTE_MS);
  deepStrictEqual(job.timer.ages(), [
    { name: "minute", ageSeconds: 3_600, isRunning: true, isLate: false },
  ]);
  hung.resolve();
});

Deno.test("/health reports that the store answers, in the format of InfluxDB's clients", () =>
  withSite(async (site) => {
    const { html, status } = await site.visitor().get("/health");
    const said = { name: "influxdb", status: "pass", checks: [] };
    deepStrictEqual([status, JSON.parse(html)], [200, said]);
  }));

// @spec platform.clock-set
Deno.test("/health says how long ago each job ran, and fails when one is late", () =>
  withSite(async ({ platform, clock, visitor }) => {
    let monotonicMs = 0;
    const timer = new JobTimer({ now: clock.now, monotonicMs: () => monotonicMs });
    timer.add("send outbox", "* * * * *", () => Promise.resolve());
    Object.defineProperty(platform, "timer", { value: timer });
    const said = async () => {
      const { html, status } = await visitor().get("/health");
      return [status, JSON.parse(html)];
    };
    const answer = (status: "pass" | "fail", ageSeconds: number | null) => {
      const check = { name: "send outbox", ageSeconds, isRunning: false, status };
      return [status === "pass" ? 200 : 503, { name: "influxdb", status, checks: [check] }];
    };
    deepStrictEqual(await said(), answer("pass", null));
    monotonicMs = 60_000;
    timer.look();
    await Promise.resolve();
    // The day before, by the clock on the wall.
    clock.advance(-86_400_000);
    monotonicMs = 72_000;
    deepStrictEqual(await said(), answer("pass", 12));
    monotonicMs = 60_000 + 60_000 + 300_000;
    deepStrictEqual(await said(), answer("fail", 360));
  }));
