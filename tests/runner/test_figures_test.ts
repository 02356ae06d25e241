import { deepStrictEqual } from "node:assert/strict";
import { afterSecondRun, failedFiles, figuresIn, sum } from "./test_figures.ts";

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

Deno.test("failedFiles() names each file under the failures once, and none of a run that did not start", () => {
  const output = [
    " ERRORS ",
    "a => ./tests/domain/a_test.ts:3:6",
    " FAILURES ",
    "a => ./tests/domain/a_test.ts:3:6",
    "b, c => ./tests/domain/a_test.ts:9:6",
    "d => ./tests/text/d_test.tsx:1:1",
    "FAILED | 3 passed | 3 failed (1s)",
  ].join("\n");
  deepStrictEqual(failedFiles(output, ["tests/other_test.ts"]), [
    "tests/domain/a_test.ts",
    "tests/text/d_test.tsx",
  ]);
  deepStrictEqual(failedFiles("error: Module not found\n", []), []);
});

Deno.test("failedFiles() finds the file of a failure named by a helper in its error", () => {
  const ran = ["tests/flows/a_test.ts", "tests/flows/b_test.ts", "tests/flows/c_test.ts"];
  const output = [
    " ERRORS ",
    "one => ./tests/tools/browser.ts:259:8",
    "error: AssertionError: Expected values to be strictly equal:",
    "    at async file:///project/tests/flows/b_test.ts:114:5",
    "two => ./tests/flows/a_test.ts:3:6",
    "    at file:///project/tests/flows/c_test.ts:1:1",
    " FAILURES ",
    "one => ./tests/tools/browser.ts:259:8",
    "two => ./tests/flows/a_test.ts:3:6",
  ].join("\n");
  deepStrictEqual(failedFiles(output, ran), ["tests/flows/b_test.ts", "tests/flows/a_test.ts"]);
});

Deno.test("failedFiles() names every file of the run when a failure names no file of a test", () => {
  const output = " FAILURES \na => ./tests/tools/browser.ts:259:8\n";
  const ran = ["--no-check", "tests/flows/a_test.ts", "tests/flows/b_test.ts"];
  deepStrictEqual(failedFiles(output, ran), ran.slice(1));
});

Deno.test("afterSecondRun() counts a failure that did not recur as passed, and never more than failed", () => {
  const first = { passed: 10, failed: 2 };
  deepStrictEqual(afterSecondRun(first, { passed: 5, failed: 0 }), { passed: 12, failed: 0 });
  deepStrictEqual(afterSecondRun(first, { passed: 4, failed: 1 }), { passed: 11, failed: 1 });
  deepStrictEqual(afterSecondRun(first, { passed: 0, failed: 4 }), { passed: 10, failed: 2 });
});
