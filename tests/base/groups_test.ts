import { deepStrictEqual } from "node:assert/strict";
import { chunk } from "@/lib/base/concurrency.ts";

Deno.test("chunk() splits a list in order, with a last group of the elements left", () => {
  deepStrictEqual(chunk([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  deepStrictEqual(chunk([1, 2, 3, 4], 2), [[1, 2], [3, 4]]);
});

Deno.test("chunk() has no group for an empty list", () => {
  deepStrictEqual(chunk([], 2), []);
});
