import { deepStrictEqual, rejects } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { BatchedReads, Batcher } from "@/lib/store/read_batching.ts";
import type { Key, MaybeEntry } from "@/lib/store/store.ts";

const keyOf = (n: number) => keys.org(`o${n}`);

/** Reads that answer each key with itself, and the sizes of the batches. */
function countedReads(isBad: (key: Key) => boolean = () => false) {
  const sizes: number[] = [];
  const reads = new BatchedReads((wanted) => {
    sizes.push(wanted.length);
    if (wanted.some(isBad)) return Promise.reject(new TypeError("Key too large"));
    return Promise.resolve(wanted.map((key) => ({ key, value: key, versionstamp: "1" })));
  });
  return { reads, sizes };
}

function keysOf(entries: readonly MaybeEntry[]): Key[] {
  return entries.map(({ key }) => key);
}

Deno.test("BatchedReads batches concurrent reads ten keys at a time, each read within one batch", async () => {
  const { reads, sizes } = countedReads();
  const questions = Array.from({ length: 25 }, (_, n) => [keyOf(n)]);
  const pairs = [[keyOf(30), keyOf(31)], [keyOf(32), keyOf(33), keyOf(34)], []];
  const asked = [...questions, ...pairs];
  const answers = await Promise.all(asked.map((wanted) => reads.ask(wanted)));
  deepStrictEqual(answers.map(keysOf), asked);
  deepStrictEqual(sizes, [10, 10, 10]);
  await reads.ask([keyOf(1)]);
  deepStrictEqual(sizes, [10, 10, 10, 1]);
});

Deno.test("BatchedReads rejects only the read that the store refuses", async () => {
  const bad = keyOf(13);
  const { reads } = countedReads((key) => key === bad);
  const good = reads.ask([keyOf(1)]);
  await rejects(reads.ask([bad]), /too large/);
  deepStrictEqual(keysOf(await good), [keyOf(1)]);
});

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
