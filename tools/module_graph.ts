/** Imports between files, read from the sources. @module */

/** An import, as found in a source. */
export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

export type ModuleGraph = ReadonlyMap<string, readonly Import[]>;

const STATEMENT = /^(import|export)\s+(type\s)?(?:[^"'`;]*?\sfrom\s+)?"([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"]+)"/g;

/** The imports of a source, in order; those in comments are ignored. */
export function importsIn(source: string): Import[] {
  const code = withoutComments(source);
  const stated = [...code.matchAll(STATEMENT)].map(([whole, , type, specifier = ""]) => ({
    specifier,
    typeOnly: type !== undefined || hasOnlyTypes(whole),
  }));
  const dynamic = [...code.matchAll(DYNAMIC)].map(([, specifier = ""]) => ({
    specifier,
    typeOnly: false,
  }));
  return [...stated, ...dynamic];
}

export function moduleGraph(paths: readonly string[], read: (path: string) => string): ModuleGraph {
  return new Map(paths.map((path) => [path, importsIn(read(path))]));
}

/** Path in the project of a specifier that is relative or starts at the root; null for a package. */
export function resolvePath(from: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return null;
  const { pathname } = new URL(specifier, `file:///${from}`);
  return decodeURIComponent(pathname).slice(1);
}

/** Files that a file imports, for its types or its values. */
function importedBy(path: string, graph: ModuleGraph): string[] {
  return (graph.get(path) ?? [])
    .flatMap(({ specifier }) => resolvePath(path, specifier) ?? [])
    .filter((target) => graph.has(target));
}

/** Files that a file needs at run time. */
export function neededBy(path: string, graph: ModuleGraph): string[] {
  return (graph.get(path) ?? [])
    .flatMap(({ specifier, typeOnly }) => typeOnly ? [] : resolvePath(path, specifier) ?? [])
    .filter((target) => graph.has(target));
}

/** Cycles of files, by types or values (Tarjan's strongly connected components). */
export function cycles(graph: ModuleGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (path: string): number => {
    const own = order.size;
    order.set(path, own);
    lowest.set(path, own);
    stack.push(path);
    for (const target of importedBy(path, graph)) {
      const seen = order.get(target);
      if (seen !== undefined && !stack.includes(target)) continue;
      lowest.set(path, Math.min(lowest.get(path) ?? own, seen ?? visit(target)));
    }
    const low = lowest.get(path) ?? own;
    if (low === own) found.push(stack.splice(stack.indexOf(path)));
    return low;
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return found.filter((group) =>
    group.length > 1 || importedBy(group[0] ?? "", graph).includes(group[0] ?? "")
  );
}

/** The chain of run-time imports from a file to a specifier that `isSought`; null when there is none. */
export function chainTo(
  isSought: (specifier: string) => boolean,
  from: string,
  graph: ModuleGraph,
): string[] | null {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  const queue = [from];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const imports = graph.get(path) ?? [];
    if (imports.some(({ specifier, typeOnly }) => !typeOnly && isSought(specifier))) {
      return pathTo(path, cameFrom);
    }
    for (const target of neededBy(path, graph)) {
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      queue.push(target);
    }
  }
  return null;
}

function pathTo(path: string, cameFrom: ReadonlyMap<string, string | null>): string[] {
  const before = cameFrom.get(path);
  return before === null || before === undefined ? [path] : [...pathTo(before, cameFrom), path];
}

function hasOnlyTypes(statement: string): boolean {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(",").map((name) => name.trim()).filter(
    Boolean,
  );
  return names !== undefined && names.length > 0 &&
    names.every((name) => name.startsWith("type ")) &&
    /^(import|export)\s*\{/.test(statement);
}

export function withoutComments(source: string): string {
  return source.replace(/^\s*\/\*[\s\S]*?\*\//gm, "").replace(/^\s*\/\/.*$/gm, "");
}
