import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { inLanes } from "@/tools/test_lanes.ts";

const all = () => true;

Deno.test("inLanes() gives a free lane the next task, and results in the order of the tasks", async () => {
  const gates = new Map(
    ["long", "short", "next"].map((task) => [task, Promise.withResolvers<void>()]),
  );
  const started: string[] = [];
  const done = inLanes(["long", "short", "next"], [all, all], async (task, lane) => {
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

Deno.test("inLanes() gives a lane only what its rule accepts, and refuses what no lane would take", async () => {
  const taken: string[] = [];
  const isShort = (task: string) => task.length < 5;
  await inLanes(["first long", "second long", "tiny"], [all, isShort], (task, lane) => {
    taken.push(`${task} in ${lane}`);
    return Promise.resolve();
  });
  deepStrictEqual(taken, ["first long in 0", "tiny in 1", "second long in 0"]);
  await rejects(inLanes(["too long"], [isShort], () => Promise.resolve()), RangeError);
});

Deno.test("inLanes() opens no lane without a task, and fails as a task does", async () => {
  const lanes = new Set<number>();
  await inLanes(["only"], [all, all, all], (_, lane) => Promise.resolve(lanes.add(lane)));
  deepStrictEqual([...lanes], [0]);
  strictEqual((await inLanes([], [all], () => Promise.resolve(1))).length, 0);
  await rejects(inLanes(["bad"], [all, all], () => Promise.reject(new Error("bad"))), {
    message: "bad",
  });
});
