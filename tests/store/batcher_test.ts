import { deepStrictEqual, rejects } from "node:assert/strict";
import { Batcher } from "@/lib/store/read_batching.ts";

Deno.test("Batcher.ask() answers the calls of one microtask together, each with its own result", async () => {
  const rounds: (readonly number[])[] = [];
  const squares = new Batcher((numbers: readonly number[]) => {
    rounds.push(numbers);
    return Promise.resolve((number: number) => number ** 2);
  });
  deepStrictEqual(await Promise.all([2, 3, 3].map((number) => squares.ask(number))), [4, 9, 9]);
  deepStrictEqual(await squares.ask(5), 25);
  deepStrictEqual(rounds, [[2, 3, 3], [5]]);
});

Deno.test("Batcher.ask() rejects for all calls of one batch, and for no later call", async () => {
  let isDown = true;
  const answers = new Batcher((_: readonly number[]): Promise<(number: number) => number> =>
    isDown ? Promise.reject(new Error("down")) : Promise.resolve((number) => number)
  );
  const both = [answers.ask(1), answers.ask(2)];
  for (const asked of both) await rejects(asked, /down/);
  isDown = false;
  deepStrictEqual(await answers.ask(3), 3);
});

Deno.test("Batcher.ask() limits the size of a batch, and a failed batch rejects alone", async () => {
  const rounds: (readonly number[])[] = [];
  const answers = new Batcher<number, number>((numbers) => {
    rounds.push(numbers);
    return numbers.includes(3)
      ? Promise.reject(new Error("down"))
      : Promise.resolve((number: number) => -number);
  }, { most: 2 });
  const asked = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => answers.ask(number)));
  deepStrictEqual(rounds, [[1, 2], [3, 4], [5]]);
  deepStrictEqual(
    asked.map((one) => one.status === "fulfilled" ? one.value : null),
    [-1, -2, null, null, -5],
  );
});
