import { MINUTE_MS } from "@/lib/domain/periods/durations.ts";
import { type JobName, JOBS } from "@/lib/domain/platform/jobs.ts";
import { writeGivenUp } from "@/lib/domain/platform/run_failures.ts";

/** Maximum duration of a step of a job, ms. */
export function longestStepMs(name: JobName): number {
  return JOBS[name].longestStepMin * MINUTE_MS;
}

/** Error for a step of a job that has not ended in time: its run is abandoned. */
class StepTooLong extends Error {
  override name = "StepTooLong";

  constructor(longestMs: number) {
    super(writeGivenUp(Math.round(longestMs / MINUTE_MS)));
  }
}

/**
 * Waits for work of several steps while each ends in time. The work itself cannot be stopped: after it is abandoned,
 * its effects must be checked.
 *
 * @spec platform.jobs
 * @param work calls its argument at the end of each step
 * @throws StepTooLong when a step takes longer
 */
export async function withinSteps<T>(
  longestMs: number,
  work: (stepDone: () => void) => Promise<T>,
): Promise<T> {
  const tooLong = Promise.withResolvers<never>();
  const begin = () => setTimeout(() => tooLong.reject(new StepTooLong(longestMs)), longestMs);
  let timer = begin();
  let isOver = false;
  const stepDone = () => {
    clearTimeout(timer);
    if (!isOver) timer = begin();
  };
  try {
    return await Promise.race([work(stepDone), tooLong.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}
