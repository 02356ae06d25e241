import { deepStrictEqual, notStrictEqual } from "node:assert/strict";
import { joinedBytes } from "@/lib/base/bytes.ts";

Deno.test("joinedBytes() concatenates the parts, into a new array even for a single one", () => {
  const parts = [new Uint8Array([1, 2]), new Uint8Array(), new Uint8Array([9, 3]).subarray(1)];
  deepStrictEqual(joinedBytes(parts), new Uint8Array([1, 2, 3]));
  deepStrictEqual(joinedBytes([]), new Uint8Array());
  const only = new Uint8Array([7]);
  const joined = joinedBytes([only]);
  deepStrictEqual(joined, only);
  notStrictEqual(joined.buffer, only.buffer);
});
