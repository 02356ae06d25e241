import { deepStrictEqual } from "node:assert/strict";
import { testsOf } from "@/tests/runner/dependents.ts";
import type { ModuleGraph } from "@/tools/module_graph.ts";

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
