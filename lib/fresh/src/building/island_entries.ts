import type { Plugin } from "esbuild";
import { relative, resolve } from "node:path";
import type { ImportGraph } from "./import_graph.ts";
import { fromFileUrl } from "./paths.ts";

/** How the entry of an island file is named to the bundler. */
export const ENTRY = "island-entry:";

/** What revives signals among props, loaded by the pages that need it. */
export const SIGNALS = fromFileUrl(import.meta.resolve("../browser/signals.ts"));

const BOOT = fromFileUrl(import.meta.resolve("../browser/boot.ts"));

interface EntryOptions {
  root: string;
  graph: ImportGraph;
  /** Files that every page is to load with the boot code. */
  shared: string[];
  usesReact: boolean;
}

/** The name of a file's entry: relative, since it is part of the hash in the chunk's name. */
export function entryName(file: string, root: string): string {
  return ENTRY + relative(root, file);
}

export function entryFile(name: string, root: string): string {
  return resolve(root, name.slice(ENTRY.length));
}

/**
 * Entries that hold a file's exports with what every page needs, so that the boot code, preact, its
 * React layer and what most islands share are one chunk instead of several requests.
 */
export function islandEntries({ root, graph, shared, usesReact }: EntryOptions): Plugin {
  const everywhere = [
    `export { $boot } from ${JSON.stringify(BOOT)};`,
    ...(usesReact ? [`import "react";`] : []),
    ...shared.map((file) => `import ${JSON.stringify(file)};`),
  ];
  return {
    name: "island-entries",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ENTRY}`) }, ({ path }) => {
        return { path: path.slice(ENTRY.length), namespace: "island-entry" };
      });
      build.onLoad({ filter: /.*/, namespace: "island-entry" }, ({ path }) => {
        const file = resolve(root, path);
        const contents = [...everywhere, ...exportsOf(file, graph)].join("\n");
        return { contents, loader: "js", resolveDir: root };
      });
    },
  };
}

function exportsOf(file: string, graph: ImportGraph): string[] {
  const from = JSON.stringify(file);
  const names = file === SIGNALS ? ["$signal", "$computed"] : graph.exportsOf(file);
  return names.length === 0 ? [] : [`export { ${names.join(", ")} } from ${from};`];
}
