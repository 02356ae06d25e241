/** Folders and options of the project, and paths of its files. @module */

import { relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export function fromFileUrl(path: string): string {
  return path.startsWith("file:") ? fileURLToPath(path) : path;
}

export function toFileUrl(path: string): string {
  return pathToFileURL(path).href;
}

/** A module specifier from a folder to a file: `../routes/index.tsx`. */
export function specifierFrom(folder: string, file: string): string {
  const path = relative(folder, file).split(sep).map(encodeURIComponent).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}

/** Files under a folder, as paths from it with "/", in a stable order; none when it is absent. */
export async function filesUnder(folder: string, prefix = ""): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder)).catch(whenAbsent([]));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const { name, isDirectory } of entries) {
    if (isDirectory) found.push(...await filesUnder(`${folder}/${name}`, `${prefix}${name}/`));
    else found.push(prefix + name);
  }
  return found;
}

/** What stands for a file or a folder that is absent; any other error is thrown again. */
export function whenAbsent<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return value;
  };
}

export interface BuilderOptions {
  /** Oldest browsers served, as esbuild names them. */
  target?: string | string[];
  root?: string;
  outDir?: string;
  staticDir?: string;
  islandDir?: string;
  routeDir?: string;
  /** The module that exports `app`. */
  serverEntry?: string;
  ignore?: RegExp[];
  sourceMap?: boolean;
}

/** Absolute paths of a project. */
export interface Project {
  root: string;
  outDir: string;
  staticDir: string;
  islandDir: string;
  routeDir: string;
  serverEntry: string;
  target: string | string[];
  ignore: RegExp[];
  sourceMap: boolean;
}

const TEST_FILE = /[._]test\.[jt]sx?$/;

export function projectOf(options: BuilderOptions): Project {
  const root = resolve(fromFileUrl(options.root ?? Deno.cwd()));
  const place = (path: string | undefined, usual: string) => resolve(root, path ?? usual);
  return {
    root,
    outDir: place(options.outDir, "_fresh"),
    staticDir: place(options.staticDir, "static"),
    islandDir: place(options.islandDir, "islands"),
    routeDir: place(options.routeDir, "routes"),
    serverEntry: place(options.serverEntry, "main.ts"),
    target: options.target ?? "es2022",
    ignore: options.ignore ?? [TEST_FILE],
    sourceMap: options.sourceMap ?? false,
  };
}
