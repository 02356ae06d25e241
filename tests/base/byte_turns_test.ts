import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { pause } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { ByteTurns } from "@/lib/base/memory_budget.ts";

/** Longer than the test: an action waits until there is room. */
const LONG_MS = 600_000;

/** An action that lasts until the test ends it, and records its start. */
function anAct(name: string, begun: string[]) {
  const { promise, resolve: end } = Promise.withResolvers<string>();
  const act = () => {
    begun.push(name);
    return promise;
  };
  return { act, end: () => end(name) };
}

// @spec deposits.room
Deno.test("ByteTurns: actions that fit start at once, the others in their order once there is room", async () => {
  const turns = new ByteTurns(10, LONG_MS);
  const begun: string[] = [];
  const first = anAct("first", begun);
  const second = anAct("second", begun);
  const third = anAct("third", begun);
  const small = anAct("small", begun);
  const all = [
    turns.during(8, first.act),
    turns.during(8, second.act),
    turns.during(8, third.act),
    turns.during(2, small.act),
  ];
  deepStrictEqual(begun, ["first", "small"]);
  first.end();
  await pause(0);
  deepStrictEqual(begun, ["first", "small", "second"]);
  second.end();
  await pause(0);
  deepStrictEqual(begun, ["first", "small", "second", "third"]);
  third.end();
  small.end();
  deepStrictEqual(await Promise.all(all), ["first", "second", "third", "small"]);
});

// @spec deposits.room
Deno.test("ByteTurns: an action without room in time is refused; one that fails frees its room", async () => {
  const turns = new ByteTurns(10, 0);
  const begun: string[] = [];
  const { act, end } = anAct("first", begun);
  const first = turns.during(10, act);
  await rejects(
    turns.during(1, () => Promise.resolve()),
    (fault) => fault instanceof CallError && fault.code === "overloaded",
  );
  end();
  strictEqual(await first, "first");
  await rejects(turns.during(10, () => Promise.reject(new RangeError("no"))), RangeError);
  // Larger than the whole room: it runs alone.
  strictEqual(await turns.during(99, () => Promise.resolve("last")), "last");
});
