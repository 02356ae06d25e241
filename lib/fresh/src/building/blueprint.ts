/**
 * Collects what a build of the project needs (files, routes, islands, static files), and turns it into a snapshot: in
 * memory for development, on disk for production.
 *
 * @module
 */

import { dirname, join, resolve } from "node:path";
import {
  type Encoding,
  type Snapshot,
  type StaticFile,
  SUFFIXES,
  type WrittenSnapshot,
} from "../snapshot.ts";
import {
  type BuiltFile,
  builtFile,
  type Effort,
  readStaticFolder,
  type Transform,
} from "./built_files.ts";
import { type ImportMap, readImportMap } from "./bundler.ts";
import { type FilePlace, isCode, refuseAlike, routesFolder } from "./file_routes.ts";
import { bundleIslands } from "./island_bundle.ts";
import {
  filesUnder,
  fromFileUrl,
  type Project,
  specifierFrom,
  toFileUrl,
  whenAbsent,
} from "./project.ts";

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

interface BlueprintOptions {
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
  const inFolder = (await filesUnder(project.islandDir)).filter(wanted).filter(isCode);
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

const SERVED = fromFileUrl(import.meta.resolve("../app.ts"));

/**
 * Writes a build: `server.js` to be served, with the files it serves under `static/`.
 *
 * @throws TypeError when the project has no server entry
 */
export async function writeSnapshot(blueprint: Blueprint): Promise<void> {
  const { outDir, serverEntry } = blueprint.project;
  if (await Deno.stat(serverEntry).catch(whenAbsent(null)) === null) {
    throw new TypeError(`Cannot build: ${serverEntry}, which exports the app, does not exist`);
  }
  await Deno.remove(outDir, { recursive: true }).catch(whenAbsent(undefined));
  await Deno.mkdir(outDir, { recursive: true });
  await Deno.writeTextFile(join(outDir, "server.js"), serverSource(blueprint));
  for (const [path, { content, encoded }] of blueprint.files) {
    const file = join(outDir, "static", decodeURIComponent(path));
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeFile(file, content);
    for (const [encoding, bytes] of encoded) {
      await Deno.writeFile(file + SUFFIXES[encoding], bytes);
    }
  }
}

/**
 * The server's entry: imports the app, the middlewares, layouts and islands, and names the files. A route is imported by
 * its first request, by a specifier that Deno does not see: it would load each of them before the server starts.
 */
function serverSource({ project, ...blueprint }: Blueprint): string {
  const { mode, assetKey, signals, modules, islands } = blueprint;
  const routes = modules.filter(({ kind }) => kind === "route");
  const around = modules.filter(({ kind }) => kind !== "route");
  const from = (path: string) => JSON.stringify(specifierFrom(project.outDir, path));
  const head: Omit<WrittenSnapshot, "modules" | "islands" | "files"> = {
    root: specifierFrom(project.outDir, project.root),
    mode,
    assetKey,
    signals,
  };
  const files = [...blueprint.files].map(([path, { type, hash, immutable, encoded }]) => {
    return [path, { type, hash, immutable, encodings: [...encoded.keys()] }];
  });
  return [
    `import { app } from ${from(project.serverEntry)};`,
    `import { served } from ${from(SERVED)};`,
    ...around.map(({ path }, i) => `import * as module${i} from ${from(path)};`),
    ...islands.map(({ path }, i) => `import * as island${i} from ${from(path)};`),
    "const open = (specifier) => import(specifier);",
    "const modules = [",
    ...around.map(({ path: _, ...module }, i) => withLoad(module, `module${i}`)),
    ...routes.map(({ path, ...route }) => withLoad(route, `open(${from(path)})`)),
    "];",
    "const islands = [",
    ...islands.map(({ urls }, i) => withLoad({ urls }, `island${i}`)),
    "];",
    `const files = ${JSON.stringify(files)};`,
    `const snapshot = { ...${JSON.stringify(head)}, modules, islands, files };`,
    "export default { fetch: served(app, snapshot, import.meta.url) };",
    "",
  ].join("\n");
}

function withLoad(facts: object, name: string): string {
  return `  { ...${JSON.stringify(facts)}, load: () => ${name} },`;
}

/** A build held in this process: modules are imported from source, files are in memory. */
export function memorySnapshot(blueprint: Blueprint): Snapshot {
  const { project, mode, assetKey, signals } = blueprint;
  return {
    root: project.root,
    mode,
    assetKey,
    signals,
    modules: blueprint.modules.map(({ path, ...module }) => ({ ...module, load: loader(path) })),
    islands: blueprint.islands.map(({ path, urls }) => ({ urls, load: loader(path) })),
    files: new Map([...blueprint.files].map(([path, file]) => [path, fileInMemory(file)])),
  };
}

function loader(path: string): () => Promise<unknown> {
  const url = toFileUrl(path);
  return () => import(url);
}

function fileInMemory({ type, hash, immutable, content, encoded }: BuiltFile): StaticFile {
  const encodings = [...encoded.keys()];
  const read = (encoding: Encoding | null) => {
    return Promise.resolve((encoding && encoded.get(encoding)) ?? content);
  };
  return { type, hash, immutable, encodings, read };
}
