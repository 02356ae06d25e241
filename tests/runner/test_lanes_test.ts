import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { inLanes } from "./test_lanes.ts";

Deno.test("inLanes() gives a free lane the next task, and results in the order of the tasks", async () => {
  const gates = new Map(
    ["long", "short", "next"].map((task) => [task, Promise.withResolvers<void>()]),
  );
  const started: string[] = [];
  const done = inLanes(["long", "short", "next"], 2, async (task, lane) => {
    started.push(`${task} in ${lane}`);
    await gates.get(task)?.promise;
    return task.length;
  });
  deepStrictEqual(started, ["long in 0", "short in 1"]);
  gates.get("short")?.resolve();
  gates.get("next")?.resolve();
  await gates.get("next")?.promise;
  gates.get("long")?.resolve();
  deepStrictEqual(await done, [4, 5, 4]);
  deepStrictEqual(started, ["long in 0", "short in 1", "next in 1"]);
});

Deno.test("inLanes() opens no lane without a task, and rejects with the error of a task", async () => {
  const lanes = new Set<number>();
  await inLanes(["only"], 4, (_, lane) => Promise.resolve(lanes.add(lane)));
  deepStrictEqual([...lanes], [0]);
  strictEqual((await inLanes([], 2, () => Promise.resolve(1))).length, 0);
  await rejects(inLanes(["bad"], 2, () => Promise.reject(new Error("bad"))), { message: "bad" });
});
