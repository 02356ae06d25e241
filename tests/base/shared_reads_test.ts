import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { pause, SharedReads } from "@/lib/base/concurrency.ts";

/** Reads that end when the test decides, each with its rank. */
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

Deno.test("SharedReads.ask() reads once for all waiting callers, and again for those who call during the read", async () => {
  const { held, read } = heldReads();
  const reads = new SharedReads<number>();
  const first = [reads.ask("a", read), reads.ask("a", read)];
  await pause(0);
  strictEqual(held.length, 1);
  const later = [reads.ask("a", read), reads.ask("a", read), reads.ask("a", read)];
  const other = reads.ask("b", read);
  await pause(0);
  // Reads of one name are queued; reads of different names are concurrent.
  strictEqual(held.length, 2);
  held[0]?.resolve();
  deepStrictEqual(await Promise.all(first), [1, 1]);
  await pause(0);
  strictEqual(held.length, 3);
  for (const one of held) one.resolve();
  deepStrictEqual(await Promise.all(later), [3, 3, 3]);
  strictEqual(await other, 2);
  const next = reads.ask("a", read);
  await pause(0);
  held[3]?.resolve();
  strictEqual(await next, 4);
});

Deno.test("SharedReads.ask() rejects for the callers of the failed read only", async () => {
  const { held, read } = heldReads();
  const reads = new SharedReads<number>();
  const first = [reads.ask("a", read), reads.ask("a", read)];
  await pause(0);
  const later = reads.ask("a", read);
  held[0]?.reject(new TypeError("down"));
  for (const one of first) await rejects(one, TypeError);
  await pause(0);
  held[1]?.resolve();
  strictEqual(await later, 2);
});
