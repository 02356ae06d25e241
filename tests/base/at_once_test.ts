import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { readEach } from "@/lib/base/concurrency.ts";

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
