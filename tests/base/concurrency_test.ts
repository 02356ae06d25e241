import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { chunk, readEach, Turns } from "@/lib/base/concurrency.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { newId, pronounceableCode, typedCode } from "@/lib/base/secrets.ts";
import { requestedServer, work } from "@/tests/helpers/taken_resources.ts";

Deno.test("readEach() reads several elements at a time, and returns the results in order", async () => {
  const list = Array.from({ length: 10 }, (_, rank) => rank);
  let reading = 0;
  let most = 0;
  const read = await readEach(list, async (item, index) => {
    strictEqual(item, index);
    most = Math.max(most, ++reading);
    await Promise.resolve();
    reading--;
    return 10 * item;
  }, 4);
  deepStrictEqual(read, list.map((rank) => 10 * rank));
  strictEqual(most, 4);
});

Deno.test("readEach() starts no read after one has failed", async () => {
  const begun: number[] = [];
  const read = async (item: number) => {
    begun.push(item);
    await Promise.resolve();
    if (item === 1) throw new Error("unreadable");
  };
  await rejects(readEach([0, 1, 2, 3, 4, 5], read, 2), { message: "unreadable" });
  deepStrictEqual(begun, [0, 1]);
});

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
    // With setImmediate this takes 650 steps of one task, and more than 1,000 of eight.
    ok(steps < 500, `${steps} steps`);
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

Deno.test("chunk() splits a list in order, with a last group of the elements left", () => {
  deepStrictEqual(chunk([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  deepStrictEqual(chunk([1, 2, 3, 4], 2), [[1, 2], [3, 4]]);
});

Deno.test("chunk() has no group for an empty list", () => {
  deepStrictEqual(chunk([], 2), []);
});

Deno.test("Turns run what fits at once, and the others in order of arrival", async () => {
  const room = new Turns(10);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    log.push(name);
    return new Promise<void>((end) => void ends.set(name, end));
  };
  const all = [
    room.run(task("first"), 6),
    room.run(task("second"), 6),
    room.run(task("small, behind the second"), 3),
  ];
  await Promise.resolve();
  deepStrictEqual(log, ["first"]);
  ends.get("first")?.();
  await all[0];
  deepStrictEqual(log, ["first", "second", "small, behind the second"]);
  for (const end of ends.values()) end();
  await Promise.all(all);
});

Deno.test("Turns run a work larger than all of them alone, free those of one that fails, and refuse what may not wait", async () => {
  const room = new Turns(10);
  await rejects(room.run(() => Promise.reject(new Error("bad")), 50), { message: "bad" });
  strictEqual(await room.run(() => Promise.resolve("done"), 50), "done");
  const full = new Turns(1, 1);
  const end = Promise.withResolvers<void>();
  const taken = [full.run(() => end.promise), full.run(() => end.promise)];
  await rejects(full.run(() => end.promise), { name: "Refused", code: "overloaded" });
  end.resolve();
  await Promise.all(taken);
});

Deno.test("newId() makes no id that a command line takes for an option", () => {
  const ids = Array.from({ length: 1_000 }, newId);
  deepStrictEqual(ids.filter((id) => id.startsWith("-")), []);
});

Deno.test("typedCode() reads a code typed with capitals, spaces, other dashes or none, and refuses any other text", () => {
  const code = pronounceableCode();
  const typed = [
    code,
    ` ${code.toUpperCase()}\n`,
    code.replaceAll("-", ""),
    code.replaceAll("-", "\u2011"),
  ];
  deepStrictEqual(typed.map(typedCode), [code, code, code, code]);
  deepStrictEqual(["", " - ", "abcde", "\u{1F600}x"].map(typedCode), [
    "",
    "",
    "abcd-e",
    "\u{1F600}x",
  ]);
});
