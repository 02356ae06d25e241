/** Turns a blueprint into a snapshot: in memory for development, on disk for production. @module */

import { dirname, join } from "node:path";
import {
  type Encoding,
  type Snapshot,
  type StaticFile,
  SUFFIXES,
  type WrittenSnapshot,
} from "../snapshot.ts";
import type { Blueprint } from "./blueprint.ts";
import type { BuiltFile } from "./built_files.ts";
import { fromFileUrl, specifierFrom, toFileUrl, whenAbsent } from "./project.ts";

const SERVED = fromFileUrl(import.meta.resolve("../served.ts"));

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
