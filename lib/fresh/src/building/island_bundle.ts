/** Bundles the islands into scripts for the browser, in few requests. @module */

import type { BuildOptions, Metafile } from "esbuild";
import { basename as pathBasename } from "node:path";
import { basename, join } from "node:path/posix";
import { namePairs, runOnce } from "../rendering/page_scripts.ts";
import type { Binding, IslandScript, Snapshot } from "../snapshot.ts";
import { denoResolver, type ImportMap, withBundler } from "./bundler.ts";
import type { ImportGraph, IslandSet } from "./import_graph.ts";
import { ENTRY, entryName, islandEntries, SIGNALS } from "./island_entries.ts";
import { fromFileUrl, type Project } from "./project.ts";

export type Outputs = Metafile["outputs"];

/** Scripts with all that they import statically, through others too. */
export function withImports(paths: readonly string[], outputs: Outputs): Set<string> {
  return reached(paths, outputs, (path) => !isHelpers(path, outputs));
}

/** The same, with the chunks of the bundler's own helpers. */
export function withEveryImport(paths: readonly string[], outputs: Outputs): Set<string> {
  return reached(paths, outputs, () => true);
}

function reached(
  paths: readonly string[],
  outputs: Outputs,
  isWanted: (path: string) => boolean,
): Set<string> {
  const found = new Set(paths);
  for (const at of found) {
    for (const { path, kind } of outputs[at]?.imports ?? []) {
      if (kind === "import-statement" && isWanted(path)) found.add(path);
    }
  }
  return found;
}

/**
 * The text of a script, changed so that the browser waits once for its later imports: all at the same
 * time, since it would learn of the imports of a script only by reading it.
 */
export function fewRequests(path: string, text: string, outputs: Outputs): string {
  const besideNamed = withImports(
    [...text.matchAll(/from ?"(\.\/[^"]+)"/g)].map(([, name = ""]) => join(path, "..", name)),
    outputs,
  );
  // Nothing uses their names: they are loaded with others, or do nothing.
  const needed = text.replaceAll(/\bimport ?"(\.\/[^"]+)";\n?/g, (own, name: string) => {
    const one = join(path, "..", name);
    return besideNamed.has(one) || isHelpers(one, outputs) ? "" : own;
  });
  const present = withImports([path], outputs);
  return needed.replaceAll(/\bimport\("(\.\/[^"]+)"\)/g, (own, name: string) => {
    const coming = withImports([join(path, "..", name)], outputs);
    const others = [...coming].slice(1).filter((one) => !present.has(one));
    if (others.length === 0) return own;
    const imports = [own, ...others.map((one) => `import("./${basename(one)}")`)];
    return `Promise.all([${imports.join()}]).then(a=>a[0])`;
  });
}

/** A chunk of the bundler's own helpers for dynamic imports: it does nothing by itself. */
function isHelpers(path: string, outputs: Outputs): boolean {
  const output = outputs[path];
  return output !== undefined && !output.entryPoint && Object.keys(output.inputs).length === 0;
}

/** Where a name is found: the script that exports it, and its name there. */
export interface ExportLocation {
  path: string;
  name: string;
}

/**
 * Where the names that an entry exports really come from, by those names.
 *
 * An entry whose code is in other chunks only hands names on: who imports from those spares its request.
 */
export function whereExported(
  path: string,
  outputs: Outputs,
  text: string,
): Map<string, ExportLocation> {
  const names = outputs[path]?.exports ?? [];
  if (!isHandingOn(path, outputs)) return new Map(names.map((name) => [name, { path, name }]));
  const imported = new Map<string, ExportLocation>();
  for (
    const [, list = "", from = ""] of text.matchAll(/import\s*\{([^}]*)\}\s*from\s*"([^"]+)"/g)
  ) {
    for (const [name, local] of namePairs(list)) {
      imported.set(local, {
        path: join(path, "..", from),
        name,
      });
    }
  }
  const exported = new Map<string, ExportLocation>();
  for (const [, list = ""] of text.matchAll(/export\s*\{([^}]*)\}/g)) {
    for (const [local, name] of namePairs(list)) {
      const place = imported.get(local);
      if (place === undefined) throw new Error(`${path} exports ${name} of its own`);
      exported.set(name, place);
    }
  }
  return exported;
}

/** True for a chunk that holds no code of any file. */
function isHandingOn(path: string, outputs: Outputs): boolean {
  const inputs = Object.values(outputs[path]?.inputs ?? {});
  return inputs.every(({ bytesInOutput }) => bytesInOutput === 0);
}

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
  const texts = new Map(outputFiles.map(({ path, text }) => [`js/${pathBasename(path)}`, text]));
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
    entryPoints: entries.map((name) => ({
      in: name,
      out: pathBasename(name).replace(/\.\w+$/, ""),
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
function scriptOf(places: Map<string, ExportLocation>, outputs: Outputs): IslandScript {
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
  return URL_FOLDER + pathBasename(path);
}
