/** Runs esbuild, and resolves imports by the import map of the project. @module */

import * as esbuild from "esbuild";
import type { Plugin } from "esbuild";
import { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { dirname, join, resolve } from "node:path";
import { whenAbsent } from "./project.ts";

const NEW_PROCESS = "child_process";

let running = 0;
const processes = new Set<ChildProcess>();

/**
 * Runs builds, and ends the bundler's process after the last one.
 *
 * The bundler itself does not wait for that process, and exposes no handle.
 */
export async function withBundler<T>(use: (bundler: typeof esbuild) => Promise<T>): Promise<T> {
  if (running++ === 0) subscribe(NEW_PROCESS, remember);
  try {
    return await use(esbuild);
  } finally {
    if (--running === 0) await end();
  }
}

function remember(message: unknown): void {
  const { process }: { process?: unknown } = Object(message);
  if (process instanceof ChildProcess) processes.add(process);
}

async function end(): Promise<void> {
  unsubscribe(NEW_PROCESS, remember);
  const own = [...processes].filter(({ spawnfile }) => spawnfile?.includes("esbuild"));
  processes.clear();
  const ended = own.map((process) => {
    process.ref();
    return once(process, "exit");
  });
  await esbuild.stop();
  await Promise.all(ended);
}

/** Target of a bare specifier, by the project's deno.json. */
export interface ImportMap {
  /** An npm package with its path, a file, or null when neither. */
  lookUp(specifier: string): { npm: string } | { file: string } | null;
}

/** Reads the nearest deno.json with imports, from a folder up. */
export async function readImportMap(folder: string): Promise<ImportMap> {
  for (let at = folder;; at = dirname(at)) {
    const imports = await importsIn(join(at, "deno.json"));
    if (imports !== null) return { lookUp: (specifier) => lookUp(specifier, imports, at) };
    if (dirname(at) === at) return { lookUp: (specifier) => lookUp(specifier, {}, at) };
  }
}

async function importsIn(path: string): Promise<Record<string, string> | null> {
  const text = await Deno.readTextFile(path).catch(whenAbsent("{}"));
  const config: { imports?: Record<string, string> } = JSON.parse(text);
  return config.imports ?? null;
}

function lookUp(
  specifier: string,
  imports: Record<string, string>,
  folder: string,
): { npm: string } | { file: string } | null {
  const key = Object.keys(imports)
    .filter((name) => specifier === name || specifier.startsWith(name.replace(/\/?$/, "/")))
    .sort((a, b) => b.length - a.length)[0];
  const mapped = key === undefined ? specifier : imports[key] + specifier.slice(key.length);
  const npm = /^npm:\/?((?:@[^/]+\/)?[^@/]+)(?:@[^/]+)?(\/.*)?$/.exec(mapped);
  if (npm) return { npm: `${npm[1]}${npm[2] ?? ""}` };
  if (/^\.{0,2}\//.test(mapped)) return { file: resolve(folder, mapped) };
  return key === undefined ? null : workspaceFile(specifier);
}

/** A package of the workspace itself, such as `fresh/runtime`. */
function workspaceFile(specifier: string): { file: string } | null {
  const url = new URL(import.meta.resolve(specifier));
  return url.protocol === "file:" ? { file: decodeURIComponent(url.pathname) } : null;
}

const FROM_PACKAGE = "from-package";

/**
 * Resolves bare specifiers by the import map, then lets the bundler pick a package's browser files.
 *
 * Packages resolve their own imports, except `react`, which is preact for them too.
 */
export function denoResolver(root: string, map: ImportMap): Plugin {
  return {
    name: "deno-resolver",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer, pluginData }) => {
        if (kind === "entry-point" || pluginData === FROM_PACKAGE) return;
        if (importer.includes("/node_modules/") && !/^react/.test(path)) return;
        const found = map.lookUp(path);
        if (found === null) return;
        if ("file" in found) return { path: found.file };
        const resolveDir = root;
        return build.resolve(found.npm, { kind, importer, resolveDir, pluginData: FROM_PACKAGE });
      });
    },
  };
}
