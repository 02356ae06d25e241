import { rejects, strictEqual } from "node:assert/strict";
import { pause } from "@/lib/base/concurrency.ts";
import { JOB_NAMES } from "@/lib/store/jobs.ts";
import { longestStepMs, withinSteps } from "@/lib/store/leases.ts";

// @spec platform.jobs
Deno.test("withinSteps() waits for many steps that together last longer than the limit of one", async () => {
  const longestMs = 500;
  const untilMs = performance.now() + 1.5 * longestMs;
  const work = async (stepDone: () => void) => {
    for (; performance.now() < untilMs; stepDone()) await pause(0);
    return "done";
  };
  strictEqual(await withinSteps(longestMs, work), "done");
});

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

Deno.test("longestStepMs() is minutes for every job, an hour at most", () => {
  for (const name of JOB_NAMES) {
    const minutes = longestStepMs(name) / 60_000;
    strictEqual(minutes >= 1 && minutes <= 60, true, name);
  }
});
