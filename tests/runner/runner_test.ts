import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { ModuleGraph } from "@/tools/module_graph.ts";
import { figuresIn, roundRobin, testsOf, wholesThenHalves } from "./test_batches.ts";

Deno.test("roundRobin() distributes the files over the batches, and leaves none out", () => {
  deepStrictEqual(roundRobin(["a", "b", "c", "d", "e"], 2), [["a", "c", "e"], ["b", "d"]]);
  deepStrictEqual(roundRobin(["a", "b"], 6), [["a"], ["b"]]);
  deepStrictEqual(roundRobin([], 6), []);
});

Deno.test("wholesThenHalves() ends with batches half as long, and leaves none out", () => {
  const files = ["a", "b", "c", "d", "e", "f", "g", "h"];
  deepStrictEqual(wholesThenHalves(files, 2, 1), [["a", "e", "b", "f"], ["c", "g"], ["d", "h"]]);
  deepStrictEqual(wholesThenHalves(files, 4, 0), [["a", "e"], ["b", "f"], ["c", "g"], ["d", "h"]]);
  for (const count of [0, 1, 2, 3, 5, 8]) {
    const some = files.slice(0, count);
    const batches = wholesThenHalves(some, 3, 1);
    deepStrictEqual(batches.flat().toSorted(), some);
    strictEqual(batches.every((batch) => batch.length > 0), true);
  }
});

const GRAPH: ModuleGraph = new Map([
  ["lib/a.ts", []],
  ["lib/b.ts", [{ specifier: "@/lib/a.ts", typeOnly: false }]],
  ["tests/a_test.ts", [{ specifier: "@/lib/a.ts", typeOnly: false }]],
  ["tests/b_test.ts", [{ specifier: "@/lib/b.ts", typeOnly: false }]],
  ["tests/types_test.ts", [{ specifier: "@/lib/a.ts", typeOnly: true }]],
]);

const isTest = (path: string) => path.endsWith("_test.ts");

Deno.test("testsOf() returns the tests that import a file, nearest first, and none that imports only its types", () => {
  deepStrictEqual(testsOf("lib/a.ts", GRAPH, isTest), ["tests/a_test.ts", "tests/b_test.ts"]);
});

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

Deno.test("figuresIn() counts one failure for a run that finds no test", () => {
  deepStrictEqual(figuresIn("ok | 0 passed | 0 failed (0ms)\n", true), { passed: 0, failed: 1 });
});

Deno.test("a trial of a name that there is not loads its file, and names those there are", async () => {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--lock=tests/deno.lock",
      "tests/runner/trial.ts",
      "disk_full/x",
    ],
    stderr: "null",
  }).output();
  strictEqual(code, 1);
  match(
    new TextDecoder().decode(stdout),
    /^Name one of tests\/trials, or all: .*disk_full, faults/,
  );
});
