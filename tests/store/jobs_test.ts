import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { isInterrupted, isSlow, JOB_NAMES, JOBS, nextRun } from "@/lib/store/jobs.ts";

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
