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
import { bundleServer } from "./server_bundle.ts";

const SERVED = fromFileUrl(import.meta.resolve("../served.ts"));

/**
 * Writes a build: `server.js` to be served, with the files it serves under `static/`.
 *
 * @throws TypeError when the project has no server entry
 */
export async function writeSnapshot(blueprint: Blueprint): Promise<void> {
  const { project, map, sources } = blueprint;
  const { outDir, serverEntry } = project;
  if (!sources.includes(serverEntry)) {
    throw new TypeError(`Cannot build: ${serverEntry}, which exports the app, does not exist`);
  }
  const source = serverSource(blueprint);
  const scripts = await bundleServer({ project, map, source, files: sources });
  await Deno.remove(outDir, { recursive: true }).catch(whenAbsent(undefined));
  await Deno.mkdir(outDir, { recursive: true });
  for (const [name, text] of scripts) await Deno.writeTextFile(join(outDir, name), text);
  for (const [path, { content, encoded }] of blueprint.files) {
    const file = join(outDir, "static", decodeURIComponent(path));
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeFile(file, content);
    for (const [encoding, bytes] of encoded) {
      await Deno.writeFile(file + SUFFIXES[encoding], bytes);
    }
  }
}

/** The server's entry: the app, every module of the project it may need, and where files are. */
function serverSource({ project, ...blueprint }: Blueprint): string {
  const { mode, assetKey, scripts, signals, modules, islands } = blueprint;
  const head: Omit<WrittenSnapshot, "modules" | "islands" | "files"> = {
    root: specifierFrom(project.outDir, project.root),
    mode,
    assetKey,
    scripts,
    signals,
  };
  const files = [...blueprint.files].map(([path, { type, hash, immutable, encoded }]) => {
    return [path, { type, hash, immutable, encodings: [...encoded.keys()] }];
  });
  return [
    `import { app } from ${JSON.stringify(project.serverEntry)};`,
    `import { served } from ${JSON.stringify(SERVED)};`,
    ...modules.map(({ path }, i) => `import * as module${i} from ${JSON.stringify(path)};`),
    ...islands.map(({ path }, i) => `import * as island${i} from ${JSON.stringify(path)};`),
    "const modules = [",
    ...modules.map(({ path: _, ...module }, i) => withLoad(module, `module${i}`)),
    "];",
    "const islands = [",
    ...islands.map(({ key }, i) => withLoad({ key }, `island${i}`)),
    "];",
    `const files = ${JSON.stringify(files)};`,
    `const snapshot = { ...${JSON.stringify(head)}, modules, islands, files };`,
    "export default { fetch: served(app, snapshot, bundleUrl) };",
  ].join("\n");
}

function withLoad(facts: object, name: string): string {
  return `  { ...${JSON.stringify(facts)}, load: () => ${name} },`;
}

/** What of a build is held in a process. */
export type HeldBlueprint = Omit<Blueprint, "map" | "sources">;

/** A build held in this process: modules are imported from source, files are in memory. */
export function memorySnapshot(blueprint: HeldBlueprint): Snapshot {
  const { project, mode, assetKey, scripts, signals } = blueprint;
  return {
    root: project.root,
    mode,
    assetKey,
    scripts,
    signals,
    modules: blueprint.modules.map(({ path, ...module }) => ({ ...module, load: loader(path) })),
    islands: blueprint.islands.map(({ path, key }) => ({ key, load: loader(path) })),
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
