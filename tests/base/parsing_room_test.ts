import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { ParsingRoom } from "@/lib/base/concurrency.ts";

Deno.test("ParsingRoom runs what fits at once, and the others in order of arrival", async () => {
  const room = new ParsingRoom(10);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => () => {
    log.push(name);
    return new Promise<void>((end) => void ends.set(name, end));
  };
  const all = [
    room.run(6, task("first")),
    room.run(6, task("second")),
    room.run(3, task("small, behind the second")),
  ];
  await Promise.resolve();
  deepStrictEqual(log, ["first"]);
  ends.get("first")?.();
  await all[0];
  deepStrictEqual(log, ["first", "second", "small, behind the second"]);
  for (const end of ends.values()) end();
  await Promise.all(all);
});

Deno.test("ParsingRoom runs a task larger than itself alone, and frees the room of one that fails", async () => {
  const room = new ParsingRoom(10);
  await rejects(room.run(50, () => Promise.reject(new Error("bad"))), { message: "bad" });
  strictEqual(await room.run(50, () => Promise.resolve("done")), "done");
});

Deno.test("ParsingRoom.quiet() resolves at once when nothing was parsed, and after its limit while parsing continues", async () => {
  const room = new ParsingRoom(10);
  await room.quiet(60_000);
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const running = room.run(1, () => end);
  await room.quiet(1);
  const quiet = room.quiet(60_000);
  finish();
  await Promise.all([running, quiet]);
});
