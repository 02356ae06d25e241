/** Writes the entry of each set of islands for the bundler. @module */

import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild, ResolveResult } from "esbuild";
import { relative, resolve } from "node:path";
import { contentHash } from "./built_files.ts";
import type { ImportGraph, IslandSet } from "./import_graph.ts";
import { fromFileUrl } from "./project.ts";

/** How the entry of a set of islands is named to the bundler. */
export const ENTRY = "island-entry:";

/** What revives signals among props, loaded by the pages that need it. */
export const SIGNALS = fromFileUrl(import.meta.resolve("../browser/signals.ts"));

const BOOT = fromFileUrl(import.meta.resolve("../browser/boot.ts"));
const LATER = "later-entry";
const ASKED = "asked-already";
const NEXT = "|";
const FRESH = fromFileUrl(import.meta.resolve("../"));

/** A set of islands has a copy of its own of each file of the project. */
class Copy {
  /** Distinguishes the files of the copy. */
  readonly suffix: string;

  constructor(readonly of: string) {
    this.suffix = `?${contentHash(of)}`;
  }
}

interface EntryOptions {
  root: string;
  graph: ImportGraph;
  /** What most pages with an island need: `react`, `fresh/runtime`. */
  everywhere: string[];
}

/** The name of a set's entry: relative paths, since they are part of the hash in the chunk's name. */
export function entryName(islands: IslandSet, root: string): string {
  return ENTRY + islands.map((file) => relative(root, file)).join(NEXT);
}

/** The key of an island file: entries export an island by its name and this. */
export function islandKey(file: string, root: string): string {
  return relative(root, file).replaceAll(/\W/g, "_");
}

/**
 * Entries that load the islands of a set: every page with them makes two requests for scripts.
 *
 * The boot code, preact and its React layer are reached by every entry, so they are one chunk that all
 * pages share. The project's own files are copied for each set, so what they are made of is one chunk
 * too, not one for each way in which sets overlap. A later import of an island uses all that its
 * set has loaded: it loads nothing again, and shares the state of its modules.
 */
export function islandEntries({ root, graph, everywhere }: EntryOptions): Plugin {
  const present = importing([BOOT, ...everywhere]);
  const shared = present + exporting(["$boot"], BOOT);
  const filesOf = (set: string) => set.split(NEXT).map((path) => resolve(root, path));
  return {
    name: "island-entries",
    setup(build) {
      const once = eachOnce(build);
      build.onResolve({ filter: new RegExp(`^${ENTRY}`) }, ({ path }) => {
        return { path: path.slice(ENTRY.length), namespace: "island-entry" };
      });
      build.onLoad({ filter: /.*/, namespace: "island-entry" }, ({ path }) => {
        const files = filesOf(path);
        if (files.includes(SIGNALS)) {
          const contents = shared + exporting(["$signal", "$computed"], SIGNALS);
          return { contents, loader: "js", resolveDir: root };
        }
        const contents = shared + files.map((file) => {
          const key = islandKey(file, root);
          return exporting(graph.exportsOf(file).map((name) => `${name} as ${name}_${key}`), file);
        }).join("");
        return { contents, loader: "js", resolveDir: root, pluginData: new Copy(path) };
      });
      build.onResolve({ filter: /.*/ }, (args) => resolved(once, args, root));
      build.onLoad({ filter: /.*/, namespace: "file" }, async ({ path, pluginData }) => {
        if (!(pluginData instanceof Copy)) return;
        return { contents: await once.textOf(path), loader: "default", pluginData };
      });
      build.onLoad({ filter: /.*/, namespace: LATER }, async ({ path, pluginData }) => {
        const file = resolve(root, path);
        const names = exporting(await once.exportsOf(file), file);
        const beside = pluginData instanceof Copy ? importing(filesOf(pluginData.of)) : "";
        return { contents: present + beside + names, loader: "js", resolveDir: root, pluginData };
      });
    },
  };
}

/** What the copies of a file have in common, asked once for all of them. */
interface Once {
  resolved(
    asked: Pick<OnResolveArgs, "path" | "kind" | "importer" | "resolveDir">,
  ): Promise<ResolveResult>;
  textOf(file: string): Promise<string>;
  exportsOf(file: string): Promise<string[]>;
}

function eachOnce(build: PluginBuild): Once {
  const resolutions = new Map<string, Promise<ResolveResult>>();
  const texts = new Map<string, Promise<string>>();
  const names = new Map<string, Promise<string[]>>();
  return {
    resolved: ({ path, ...from }) =>
      resolutions.getOrInsertComputed(
        `${from.kind} ${from.resolveDir} ${path}`,
        () => build.resolve(path, { ...from, pluginData: ASKED }),
      ),
    textOf: (file) => texts.getOrInsertComputed(file, Deno.readTextFile),
    exportsOf: (file) => names.getOrInsertComputed(file, () => exportsOf(build, file)),
  };
}

/** Imports of a file of a set: the project's files as the set's own, dynamic imports as an entry. */
async function resolved(
  once: Once,
  { path, kind, importer, resolveDir, pluginData }: OnResolveArgs,
  root: string,
): Promise<OnResolveResult | undefined> {
  const isLater = kind === "dynamic-import";
  const copy = pluginData instanceof Copy ? pluginData : null;
  if (copy === null && (pluginData !== undefined || !isLater)) return;
  const found = await once.resolved({ path, kind, importer, resolveDir });
  if (found.errors.length > 0 || found.namespace !== "file" || found.external) return found;
  const own = copy !== null && isOwn(found.path) ? { suffix: copy.suffix, pluginData: copy } : {};
  if (!isLater) return { ...found, ...own };
  if (await isPlainScript(once, found.path)) return found;
  return { path: relative(root, found.path), namespace: LATER, ...own };
}

/** True for a file of the project: neither a package's nor the framework's. */
function isOwn(file: string): boolean {
  return !file.includes("/node_modules/") && !file.startsWith(FRESH);
}

/** A package of no modules: its names are only known once it runs. */
async function isPlainScript(once: Once, file: string): Promise<boolean> {
  return !isOwn(file) && (await once.exportsOf(file)).join() === "default";
}

/** Names that a module exports. */
async function exportsOf(
  { esbuild, initialOptions }: PluginBuild,
  file: string,
): Promise<string[]> {
  const { conditions, mainFields } = initialOptions;
  const { metafile } = await esbuild.build({
    entryPoints: [file],
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "browser",
    ...conditions && { conditions },
    ...mainFields && { mainFields },
    write: false,
    metafile: true,
    outdir: "exports",
    jsx: "preserve",
    logLevel: "silent",
    tsconfigRaw: {},
  });
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports);
}

function importing(files: readonly string[]): string {
  return files.map((file) => `import ${JSON.stringify(file)};\n`).join("");
}

function exporting(names: readonly string[], file: string): string {
  const from = JSON.stringify(file);
  return names.length === 0
    ? `import ${from};\n`
    : `export { ${names.join(", ")} } from ${from};\n`;
}
