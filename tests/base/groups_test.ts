import { deepStrictEqual } from "node:assert/strict";
import { groupsOf } from "@/lib/base/concurrency.ts";

Deno.test("groupsOf() splits a list in order, with a last group of the elements left", () => {
  deepStrictEqual(groupsOf([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  deepStrictEqual(groupsOf([1, 2, 3, 4], 2), [[1, 2], [3, 4]]);
});

Deno.test("groupsOf() has no group for an empty list", () => {
  deepStrictEqual(groupsOf([], 2), []);
});
