import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { highest, lowest, meanOf, sumBy, sumOf, weightedMean } from "@/lib/base/sums.ts";

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

Deno.test("weightedMean() weighs each known value, and is null without a weight", () => {
  // (1 × 10 + 3 × 30) / 4 = 25.
  const read = [{ value: 10, weight: 1 }, { value: 30, weight: 3 }];
  strictEqual(weightedMean([...read, { value: null, weight: 6 }, { value: 99, weight: 0 }]), 25);
  strictEqual(weightedMean([{ value: 99, weight: 0 }, { value: null, weight: 2 }]), null);
  strictEqual(weightedMean([]), null);
});

Deno.test("lowest() and highest() ignore unknown values, and are null without a known one", () => {
  const both = (values: readonly (number | null)[]) => [lowest(values), highest(values)];
  deepStrictEqual(both([]), [null, null]);
  deepStrictEqual(both([null]), [null, null]);
  deepStrictEqual(both([null, 3, -1, 2]), [-1, 3]);
  // More values than a call takes arguments.
  deepStrictEqual(both(Array.from({ length: 1_000_000 }, (_, value) => value)), [0, 999_999]);
});
