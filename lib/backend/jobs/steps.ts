import { type JobName, JOBS } from "@/lib/domain/platform/jobs.ts";
import { writeGivenUp } from "@/lib/domain/platform/run_failures.ts";

const MINUTE_MS = 60_000;

/** How long a step of a job takes at most, ms. */
export function longestStepMs(name: JobName): number {
  return JOBS[name].longestStepMin * MINUTE_MS;
}

/** A step of a job that has not ended in time: its run is given up. */
class StepTooLong extends Error {
  override name = "StepTooLong";

  constructor(longestMs: number) {
    super(writeGivenUp(Math.round(longestMs / MINUTE_MS)));
  }
}

/**
 * Waits for work of several steps as long as each ends in time. The work itself cannot be stopped: what it does once it
 * is given up has to be checked.
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
