import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { ByteTurns } from "@/lib/backend/core/byte_turns.ts";
import { Refused } from "@/lib/backend/core/refused.ts";

/** Longer than the test: an act waits until it finds room. */
const LONG_MS = 600_000;

/** An act that lasts until it is ended, and says that it began. */
function anAct(name: string, begun: string[]) {
  const { promise, resolve: end } = Promise.withResolvers<string>();
  const act = () => {
    begun.push(name);
    return promise;
  };
  return { act, end: () => end(name) };
}

/** Lets every promise that is settled go on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

// @spec deposits.room
Deno.test("ByteTurns: acts that fit begin at once, the others in their order once there is room", async () => {
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
  await settled();
  deepStrictEqual(begun, ["first", "small", "second"]);
  second.end();
  await settled();
  deepStrictEqual(begun, ["first", "small", "second", "third"]);
  third.end();
  small.end();
  deepStrictEqual(await Promise.all(all), ["first", "second", "third", "small"]);
});

// @spec deposits.room
Deno.test("ByteTurns: an act that finds no room in time is refused; one that fails gives its room back", async () => {
  const turns = new ByteTurns(10, 0);
  const begun: string[] = [];
  const { act, end } = anAct("first", begun);
  const first = turns.during(10, act);
  await rejects(
    turns.during(1, () => Promise.resolve()),
    (fault) => fault instanceof Refused && fault.code === "overloaded",
  );
  end();
  strictEqual(await first, "first");
  await rejects(turns.during(10, () => Promise.reject(new RangeError("no"))), RangeError);
  // Larger than all the room: alone.
  strictEqual(await turns.during(99, () => Promise.resolve("last")), "last");
});
