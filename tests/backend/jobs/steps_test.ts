import { rejects, strictEqual } from "node:assert/strict";
import { longestStepMs, withinSteps } from "@/lib/backend/jobs/steps.ts";
import { JOB_NAMES } from "@/lib/domain/platform/jobs.ts";

/** A turn of the event loop, in which timers that are due run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

// @spec platform.jobs
Deno.test("withinSteps() waits for work of many steps, longer in all than one of them may take", async () => {
  const longestMs = 500;
  const untilMs = performance.now() + 1.5 * longestMs;
  const work = async (stepDone: () => void) => {
    for (; performance.now() < untilMs; stepDone()) await turn();
    return "done";
  };
  strictEqual(await withinSteps(longestMs, work), "done");
});

// @spec platform.jobs
Deno.test("withinSteps() gives work up whose second step never ends, and what it throws afterwards is nobody's", async () => {
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
  await turn();
});

Deno.test("longestStepMs() is minutes of every job, an hour at most", () => {
  for (const name of JOB_NAMES) {
    const minutes = longestStepMs(name) / 60_000;
    strictEqual(minutes >= 1 && minutes <= 60, true, name);
  }
});
