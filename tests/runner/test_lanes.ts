/** Work done in lanes: each takes the next task when it is free. @module */

/**
 * Runs `act` on every task, in order, in at most `count` lanes; returns the results in the order of
 * the tasks.
 */
export async function inLanes<Task, Result>(
  tasks: readonly Task[],
  count: number,
  act: (task: Task, lane: number) => Promise<Result>,
): Promise<Result[]> {
  const waiting = tasks.entries();
  const results: Result[] = [];
  const work = async (lane: number) => {
    for (const [index, task] of waiting) results[index] = await act(task, lane);
  };
  await Promise.all(Array.from({ length: Math.min(count, tasks.length) }, (_, lane) => work(lane)));
  return results;
}
