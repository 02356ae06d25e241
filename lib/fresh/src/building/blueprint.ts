/** Collects what a build of the project needs: files, routes, islands, static files. @module */

import { resolve } from "node:path";
import type { Snapshot } from "../snapshot.ts";
import {
  type BuiltFile,
  builtFile,
  type Effort,
  readStaticFolder,
  type Transform,
} from "./built_files.ts";
import { type ImportMap, readImportMap } from "./bundler.ts";
import { type FilePlace, isIslandFile, refuseAlike, routesFolder } from "./file_routes.ts";
import { bundleIslands } from "./island_bundle.ts";
import { filesUnder, type Project, toFileUrl } from "./project.ts";

/** The result of a build, before it is held in memory or written to disk. */
export interface Blueprint {
  project: Project;
  mode: Snapshot["mode"];
  assetKey: string;
  modules: (FilePlace & { path: string })[];
  islands: { path: string; urls: string[] }[];
  signals: string[] | null;
  files: Map<string, BuiltFile>;
}

export interface BlueprintOptions {
  project: Project;
  mode: Snapshot["mode"];
  effort: Effort;
  transforms: Transform[];
  /** Island modules registered beside those of the folders. */
  registered: string[];
}

export async function drawBlueprint(options: BlueprintOptions): Promise<Blueprint> {
  const { project, mode, effort, transforms } = options;
  const map = await readImportMap(project.root);
  const { modules, islands } = await projectFiles(options, map);
  const { files, key } = await readStaticFolder(project, mode, transforms);
  const bundle = await bundleIslands(islands, { project, mode, map, assetKey: key });
  const built = new Map<string, BuiltFile>();
  for (const [path, content] of files) {
    built.set(path, builtFile(path, content, { immutable: false, effort }));
  }
  for (const [path, content] of bundle.files) {
    built.set(path, builtFile(path, content, { immutable: true, effort }));
  }
  return {
    project,
    mode,
    assetKey: key,
    modules,
    islands: islands.map((path) => ({ path, urls: bundle.scripts.get(path) ?? [] })),
    signals: bundle.signals,
    files: built,
  };
}

async function projectFiles(
  { project, registered }: BlueprintOptions,
  map: ImportMap,
): Promise<{ modules: (FilePlace & { path: string })[]; islands: string[] }> {
  const wanted = (file: string) => !project.ignore.some((pattern) => pattern.test(file));
  const routes = routesFolder((await filesUnder(project.routeDir)).filter(wanted));
  const inFolder = (await filesUnder(project.islandDir)).filter(wanted).filter(isIslandFile);
  const modules = await Promise.all(routes.modules.map(async (place) => {
    const path = resolve(project.routeDir, place.file);
    return { ...place, path, pattern: await patternOf(path, place) };
  }));
  const islands = [
    ...new Set([
      ...inFolder.map((file) => resolve(project.islandDir, file)),
      ...routes.islands.map((file) => resolve(project.routeDir, file)),
      ...registered.map((specifier) => registeredPath(specifier, map)),
    ]),
  ];
  refuseAlike(islands);
  return { modules, islands };
}

/** A route's pattern: of its place, or the one its config puts instead. */
async function patternOf(path: string, { kind, pattern }: FilePlace): Promise<string> {
  if (kind !== "route" || !(await Deno.readTextFile(path)).includes("routeOverride")) {
    return pattern;
  }
  const { config }: { config?: { routeOverride?: string } } = await import(toFileUrl(path));
  return config?.routeOverride ?? pattern;
}

function registeredPath(specifier: string, map: ImportMap): string {
  if (specifier.startsWith("file:")) return decodeURIComponent(new URL(specifier).pathname);
  const found = map.lookUp(specifier);
  if (found && "file" in found) return found.file;
  if (specifier.startsWith("/")) return resolve(specifier);
  throw new TypeError(`Cannot register island "${specifier}": it is no file of this project`);
}
