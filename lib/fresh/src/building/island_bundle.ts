/**
 * Bundles the islands for the browser: one script for each file of islands, and one of the packages that they share.
 *
 * A script exports the module of its file as `m`, and `boot`, which starts the islands of a page.
 *
 * @module
 */

import type { BuildOptions, Metafile, Plugin } from "esbuild";
import { basename, relative, resolve } from "node:path";
import type { Snapshot } from "../snapshot.ts";
import { denoResolver, type ImportMap, withBundler } from "./bundler.ts";
import { fromFileUrl, type Project } from "./project.ts";

/** The scripts of the browser. Each list of URLs has the script itself, then all that it imports. */
interface IslandBundle {
  /** Scripts of each file of islands, by its path. */
  scripts: Map<string, string[]>;
  /** Scripts that make the signals among props; null when the project has none. */
  signals: string[] | null;
  /** Content of each script, by URL path. */
  files: Map<string, Uint8Array<ArrayBuffer>>;
}

interface BundleOptions {
  project: Project;
  mode: Snapshot["mode"];
  map: ImportMap;
  assetKey: string;
}

const URL_FOLDER = "/_fresh/js/";
const BOOT = fromFileUrl(import.meta.resolve("../browser/boot.ts"));
const RUNTIME = fromFileUrl(import.meta.resolve("../runtime.ts"));
const SIGNALS = fromFileUrl(import.meta.resolve("../browser/signals.ts"));

export async function bundleIslands(
  islands: readonly string[],
  options: BundleOptions,
): Promise<IslandBundle> {
  if (islands.length === 0) {
    return { scripts: new Map(), signals: null, files: new Map() };
  }
  const { project: { root }, map } = options;
  const withSignals = map.lookUp("@preact/signals") !== null;
  const entries = withSignals ? [...islands, SIGNALS] : islands;
  const { outputFiles, metafile: { outputs } } = await withBundler((bundler) =>
    bundler.build(buildOptions(entries, options))
  );
  const scripts = new Map<string, string[]>();
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (!entryPoint?.startsWith(ENTRY)) continue;
    const file = resolve(root, entryPoint.slice(ENTRY.length));
    scripts.set(file, withImports(path, outputs).map(urlOf));
  }
  return {
    scripts,
    signals: scripts.get(SIGNALS) ?? null,
    files: new Map(outputFiles.map(({ path, contents }) => [urlOf(path), contents.slice()])),
  };
}

function buildOptions(entries: readonly string[], options: BundleOptions) {
  const { project: { root, target, sourceMap }, mode, map, assetKey } = options;
  return {
    entryPoints: entries.map((path) => ({
      in: ENTRY + relative(root, path),
      out: relative(root, path).replace(/\.\w+$/, "").replaceAll(/\W+/g, "_"),
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
    plugins: [islandEntries(root, map), denoResolver(root, map)],
  } satisfies BuildOptions;
}

const ENTRY = "island:";
const LATER = "later";
const RESOLVED = "resolved-already";
const FRESH = fromFileUrl(import.meta.resolve("../"));

/** A script of islands has a copy of its own of each file of the project: only packages are shared scripts. */
class Copy {
  constructor(readonly suffix: string) {}
}

/**
 * The entry of each script, and of each later import. All reach what most islands use, so that this is one script for all pages; and copies the
 * project's files, which would otherwise be one script for each set of islands that share some.
 */
function islandEntries(root: string, map: ImportMap): Plugin {
  const shared = [BOOT, RUNTIME, ...map.lookUp("react") ? ["react"] : []]
    .map((name) => `import ${JSON.stringify(name)};`).join("");
  const fileOf = (path: string) => JSON.stringify(resolve(root, path));
  return {
    name: "island-entries",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ENTRY}`) }, ({ path }) => {
        return { path: path.slice(ENTRY.length), namespace: ENTRY.slice(0, -1) };
      });
      build.onLoad({ filter: /.*/, namespace: ENTRY.slice(0, -1) }, ({ path }) => {
        const contents = `${shared}export { boot } from ${JSON.stringify(BOOT)};` +
          `export * as m from ${fileOf(path)};`;
        return { contents, loader: "js", resolveDir: root, pluginData: new Copy(`?${path}`) };
      });
      build.onResolve({ filter: /.*/ }, async ({ path, pluginData: copy, ...from }) => {
        if (!(copy instanceof Copy)) return;
        const found = await build.resolve(path, { ...from, pluginData: RESOLVED });
        if (found.errors.length > 0 || found.external || !isOwn(found.path)) return found;
        const own = { suffix: copy.suffix, pluginData: copy };
        return from.kind === "dynamic-import"
          ? { path: relative(root, found.path), namespace: LATER, ...own }
          : { ...found, ...own };
      });
      build.onLoad({ filter: /.*/, namespace: LATER }, ({ path, pluginData }) => {
        const file = fileOf(path);
        const contents = `${shared}import * as m from ${file};` +
          `export * from ${file};export default m.default;`;
        return { contents, loader: "js", resolveDir: root, pluginData };
      });
      build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path, pluginData }) => {
        if (!(pluginData instanceof Copy)) return;
        return { contents: await Deno.readTextFile(path), loader: "default", pluginData };
      });
    },
  };
}

/** True for a file of the project: neither a package's nor the framework's. */
function isOwn(file: string): boolean {
  return !file.includes("/node_modules/") && !file.startsWith(FRESH);
}

/** A script with all that it imports statically, through others too. */
function withImports(path: string, outputs: Metafile["outputs"]): string[] {
  const found = new Set([path]);
  for (const at of found) {
    for (const { path, kind } of outputs[at]?.imports ?? []) {
      if (kind === "import-statement") found.add(path);
    }
  }
  return [...found];
}

function urlOf(path: string): string {
  return URL_FOLDER + basename(path);
}
