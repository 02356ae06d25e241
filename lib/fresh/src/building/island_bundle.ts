import type { BuildOptions } from "esbuild";
import { basename } from "node:path";
import { runOnce } from "../snapshot/inline_script.ts";
import type { Binding, IslandScript, Snapshot } from "../snapshot/snapshot.ts";
import { withBundler } from "./bundler.ts";
import { fewRequests, type Outputs, withEveryImport, withImports } from "./few_requests.ts";
import type { ImportGraph } from "./import_graph.ts";
import type { ImportMap } from "./import_map.ts";
import { ENTRY, entryName, islandEntries, SIGNALS } from "./island_entries.ts";
import type { IslandSet } from "./island_sets.ts";
import { fromFileUrl } from "./paths.ts";
import type { Project } from "./project.ts";
import { denoResolver } from "./resolver.ts";
import { type Place, whereExported } from "./where_exported.ts";

/** The scripts of the browser: one for each set of islands, and what they all share. */
export interface IslandBundle {
  /** The lightest first. */
  scripts: IslandScript[];
  signals: IslandScript | null;
  /** Content of each script, by URL path. */
  files: Map<string, Uint8Array<ArrayBuffer>>;
}

export interface BundleOptions {
  project: Project;
  mode: Snapshot["mode"];
  map: ImportMap;
  graph: ImportGraph;
  assetKey: string;
}

const URL_FOLDER = "/_fresh/js/";
const RUNTIME = fromFileUrl(import.meta.resolve("../runtime.ts"));

export async function bundleIslands(
  sets: readonly IslandSet[],
  options: BundleOptions,
): Promise<IslandBundle> {
  if (sets.length === 0) return { scripts: [], signals: null, files: new Map() };
  const { project: { root }, map } = options;
  const signals = map.lookUp("@preact/signals") ? entryName([SIGNALS], root) : null;
  const names = sets.map((set) => entryName(set, root));
  const { outputFiles, metafile } = await withBundler((bundler) =>
    bundler.build(buildOptions(signals ? [...names, signals] : names, sets, options))
  );
  const texts = new Map(outputFiles.map(({ path, text }) => [`js/${basename(path)}`, text]));
  const scripts = new Map<string, IslandScript>();
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (!entryPoint?.startsWith(ENTRY)) continue;
    const places = whereExported(path, metafile.outputs, texts.get(path) ?? "");
    scripts.set(entryPoint, scriptOf(places, metafile.outputs));
    if (!places.values().some((place) => place.path === path)) texts.delete(path);
  }
  const ofPages = isMinified(options)
    ? withEveryImport(pathsOf(scripts, metafile.outputs), metafile.outputs)
    : new Set<string>();
  const files = new Map([...texts].map(([path, text]) => {
    const script = fewRequests(path, text, metafile.outputs);
    const url = urlOf(path);
    return [url, new TextEncoder().encode(ofPages.has(path) ? runOnce(url, script) : script)];
  }));
  const bytesOf = ({ urls }: IslandScript) =>
    urls.reduce((sum, url) => sum + (files.get(url)?.length ?? 0), 0);
  return {
    scripts: names.flatMap((name) => scripts.get(name) ?? [])
      .sort((a, b) => bytesOf(a) - bytesOf(b)),
    signals: scripts.get(signals ?? "") ?? null,
    files,
  };
}

function buildOptions(entries: string[], sets: readonly IslandSet[], options: BundleOptions) {
  const { project: { root, target, sourceMap }, mode, map, graph, assetKey } = options;
  return {
    entryPoints: entries.map((name) => ({ in: name, out: basename(name).replace(/\.\w+$/, "") })),
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
    chunkNames: "[hash]",
    charset: "utf8",
    legalComments: "none",
    logLevel: "silent",
    tsconfigRaw: {},
    define: {
      FRESH_ASSET_KEY: JSON.stringify(assetKey),
    },
    plugins: [
      islandEntries({ root, graph, everywhere: usedEverywhere(sets, graph) }),
      denoResolver(root, map),
    ],
  } satisfies BuildOptions;
}

/** What pages with an island share besides preact, when any island uses it. */
function usedEverywhere(sets: readonly IslandSet[], graph: ImportGraph): string[] {
  const files = new Set(sets.flat().flatMap((file) => [...graph.reachableFrom(file)]));
  const usesReact = graph.packagesOf([...files])
    .some((name) => /^react(-dom)?(\/|$)/.test(name));
  return [...usesReact ? ["react"] : [], ...files.has(RUNTIME) ? [RUNTIME] : []];
}

/** The script a page loads for the exports of an entry. */
function scriptOf(places: Map<string, Place>, outputs: Outputs): IslandScript {
  const exports: Record<string, Binding> = {};
  for (const [name, place] of places) {
    exports[name] = { url: urlOf(place.path), name: place.name };
  }
  const paths = withImports([...places.values()].map(({ path }) => path), outputs);
  return { urls: [...paths].map(urlOf), exports };
}

/** The chunks that pages load with their islands. */
function pathsOf(scripts: ReadonlyMap<string, IslandScript>, outputs: Outputs): string[] {
  const urls = new Set(scripts.values().flatMap((script) => script.urls));
  return Object.keys(outputs).filter((path) => urls.has(urlOf(path)));
}

/** Whether scripts have the form that `runOnce()` reads, on one line and without a map of it. */
function isMinified({ mode, project }: BundleOptions): boolean {
  return mode === "production" && !project.sourceMap;
}

function urlOf(path: string): string {
  return URL_FOLDER + basename(path);
}
