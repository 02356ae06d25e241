import { deepStrictEqual, ok } from "node:assert/strict";
import { collectedInSlices, Slices, sortedInSlices } from "@/lib/base/event_loop.ts";
import { countUntilAnswered, requestedServer, work } from "@/tests/helpers/held_loop.ts";
import { fc } from "@/tests/npm/fast_check.ts";

Deno.test("sortedInSlices() sorts as sort() does, and is stable", async () => {
  const element = fc.record({ rank: fc.integer({ min: 0, max: 50 }), at: fc.integer() });
  const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 60 }), async (few) => {
      // Long enough for several runs.
      const many = Array.from({ length: 300 }, () => few).flat();
      deepStrictEqual(await sortedInSlices(many, byRank), many.toSorted(byRank));
    }),
    { seed: 20260101, numRuns: 20 },
  );
});

Deno.test("collectedInSlices() returns every element of a generator", async () => {
  deepStrictEqual(await collectedInSlices([1, 2, 3].values()), [1, 2, 3]);
});

Deno.test("Slices.pause() lets a request be answered between two slices", async () => {
  const sliceCount = await slicesUntilAnswered(1);
  // With setImmediate this takes hundreds of slices.
  ok(sliceCount < 100, `${sliceCount} slices`);
});

Deno.test("Slices.pause() runs one slice in a turn of the event loop, for any number of tasks", async () => {
  const sliceCount = await slicesUntilAnswered(30);
  // The first slice of each task, then some turns; with a timer for each task, a turn is thirty
  // slices.
  ok(sliceCount < 30 + 30, `${sliceCount} slices`);
});

Deno.test("Slices.pause() counts the work before its task: a request is answered among short successive tasks", async () => {
  const taskCount = await countUntilAnswered(async () => {
    const slices = new Slices();
    work(1);
    await slices.pause();
  });
  // Each task is shorter than a slice: counted separately, none of them would pause.
  ok(taskCount < 500, `${taskCount} tasks`);
});

/** Number of slices of some tasks that run until a concurrent request is answered. */
async function slicesUntilAnswered(taskCount: number): Promise<number> {
  await using server = requestedServer();
  let sliceCount = 0;
  const task = async () => {
    const slices = new Slices();
    while (!server.isAnswered && sliceCount < 100 * taskCount) {
      while (!slices.isOver());
      sliceCount++;
      await slices.pause();
    }
  };
  await Promise.all(Array.from({ length: taskCount }, task));
  return sliceCount;
}
