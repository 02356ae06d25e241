import type { FilePlace } from "./file_routes.ts";
import type { ImportGraph } from "./import_graph.ts";

/** A module of the routes folder, and its file. */
export type PlacedModule = Pick<FilePlace, "kind" | "folders"> & { path: string };

/** Islands that one script brings, by their files. */
export type IslandSet = readonly string[];

export interface SetOptions {
  modules: readonly PlacedModule[];
  /** Files that export an app: they may route pages by themselves. */
  entries: readonly string[];
  graph: ImportGraph;
}

/**
 * The sets of islands that pages may hold, by what their files import: one for each page and what
 * surrounds it, one for each island, and one of all for a page that was not foreseen.
 */
export function islandSets(islands: readonly string[], options: SetOptions): IslandSet[] {
  const { modules, entries, graph } = options;
  const all = new Set(islands);
  const metFrom = (path: string) => [...graph.metFrom(path, all)].filter((file) => all.has(file));
  const pages = modules.filter(({ kind }) => kind === "route" || kind === "error");
  const around = modules.filter(({ kind }) => kind === "layout" || kind === "app");
  const outermost = around.filter(({ folders }) => folders.length === 0);
  const drawn = [
    ...pages.map((page) => [page, ...around.filter((one) => isAround(one, page))]),
    ...entries.map((path) => [{ path }, ...outermost]),
  ];
  const sets = drawn.map((files) => new Set(files.flatMap(({ path }) => metFrom(path))));
  return distinct([...sets, ...islands.map((island) => new Set([island])), all], islands);
}

function isAround({ folders }: PlacedModule, page: PlacedModule): boolean {
  return folders.every((name, i) => page.folders[i] === name);
}

/** Each set once, its islands in their usual order; none that is empty. */
function distinct(sets: readonly ReadonlySet<string>[], islands: readonly string[]): IslandSet[] {
  const found = new Map<string, IslandSet>();
  for (const set of sets) {
    const ordered = islands.filter((island) => set.has(island));
    if (ordered.length > 0) found.set(ordered.join("\n"), ordered);
  }
  return [...found.values()];
}
