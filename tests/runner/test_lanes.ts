/** Work done in lanes: each takes the next task when it is free. @module */

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
