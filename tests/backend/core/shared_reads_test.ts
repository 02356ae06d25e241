import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { SharedReads } from "@/lib/backend/core/shared_reads.ts";

/** Reads that end when the test says so, each with its rank. */
function heldReads() {
  const held: PromiseWithResolvers<void>[] = [];
  const read = async () => {
    const end = Promise.withResolvers<void>();
    const rank = held.push(end);
    await end.promise;
    return rank;
  };
  return { held, read };
}

/** Lets what is due run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("SharedReads.ask() reads once for all who wait, and again for those who ask while it reads", async () => {
  const { held, read } = heldReads();
  const reads = new SharedReads<number>();
  const first = [reads.ask("a", read), reads.ask("a", read)];
  await turn();
  strictEqual(held.length, 1);
  const later = [reads.ask("a", read), reads.ask("a", read), reads.ask("a", read)];
  const other = reads.ask("b", read);
  await turn();
  // Those of a name wait for each other, those of another name do not.
  strictEqual(held.length, 2);
  held[0]?.resolve();
  deepStrictEqual(await Promise.all(first), [1, 1]);
  await turn();
  strictEqual(held.length, 3);
  for (const one of held) one.resolve();
  deepStrictEqual(await Promise.all(later), [3, 3, 3]);
  strictEqual(await other, 2);
  const next = reads.ask("a", read);
  await turn();
  held[3]?.resolve();
  strictEqual(await next, 4);
});

Deno.test("SharedReads.ask() tells of a failure those alone who waited for it", async () => {
  const { held, read } = heldReads();
  const reads = new SharedReads<number>();
  const first = [reads.ask("a", read), reads.ask("a", read)];
  await turn();
  const later = reads.ask("a", read);
  held[0]?.reject(new TypeError("down"));
  for (const one of first) await rejects(one, TypeError);
  await turn();
  held[1]?.resolve();
  strictEqual(await later, 2);
});
