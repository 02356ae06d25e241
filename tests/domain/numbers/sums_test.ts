import { strictEqual } from "node:assert/strict";
import { meanOf, sumBy, sumOf } from "@/lib/domain/numbers/sums.ts";

Deno.test("sumOf() adds numbers in order, and is 0 for none", () => {
  strictEqual(sumOf([]), 0);
  // 0.1 + 0.2 is 0.30000000000000004: in another order the last digit would differ.
  strictEqual(sumOf([0.1, 0.2, 0.3]), 0.1 + 0.2 + 0.3);
});

Deno.test("sumBy() adds a figure of each element in order", () => {
  strictEqual(sumBy([], () => 1), 0);
  strictEqual(sumBy([{ count: 2 }, { count: 5 }], ({ count }) => count), 7);
});

Deno.test("meanOf() is the sum divided by the number of values", () => {
  strictEqual(meanOf([1, 2, 6]), 3);
});
