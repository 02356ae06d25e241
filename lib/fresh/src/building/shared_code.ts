import type { Metafile } from "esbuild";
import { resolve } from "node:path";
import { ENTRY } from "./island_entries.ts";

/** Minified bytes that every page may load for what only some islands use: about 3 KB gzipped. */
const MOST_BYTES = 8000;

interface SharedChunk {
  files: string[];
  bytes: number;
  islandCount: number;
}

/**
 * Files to load with the boot code, though not every island uses them: what most islands share
 * comes first, as far as the weight allows. The bundler makes a chunk of each set of islands, and a
 * page that waits for ten small chunks waits longer than for one.
 */
export function widelyShared({ outputs }: Metafile, root: string): string[] {
  const chunks = Object.entries(outputs).flatMap(([path, { inputs, bytes, entryPoint }]) => {
    const islandCount = islandsThatLoad(path, outputs);
    const files = Object.keys(inputs);
    const own = files.every((file) => !file.includes("node_modules/") && !file.includes(":"));
    if (entryPoint || !own || files.length === 0 || islandCount < 2) return [];
    return { files: files.map((file) => resolve(root, file)), bytes, islandCount };
  });
  return chunks.sort(byUse).reduce((chosen, { files, bytes }) => {
    if (chosen.bytes + bytes > MOST_BYTES) return chosen;
    return { files: [...chosen.files, ...files], bytes: chosen.bytes + bytes };
  }, { files: [] as string[], bytes: 0 }).files.sort();
}

function byUse(a: SharedChunk, b: SharedChunk): number {
  return b.islandCount - a.islandCount || a.bytes - b.bytes;
}

function islandsThatLoad(path: string, outputs: Metafile["outputs"]): number {
  return Object.values(outputs).filter(({ entryPoint, imports }) =>
    entryPoint?.startsWith(ENTRY) &&
    imports.some((one) => one.path === path && one.kind === "import-statement")
  ).length;
}
