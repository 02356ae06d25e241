/** Finds which modules import which, and so which islands each page may hold. @module */

import type { Metafile, Plugin } from "esbuild";
import { resolve } from "node:path";
import { type ImportMap, withBundler } from "./bundler.ts";
import type { FilePlace } from "./file_routes.ts";

/** Who imports whom among a project's own files. */
export interface ImportGraph {
  /** Names that an entry exports. */
  exportsOf(path: string): string[];
  /** Every file that a file brings in, itself included, dynamic imports too. */
  reachableFrom(path: string): ReadonlySet<string>;
  /** Files reachable from a file, without entering `inner` files, which are included. */
  metFrom(path: string, inner: ReadonlySet<string>): ReadonlySet<string>;
  /** Packages that these files import by name. */
  packagesOf(paths: string[]): string[];
}

export async function importGraph(
  root: string,
  entries: string[],
  map: ImportMap,
): Promise<ImportGraph> {
  const { metafile } = await withBundler((bundler) =>
    bundler.build({
      entryPoints: entries,
      absWorkingDir: root,
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: "graph",
      write: false,
      metafile: true,
      jsx: "preserve",
      logLevel: "silent",
      tsconfigRaw: {},
      plugins: [ownFilesOnly(map)],
    })
  );
  return graphOf(root, metafile);
}

/** Leaves packages, and files that are no scripts, out of the graph. */
function ownFilesOnly(map: ImportMap): Plugin {
  return {
    name: "own-files-only",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === "entry-point") return;
        const found = map.lookUp(path);
        return found && "file" in found ? { path: found.file } : { path, external: true };
      });
      build.onResolve({ filter: /^\./ }, ({ path, with: attributes }) => {
        const isScript = /\.[cm]?[jt]sx?$/.test(path) && attributes["type"] === undefined;
        return isScript ? undefined : { path, external: true };
      });
    },
  };
}

function graphOf(root: string, { inputs, outputs }: Metafile): ImportGraph {
  const files = new Map<string, string[]>();
  const packages = new Map<string, string[]>();
  for (const [path, { imports }] of Object.entries(inputs)) {
    const file = resolve(root, path);
    files.set(file, imports.filter((one) => !one.external).map((one) => resolve(root, one.path)));
    packages.set(file, imports.filter((one) => one.external).map((one) => one.path));
  }
  const exported = new Map<string, string[]>();
  for (const { entryPoint, exports } of Object.values(outputs)) {
    if (entryPoint) exported.set(resolve(root, entryPoint), exports);
  }
  return {
    exportsOf: (path) => exported.get(path) ?? [],
    reachableFrom: (path) => met(path, files, new Set()),
    metFrom: (path, inner) => met(path, files, inner),
    packagesOf: (paths) => paths.flatMap((path) => packages.get(path) ?? []),
  };
}

function met(
  start: string,
  files: Map<string, string[]>,
  inner: ReadonlySet<string>,
): Set<string> {
  const found = new Set([start]);
  for (const path of found) {
    if (!inner.has(path)) { for (const next of files.get(path) ?? []) found.add(next); }
  }
  return found;
}

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
