import { deepStrictEqual } from "node:assert/strict";
import { finding, probableFirst, testsOf } from "@/tests/runner/dependents.ts";
import type { ModuleGraph } from "@/tools/module_graph.ts";

const GRAPH: ModuleGraph = new Map([
  ["lib/a.ts", []],
  ["lib/b.ts", [{ specifier: "@/lib/a.ts", typeOnly: false }]],
  ["routes/index.tsx", [{ specifier: "@/lib/b.ts", typeOnly: false }]],
  ["tests/site.ts", []],
  ["tests/a_test.ts", [{ specifier: "@/lib/a.ts", typeOnly: false }]],
  ["tests/b_test.ts", [{ specifier: "@/lib/b.ts", typeOnly: false }]],
  ["tests/types_test.ts", [{ specifier: "@/lib/a.ts", typeOnly: true }]],
  ["tests/screen_test.ts", [{ specifier: "./site.ts", typeOnly: false }]],
]);

const isTest = (path: string) => path.endsWith("_test.ts");

Deno.test("testsOf() returns the tests that import a file, nearest first, and none that imports only its types", () => {
  deepStrictEqual(testsOf("lib/a.ts", GRAPH, isTest), ["tests/a_test.ts", "tests/b_test.ts"]);
});

Deno.test("finding() makes tests of the site depend on the imports of its routes", () => {
  const graph = finding("tests/site.ts", ["routes/index.tsx"], GRAPH);
  deepStrictEqual(testsOf("lib/b.ts", graph, isTest), ["tests/b_test.ts", "tests/screen_test.ts"]);
});

Deno.test("probableFirst() puts the tests in the area of a file and named like it first, then those of either", () => {
  const tests = [
    "tests/x/c_test.ts",
    "tests/y/gas_line_test.ts",
    "tests/gas/b_test.ts",
    "tests/gas/gas_lines_test.ts",
    "tests/gas/a_test.ts",
  ];
  deepStrictEqual(probableFirst("lib/gas/lines.ts", tests), [
    "tests/gas/gas_lines_test.ts",
    "tests/y/gas_line_test.ts",
    "tests/gas/b_test.ts",
    "tests/gas/a_test.ts",
    "tests/x/c_test.ts",
  ]);
});
