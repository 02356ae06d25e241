import type { Plugin } from "esbuild";
import { relative, resolve } from "node:path";
import type { ImportGraph } from "./import_graph.ts";
import { fromFileUrl } from "./paths.ts";
import type { SharedCode } from "./shared_code.ts";

/** How the entry of an island file is named to the bundler. */
export const ENTRY = "island-entry:";

/** What revives signals among props, loaded by the pages that need it. */
export const SIGNALS = fromFileUrl(import.meta.resolve("../browser/signals.ts"));

const BOOT = fromFileUrl(import.meta.resolve("../browser/boot.ts"));
const LATER = "later-entry";
const ASKED = "asked-already";

interface EntryOptions {
  root: string;
  graph: ImportGraph;
  shared: SharedCode;
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
 * Entries that hold a file's exports with what is on its page anyway, so that the boot code, preact,
 * its React layer and what most islands share are one chunk instead of several requests.
 */
export function islandEntries({ root, graph, shared, usesReact }: EntryOptions): Plugin {
  const everywhere = `export { $boot } from ${JSON.stringify(BOOT)};\n` +
    (usesReact ? `import "react";\n` : "") + importing(shared.everywhere);
  return {
    name: "island-entries",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ENTRY}`) }, ({ path }) => {
        return { path: path.slice(ENTRY.length), namespace: "island-entry" };
      });
      build.onLoad({ filter: /.*/, namespace: "island-entry" }, ({ path }) => {
        const file = resolve(root, path);
        const names = file === SIGNALS ? ["$signal", "$computed"] : graph.exportsOf(file);
        const beside = importing(shared.beside.get(file) ?? []);
        const contents = everywhere + beside + exporting(names, file);
        return { contents, loader: "js", resolveDir: root };
      });
      build.onResolve(
        { filter: /.*/ },
        async ({ path, kind, importer, resolveDir, pluginData }) => {
          if (kind !== "dynamic-import" || pluginData !== undefined) return;
          const found = await build.resolve(path, {
            kind,
            importer,
            resolveDir,
            pluginData: ASKED,
          });
          if (!shared.later.has(found.path)) return found;
          return { path: relative(root, found.path), namespace: LATER };
        },
      );
      build.onLoad({ filter: /.*/, namespace: LATER }, ({ path }) => {
        const file = resolve(root, path);
        const { exports = [], present = [] } = shared.later.get(file) ?? {};
        const contents = everywhere + importing(present) + exporting(exports, file);
        return { contents, loader: "js", resolveDir: root };
      });
    },
  };
}

function importing(files: string[]): string {
  return files.map((file) => `import ${JSON.stringify(file)};\n`).join("");
}

function exporting(names: string[], file: string): string {
  const from = JSON.stringify(file);
  return names.length === 0 ? `import ${from};` : `export { ${names.join(", ")} } from ${from};`;
}
