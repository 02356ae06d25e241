import { deepStrictEqual } from "node:assert/strict";
import { JobTimer } from "@/lib/app/job_timer.ts";
import { Platform } from "@/lib/app/platform.ts";
import { handlerOn, SITE, withSite } from "@/tests/helpers/a_site.ts";
import { faultyStore } from "@/tests/helpers/changed_stores.ts";

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

Deno.test("/health reports that the store fails, without details", () =>
  withSite(async ({ platform: { options } }) => {
    const faults = { errorRate: 1, conflictRate: 0, delayRate: 0, delayMs: 0 };
    const handler = await handlerOn(
      new Platform({ ...options, store: faultyStore(options.store, faults, 1) }),
    );
    const answer = await handler(new Request(`${SITE}/health`));
    const said = { name: "influxdb", status: "fail", checks: [] };
    deepStrictEqual([answer.status, await answer.json()], [503, said]);
  }));
