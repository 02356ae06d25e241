/** Work done in lanes: each takes the next task when it is free. @module */

/** Which tasks a lane takes. */
export type LaneRule<Task> = (task: Task) => boolean;

/**
 * Runs `act` on every task, in order; each lane takes the first waiting task that its rule accepts.
 *
 * @returns what each task gave, in the order of the tasks
 * @throws RangeError when no lane accepts a task
 */
export async function inLanes<Task, Result>(
  tasks: readonly Task[],
  lanes: readonly LaneRule<Task>[],
  act: (task: Task, lane: number) => Promise<Result>,
): Promise<Result[]> {
  if (!tasks.every((task) => lanes.some((accepts) => accepts(task)))) {
    throw new RangeError("No lane accepts a task");
  }
  const waiting = [...tasks.entries()];
  const results: Result[] = [];
  const next = (accepts: LaneRule<Task>) => {
    const at = waiting.findIndex(([, task]) => accepts(task));
    return at < 0 ? [] : waiting.splice(at, 1);
  };
  const work = async (accepts: LaneRule<Task>, lane: number) => {
    for (let taken = next(accepts); taken.length > 0; taken = next(accepts)) {
      for (const [index, task] of taken) results[index] = await act(task, lane);
    }
  };
  await Promise.all(lanes.map(work));
  return results;
}
