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

/**
 * The graph with imports added from a file that finds others at run time, as the site finds its
 * routes.
 */
export function finding(finder: string, found: readonly string[], graph: ModuleGraph): ModuleGraph {
  const imports = found.map((path) => ({ specifier: `@/${path}`, typeOnly: false }));
  return new Map([...graph, [finder, [...graph.get(finder) ?? [], ...imports]]]);
}

/**
 * Tests in the order in which they probably test a file: those in a folder of the same name and named like it, then
 * either, then the others.
 *
 * Distance in the graph of imports says little about a handler: every test of a call imports them all.
 */
export function probableFirst(path: string, tests: readonly string[]): string[] {
  const area = path.split("/").at(-2) ?? "";
  const words = wordsOf(path);
  const rank = (test: string) => {
    const isOwn = test.split("/").includes(area);
    const isNamesake = wordsOf(test).some((word) => words.includes(word));
    return Number(!isOwn) + Number(!isNamesake);
  };
  return tests.toSorted((a, b) => rank(a) - rank(b));
}

/** The words of a file's name, without the plural: "house_data_test.ts" has those of "houses.ts". */
function wordsOf(path: string): string[] {
  const name = path.split("/").at(-1)?.replace(/(?:_test)?\.tsx?$/, "") ?? "";
  return name.toLowerCase().split("_").map((word) => word.replace(/s$/, ""));
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
