import type { Encoding, Snapshot, StaticFile } from "../snapshot/snapshot.ts";
import type { Blueprint } from "./blueprint.ts";
import type { BuiltFile } from "./built_files.ts";
import { toFileUrl } from "./paths.ts";

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
