import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  commitInTurn,
  inTurn,
  isHeld,
  nextTurn,
  noteRequest,
  noteTurn,
} from "@/lib/base/event_loop.ts";
import { countUntilAnswered, work } from "@/tests/helpers/held_loop.ts";

Deno.test("inTurn() lets a request be answered between operations that settle at once", async () => {
  const count = await countUntilAnswered(() => {
    work(5);
    return inTurn(() => Promise.resolve());
  });
  // Settled promises take no turn: without inTurn() all thousand run in a row.
  ok(count < 100, `${count} operations`);
});

Deno.test("inTurn() starts an operation at once after a turn, and delays one after 20 ms of work", () =>
  withClock(async (clock) => {
    noteTurn();
    clock.ms += 19;
    deepStrictEqual(await orderOf("operation"), ["operation", "after"]);
    clock.ms += 1;
    deepStrictEqual(await orderOf("operation"), ["after", "operation"]);
    deepStrictEqual(await orderOf("operation"), ["operation", "after"]);
  }));

Deno.test("inTurn() starts all waiting operations in one turn, with one slice", () =>
  withClock(async (clock) => {
    clock.ms += 20;
    const order: string[] = [];
    const slice = (name: string) => nextTurn().then(() => order.push(name));
    const operation = (name: string) => inTurn(() => Promise.resolve(order.push(name)));
    await Promise.all([slice("slice"), operation("a"), operation("b"), slice("other slice")]);
    deepStrictEqual(order, ["a", "b", "slice", "other slice"]);
  }));

Deno.test("nextTurn() waits for a timer that became due without work, 50 ms at most", () =>
  withClock(async (clock) => {
    noteTurn();
    const askedAt = clock.ms;
    let isStarted = false;
    void nextTurn().then(() => isStarted = true);
    // Work in each turn of the loop: a timer that became due meanwhile fires without a poll of the sockets.
    while (!isStarted) {
      clock.ms += 1;
      isHeld(10);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const waitedMs = clock.ms - askedAt;
    ok(waitedMs >= 50 && waitedMs < 55, `${waitedMs} ms`);
  }));

Deno.test("commitInTurn() does not count the wait for a commit as work", () =>
  withClock(async (clock) => {
    noteTurn();
    clock.ms += 3;
    await commitInTurn(() => Promise.resolve().then(() => void (clock.ms += 60)));
    clock.ms += 4;
    deepStrictEqual([isHeld(7), isHeld(8)], [true, false]);
  }));

Deno.test("isHeld() restarts its count at a request, and lasts 25 ms at most", () =>
  withClock((clock) => {
    noteTurn();
    const held = [9, 9, 6, 1].map((ms) => {
      clock.ms += ms;
      const isHeldNow = isHeld(10);
      noteRequest();
      return isHeldNow;
    });
    deepStrictEqual(held, [false, false, false, true]);
    return Promise.resolve();
  }));

Deno.test("noteRequest() does not count the wait for a request as work", () =>
  withClock((clock) => {
    noteTurn();
    clock.ms += 60_000;
    noteRequest();
    strictEqual(isHeld(1), false);
    return Promise.resolve();
  }));

/** What runs first: an operation, or the code after its start. */
async function orderOf(name: string): Promise<string[]> {
  const order: string[] = [];
  const answer = inTurn(() => Promise.resolve(order.push(name)));
  order.push("after");
  await answer;
  return order;
}

/** Runs a test whose clock counts only the work that the test declares. */
async function withClock(test: (clock: { ms: number }) => Promise<void>): Promise<void> {
  const { now } = performance;
  // Whole, so that differences are exact.
  const clock = { ms: Math.ceil(performance.now()) };
  performance.now = () => clock.ms;
  try {
    await test(clock);
  } finally {
    performance.now = now;
    // The next tests of this process start with the real clock.
    noteTurn();
  }
}
