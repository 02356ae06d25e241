/** Runs of tests: their figures, and the lanes in which they run. @module */

/** Results of a run of `deno test`. */
export interface Figures {
  readonly passed: number;
  readonly failed: number;
}

/**
 * The figures of a run, from its last summary line.
 *
 * A run that fails without naming a failure (a module that does not load) counts one.
 */
export function figuresIn(output: string, success: boolean): Figures {
  const summaries = [...output.matchAll(/^(?:ok|FAILED) \| (\d+) passed.*? \| (\d+) failed/gm)];
  const last = summaries.at(-1);
  const [passed, failed] = [Number(last?.[1] ?? 0), Number(last?.[2] ?? 0)];
  return { passed, failed: success ? failed : Math.max(failed, 1) };
}

export function sum(all: readonly Figures[]): Figures {
  return all.reduce(
    (total, { passed, failed }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
    }),
    { passed: 0, failed: 0 },
  );
}

export function isTest(path: string): boolean {
  return /_test\.tsx?$/.test(path);
}

/** The queues of a lane, in the order in which it takes tasks from them; lanes may share a queue. */
export type Lane<Task> = readonly Iterator<Task>[];

/** Runs `act` on every task of the queues; returns the results in the order in which the tasks ended. */
export async function inLanes<Task, Result>(
  lanes: readonly Lane<Task>[],
  act: (task: Task, lane: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  await Promise.all(lanes.map(async (queues, lane) => {
    for (let task = nextOf(queues); task !== null; task = nextOf(queues)) {
      results.push(await act(task.value, lane));
    }
  }));
  return results;
}

function nextOf<Task>(queues: Lane<Task>): { value: Task } | null {
  for (const queue of queues) {
    const next = queue.next();
    if (next.done !== true) return next;
  }
  return null;
}
