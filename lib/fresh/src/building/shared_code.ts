import type { Metafile } from "esbuild";
import { resolve } from "node:path";
import { ENTRY, entryFile } from "./island_entries.ts";

/** What is loaded with what, decided from a first bundle. */
export interface SharedCode {
  /** Files that every page with an island loads, though not every island uses them. */
  everywhere: string[];
  /** What the pages of an island load anyway for their other islands, by island. */
  beside: Map<string, string[]>;
  /** What islands import later, by file. */
  later: Map<string, LaterEntry>;
}

export interface LaterEntry {
  exports: string[];
  /** Files that are there already when it is imported. */
  present: string[];
}

export const NOTHING_SHARED: SharedCode = { everywhere: [], beside: new Map(), later: new Map() };

/** Minified bytes that every page may load for what only some islands use: about 3 KB gzipped. */
const MOST_BYTES = 8000;

/** Who uses what. */
export interface IslandUse {
  /** The islands that may come to import a file. */
  islandsOf(file: string): string[];
  /** The pages an island may stand on; empty when that is not known. */
  pagesOf(island: string): ReadonlySet<string>;
}

interface SharedChunk {
  path: string;
  files: string[];
  bytes: number;
  /** Chunks that come with it. */
  imports: string[];
  /** Islands that load it at once. */
  islands: string[];
}

/**
 * Finds what to load together. The bundler makes a chunk of each set of entries, and a page that
 * waits for ten small chunks waits longer than for two.
 *
 * What islands share goes with the boot code, as far as the weight allows; and what is imported
 * later counts as using all that its islands have loaded already, which costs nothing. So does an
 * island with what the other islands of its pages share: islands that always come together then have
 * one chunk between them, not one for each set of them.
 */
export function sharedCode({ outputs }: Metafile, root: string, use: IslandUse): SharedCode {
  const chunks = sharedChunks(outputs, root);
  const later = new Map<string, LaterEntry>();
  for (const { entryPoint, exports } of Object.values(outputs)) {
    if (!entryPoint || entryPoint.startsWith(ENTRY) || isPlainScript(entryPoint, exports)) continue;
    const file = resolve(root, entryPoint);
    const users = use.islandsOf(file);
    const loaded = chunks.filter(({ islands }) =>
      users.length > 0 && users.every((user) => islands.includes(user))
    );
    later.set(file, { exports, present: loaded.flatMap(({ files }) => files).sort() });
  }
  const islands = new Set(chunks.flatMap((chunk) => chunk.islands));
  const beside = new Map([...islands].map((island) => [island, loadedBeside(island, chunks, use)]));
  return { everywhere: widelyShared(chunks), beside, later };
}

/** Chunks of the project's own files that islands load. */
function sharedChunks(outputs: Metafile["outputs"], root: string): SharedChunk[] {
  return Object.entries(outputs).flatMap(([path, { inputs, bytes, entryPoint, imports }]) => {
    const files = Object.keys(inputs);
    const own = files.every((file) => !file.includes("node_modules/") && !file.includes(":"));
    if (entryPoint || !own || files.length === 0) return [];
    const islands = Object.values(outputs).flatMap(({ entryPoint: entry, imports }) => {
      const atOnce = imports.some((one) => one.path === path && one.kind === "import-statement");
      return entry?.startsWith(ENTRY) && atOnce ? [entryFile(entry, root)] : [];
    });
    return [{
      path,
      files: files.map((file) => resolve(root, file)),
      bytes,
      imports: imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path),
      islands,
    }];
  });
}

/** Files that other islands load on every page of an island. */
function loadedBeside(island: string, chunks: SharedChunk[], { pagesOf }: IslandUse): string[] {
  const pages = [...pagesOf(island)];
  const isThere = ({ islands }: SharedChunk) =>
    pages.every((page) => islands.some((other) => pagesOf(other).has(page)));
  return pages.length === 0 ? [] : chunks.filter(isThere).flatMap(({ files }) => files).sort();
}

/** Files of the chunks most islands share, each with what it imports, as far as the weight allows. */
function widelyShared(chunks: SharedChunk[]): string[] {
  const chosen = new Set<SharedChunk>();
  let room = MOST_BYTES;
  for (const chunk of chunks.filter(({ islands }) => islands.length > 1).sort(byBytesOfEach)) {
    const coming = [...withImports(chunk, chunks)].filter((one) => !chosen.has(one));
    const bytes = coming.reduce((sum, one) => sum + one.bytes, 0);
    if (bytes > room) continue;
    room -= bytes;
    for (const one of coming) chosen.add(one);
  }
  return [...chosen].flatMap(({ files }) => files).sort();
}

/** A chunk and those it makes a page load, through others too. */
function withImports(chunk: SharedChunk, chunks: SharedChunk[]): Set<SharedChunk> {
  const found = new Set([chunk]);
  for (const { imports } of found) {
    for (const one of chunks) if (imports.includes(one.path)) found.add(one);
  }
  return found;
}

/** The most used first; of two used as much, the larger. */
/** First what costs least for each island that is spared a request. */
function byBytesOfEach(a: SharedChunk, b: SharedChunk): number {
  return a.bytes / a.islands.length - b.bytes / b.islands.length;
}

/** A package of no modules: its names are only known once it runs. */
function isPlainScript(file: string, exports: string[]): boolean {
  return file.includes("node_modules/") && exports.join() === "default";
}
