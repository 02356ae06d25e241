import { deepStrictEqual } from "node:assert/strict";
import { failedTests } from "./failed_tests.ts";

Deno.test("failedTests() returns the file of each failed test once", () => {
  const report = [
    "running 2 tests from ./mutant_batch.ts",
    "a() adds => ./tests/a_test.ts:3:6 ... ok",
    "",
    " ERRORS ",
    "",
    "b() => c => ./tests/domain/b_test.tsx:12:6",
    "error: AssertionError: 1 !== 2",
    "    at file:///checkout/tests/domain/c_test.ts:14:3",
    "",
    " FAILURES ",
    "",
    "b() => c => ./tests/domain/b_test.tsx:12:6",
    "",
    "FAILED | 1 passed | 1 failed (10ms)",
  ].join("\n");
  deepStrictEqual(failedTests(report), ["tests/domain/b_test.tsx"]);
  deepStrictEqual(failedTests("error: The module's source code could not be parsed"), []);
});
