import { deepStrictEqual, rejects } from "node:assert/strict";
import { inLanes } from "./test_lanes.ts";

Deno.test("inLanes() gives a free lane its next task, of a queue that it shares or of a later one", async () => {
  const names = ["long", "short", "next", "last"];
  const gates = new Map(names.map((task) => [task, Promise.withResolvers<void>()]));
  const started: string[] = [];
  const shared = ["long", "short", "next"].values();
  const later = ["last"].values();
  const done = inLanes([[shared, later], [shared]], async (task, lane) => {
    started.push(`${task} in ${lane}`);
    await gates.get(task)?.promise;
    return task.length;
  });
  deepStrictEqual(started, ["long in 0", "short in 1"]);
  for (const task of ["short", "next"]) gates.get(task)?.resolve();
  await gates.get("next")?.promise;
  for (const task of ["long", "last"]) gates.get(task)?.resolve();
  deepStrictEqual(await done, [5, 4, 4, 4]);
  deepStrictEqual(started, ["long in 0", "short in 1", "next in 1", "last in 0"]);
});

Deno.test("inLanes() takes each task once, and rejects with the error of a task", async () => {
  const queue = [1, 2, 3].values();
  const taken = await inLanes(
    [[queue], [queue], [queue], [queue]],
    (task) => Promise.resolve(task),
  );
  deepStrictEqual(taken.toSorted(), [1, 2, 3]);
  const bad = inLanes([[["bad"].values()]], () => Promise.reject(new Error("bad")));
  await rejects(bad, { message: "bad" });
});
