import type { BuildOptions, Metafile, OutputFile } from "esbuild";
import { basename } from "node:path";
import type { Chunk, Snapshot } from "../snapshot/snapshot.ts";
import { withBundler } from "./bundler.ts";
import type { ImportGraph } from "./import_graph.ts";
import type { ImportMap } from "./import_map.ts";
import { ENTRY, entryFile, entryName, islandEntries, SIGNALS } from "./island_entries.ts";
import type { Project } from "./project.ts";
import { denoResolver } from "./resolver.ts";
import { NOTHING_SHARED, type SharedCode, sharedCode } from "./shared_code.ts";

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
  /** The pages an island may stand on. */
  pagesOf(island: string): ReadonlySet<string>;
}

const URL_FOLDER = "/_fresh/js/";

export async function bundleIslands(
  islands: string[],
  options: BundleOptions,
): Promise<IslandBundle> {
  if (islands.length === 0) return { chunks: new Map(), signals: null, scripts: new Map() };
  const { root } = options.project;
  const { outputFiles, metafile } = await withBundler(async (bundler) => {
    const first = await bundler.build(buildOptions(islands, NOTHING_SHARED, options));
    const shared = sharedCode(first.metafile, root, {
      islandsOf: (file) =>
        islands.filter((island) => options.graph.reachableFrom(island).has(file)),
      pagesOf: options.pagesOf,
    });
    return await bundler.build(buildOptions(islands, shared, options));
  });
  const chunks = chunksOf(metafile, root);
  return {
    chunks,
    signals: chunks.get(SIGNALS) ?? null,
    scripts: scriptsOf(outputFiles, metafile),
  };
}

function buildOptions(islands: string[], shared: SharedCode, options: BundleOptions) {
  const { project: { root, target, sourceMap }, mode, map, graph, assetKey } = options;
  const files = islands.flatMap((island) => [...graph.reachableFrom(island)]);
  const usesReact = graph.packagesOf(files).some((name) => /^react(-dom)?(\/|$)/.test(name));
  const entries = map.lookUp("@preact/signals") ? [...islands, SIGNALS] : islands;
  return {
    entryPoints: entries.map((file) => ({
      in: entryName(file, root),
      out: basename(file).replace(/\.\w+$/, ""),
    })),
    absWorkingDir: root,
    outdir: "js",
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target,
    conditions: ["browser"],
    mainFields: ["browser", "module", "main"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: mode === "production",
    sourcemap: sourceMap,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
    tsconfigRaw: {},
    define: {
      FRESH_ASSET_KEY: JSON.stringify(assetKey),
    },
    plugins: [islandEntries({ root, graph, shared, usesReact }), denoResolver(root, map)],
  } satisfies BuildOptions;
}

function chunksOf({ outputs }: Metafile, root: string): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>();
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (!entryPoint?.startsWith(ENTRY)) continue;
    const imports = importsOf(path, outputs).map(urlOf);
    chunks.set(entryFile(entryPoint, root), { url: urlOf(path), imports });
  }
  return chunks;
}

/** Chunks that a chunk imports statically, through others too. */
function importsOf(path: string, outputs: Metafile["outputs"]): string[] {
  const found = new Set([path]);
  for (const at of found) {
    for (const { path: next, kind } of outputs[at]?.imports ?? []) {
      if (kind === "import-statement" && !isHelpers(next, outputs)) found.add(next);
    }
  }
  found.delete(path);
  return [...found];
}

/** A chunk of the bundler's own helpers, for what is loaded later: it does nothing by itself. */
function isHelpers(path: string, outputs: Metafile["outputs"]): boolean {
  const output = outputs[path];
  return output !== undefined && !output.entryPoint && Object.keys(output.inputs).length === 0;
}

function scriptsOf(files: OutputFile[], { outputs }: Metafile): IslandBundle["scripts"] {
  const helpers = Object.keys(outputs).filter((path) => isHelpers(path, outputs));
  return new Map(files.map(({ path, text }) => {
    // Who names nothing of them need not fetch them.
    const needed = helpers.reduce((kept, helper) => {
      return kept.replaceAll(new RegExp(`import ?"\\./${basename(helper)}";\\n?`, "g"), "");
    }, text);
    return [urlOf(path), new TextEncoder().encode(needed)];
  }));
}

function urlOf(path: string): string {
  return URL_FOLDER + basename(path);
}
