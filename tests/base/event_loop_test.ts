import { ok, strictEqual } from "node:assert/strict";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { requestedServer, work } from "@/tests/helpers/held_loop.ts";

const MOST = 1_000;

Deno.test("yieldToEventLoop() lets a request be answered during long work, of one task or of several", async () => {
  for (const taskCount of [1, 8]) {
    await using server = requestedServer();
    let steps = 0;
    const task = async () => {
      for (; !server.isAnswered && steps < MOST; steps++) {
        work(5);
        await yieldToEventLoop();
      }
    };
    await Promise.all(Array.from({ length: taskCount }, task));
    // With setImmediate this takes hundreds of steps.
    ok(steps < 200, `${steps} steps`);
  }
});

Deno.test("yieldToEventLoop() waits for nothing after little work", async () => {
  work(25);
  await yieldToEventLoop();
  let isFired = false;
  const timer = setTimeout(() => isFired = true, 0);
  await yieldToEventLoop(1_000);
  strictEqual(isFired, false);
  clearTimeout(timer);
});
