import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { someAtOnce } from "@/lib/backend/core/some_at_once.ts";

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

Deno.test("someAtOnce reads so many items at a time, and keeps their order", async () => {
  let [running, most] = [0, 0];
  const read = async (item: number) => {
    most = Math.max(most, ++running);
    for (let left = item % 3; left >= 0; left--) await turn();
    running--;
    return item * 2;
  };
  const items = Array.from({ length: 11 }, (_, item) => item);
  deepStrictEqual(await someAtOnce(items, 4, read), items.map((item) => item * 2));
  strictEqual(most, 4);
});

Deno.test("someAtOnce begins nothing more once a read has failed", async () => {
  const begun: number[] = [];
  const read = async (item: number) => {
    begun.push(item);
    await turn();
    if (item === 1) throw new Error("unreadable");
  };
  await rejects(someAtOnce([0, 1, 2, 3, 4, 5], 2, read), { message: "unreadable" });
  await turn();
  deepStrictEqual(begun, [0, 1]);
});
