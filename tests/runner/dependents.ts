import { resolvePath } from "@/tools/import_fault.ts";
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

/**
 * The graph with imports added from a file that finds others at run time, as the site finds its
 * routes.
 */
export function finding(finder: string, found: readonly string[], graph: ModuleGraph): ModuleGraph {
  const imports = found.map((path) => ({ specifier: `@/${path}`, typeOnly: false }));
  return new Map([...graph, [finder, [...graph.get(finder) ?? [], ...imports]]]);
}

/** Tests first in folders with the name of a file's own, since they test its behaviour. */
export function ownAreaFirst(path: string, tests: readonly string[]): string[] {
  const area = path.split("/").at(-2) ?? "";
  const isOwn = (test: string) => test.split("/").includes(area);
  return [...tests.filter(isOwn), ...tests.filter((test) => !isOwn(test))];
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
