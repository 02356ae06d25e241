import { deepStrictEqual } from "node:assert/strict";
import { figuresIn, sum } from "./test_figures.ts";

Deno.test("figuresIn() reads the last summary, without steps and ignored tests", () => {
  const output = "ok | 3 passed (7 steps) | 0 failed | 1 ignored (2s)\n";
  deepStrictEqual(figuresIn(output, true), { passed: 3, failed: 0 });
});

Deno.test("figuresIn() counts the named failures", () => {
  deepStrictEqual(figuresIn("FAILED | 3 passed | 2 failed (1s)\nerror: Test failed\n", false), {
    passed: 3,
    failed: 2,
  });
});

Deno.test("figuresIn() counts one failure for a run that fails without naming any", () => {
  deepStrictEqual(figuresIn("error: Module not found\n", false), { passed: 0, failed: 1 });
  deepStrictEqual(figuresIn("ok | 3 passed | 0 failed (1s)\nerror: leaking\n", false), {
    passed: 3,
    failed: 1,
  });
});

Deno.test("sum() adds figures up", () => {
  deepStrictEqual(sum([{ passed: 1, failed: 0 }, { passed: 2, failed: 3 }]), {
    passed: 3,
    failed: 3,
  });
  deepStrictEqual(sum([]), { passed: 0, failed: 0 });
});
