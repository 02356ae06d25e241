import { resolve } from "node:path";
import { fromFileUrl } from "./paths.ts";

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
