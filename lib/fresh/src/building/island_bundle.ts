import type { BuildOptions, Metafile, Plugin } from "esbuild";
import { basename, relative, resolve } from "node:path";
import type { Chunk, Snapshot } from "../snapshot/snapshot.ts";
import { withBundler } from "./bundler.ts";
import type { ImportGraph } from "./import_graph.ts";
import type { ImportMap } from "./import_map.ts";
import { fromFileUrl } from "./paths.ts";
import type { Project } from "./project.ts";
import { denoResolver } from "./resolver.ts";

/** The scripts of the browser: one chunk for each island file, and what they share. */
export interface IslandBundle {
  chunks: Map<string, Chunk>;
  signals: Chunk | null;
  /** Content of each script, by URL path. */
  scripts: Map<string, Uint8Array<ArrayBuffer>>;
}

export interface BundleOptions {
  project: Project;
  mode: Snapshot["mode"];
  map: ImportMap;
  graph: ImportGraph;
  assetKey: string;
}

const URL_FOLDER = "/_fresh/js/";
const BOOT = fromFileUrl(import.meta.resolve("../browser/boot.ts"));
const SIGNALS = fromFileUrl(import.meta.resolve("../browser/signals.ts"));
const STUB = "island-entry:";

export async function bundleIslands(
  islands: string[],
  options: BundleOptions,
): Promise<IslandBundle> {
  if (islands.length === 0) return { chunks: new Map(), signals: null, scripts: new Map() };
  const entries = options.map.lookUp("@preact/signals") ? [...islands, SIGNALS] : islands;
  const { outputFiles, metafile } = await withBundler((bundler) =>
    bundler.build(buildOptions(entries, islands, options))
  );
  const scripts = new Map(outputFiles.map(({ path, contents }) => {
    return [URL_FOLDER + basename(path), new Uint8Array(contents)];
  }));
  const chunks = chunksOf(metafile, options.project.root);
  const signals = chunks.get(SIGNALS) ?? null;
  return { chunks, signals, scripts };
}

function buildOptions(entries: string[], islands: string[], options: BundleOptions) {
  const { project, mode, map, assetKey } = options;
  return {
    entryPoints: entries.map((path) => ({
      // Relative: the path is part of the hash in the chunk's name.
      in: STUB + relative(project.root, path),
      out: basename(path).replace(/\.\w+$/, ""),
    })),
    absWorkingDir: project.root,
    outdir: "js",
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: project.target,
    conditions: ["browser"],
    mainFields: ["browser", "module", "main"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: mode === "production",
    sourcemap: project.sourceMap,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
    tsconfigRaw: {},
    define: {
      FRESH_ASSET_KEY: JSON.stringify(assetKey),
      "process.env.NODE_ENV": JSON.stringify(mode),
    },
    plugins: [stubs(islands, options), denoResolver(project.root, map)],
  } satisfies BuildOptions;
}

/**
 * Entries that hold a file's exports with what every page needs, so that the boot code, preact and
 * its React layer are one shared chunk instead of several requests.
 */
function stubs(islands: string[], { graph, project }: BundleOptions): Plugin {
  const files = islands.flatMap((island) => [...graph.reachableFrom(island)]);
  const usesReact = [...graph.packagesOf(files)].some((name) => /^react(-dom)?(\/|$)/.test(name));
  const shared = `export { $boot } from ${JSON.stringify(BOOT)};` +
    (usesReact ? `import "react";` : "");
  return {
    name: "island-entries",
    setup(build) {
      build.onResolve({ filter: /^island-entry:/ }, ({ path }) => {
        return { path: path.slice(STUB.length), namespace: "island-entry" };
      });
      build.onLoad({ filter: /.*/, namespace: "island-entry" }, (entry) => {
        const path = resolve(project.root, entry.path);
        const from = JSON.stringify(path);
        const named = path === SIGNALS || graph.exportsOf(path).some((name) => name !== "default");
        const byDefault = graph.exportsOf(path).includes("default");
        const contents = shared + (named ? `export * from ${from};` : "") +
          (byDefault ? `export { default } from ${from};` : "");
        return { contents, loader: "js", resolveDir: project.root };
      });
    },
  };
}

function chunksOf({ outputs }: Metafile, root: string): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>();
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (!entryPoint) continue;
    const file = resolve(root, entryPoint.replace(/^island-entry:/, ""));
    chunks.set(file, { url: urlOf(path), imports: importsOf(path, outputs).map(urlOf) });
  }
  return chunks;
}

/** Chunks that a chunk imports statically, through others too. */
function importsOf(path: string, outputs: Metafile["outputs"]): string[] {
  const found = new Set([path]);
  for (const at of found) {
    for (const { path: next, kind, external } of outputs[at]?.imports ?? []) {
      if (kind === "import-statement" && !external) found.add(next);
    }
  }
  found.delete(path);
  return [...found];
}

function urlOf(path: string): string {
  return URL_FOLDER + basename(path);
}
