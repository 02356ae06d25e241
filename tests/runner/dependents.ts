import { resolvePath } from "@/tools/module_graph.ts";
import type { ModuleGraph } from "@/tools/module_graph.ts";

/** The tests that import a file, directly or not: the nearest first. */
export function testsOf(
  path: string,
  graph: ModuleGraph,
  isTest: (path: string) => boolean,
): string[] {
  const importers = importersIn(graph);
  const reached = new Set([path]);
  const tests: string[] = [];
  for (const one of reached) {
    if (isTest(one)) tests.push(one);
    for (const importer of importers.get(one) ?? []) reached.add(importer);
  }
  return tests;
}

function importersIn(graph: ModuleGraph): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, imports] of graph) {
    for (const { specifier, typeOnly } of imports) {
      const target = typeOnly ? null : resolvePath(path, specifier);
      if (target === null) continue;
      importers.set(target, [...importers.get(target) ?? [], path]);
    }
  }
  return importers;
}
