import type { Encoding, Snapshot, StaticFile } from "./snapshot.ts";

/** A snapshot as a written server holds it: the files are beside it, under `static/`. */
export interface WrittenSnapshot extends Omit<Snapshot, "files"> {
  files: [path: string, file: Omit<StaticFile, "read">][];
}

export function readSnapshot(written: WrittenSnapshot, url: string): Snapshot {
  return {
    ...written,
    root: decodeURIComponent(new URL(written.root, url).pathname),
    files: new Map(written.files.map(([path, file]) => {
      return [path, { ...file, read: reader(new URL(`./static${path}`, url)) }];
    })),
  };
}

/** Reads a file from disk once, then from memory unless it is large. */
function reader(url: URL): StaticFile["read"] {
  const kept = new Map<Encoding | null, Uint8Array<ArrayBuffer>>();
  return async (encoding) => {
    const known = kept.get(encoding);
    if (known) return known;
    const bytes = await Deno.readFile(encoding ? new URL(url + SUFFIXES[encoding]) : url);
    if (bytes.length <= LARGEST_KEPT) kept.set(encoding, bytes);
    return bytes;
  };
}

/** Ends of the names of compressed files. */
export const SUFFIXES = { br: ".br", gzip: ".gz" } satisfies Record<Encoding, string>;

const LARGEST_KEPT = 1 << 20;
