import type { Encoding, Snapshot, StaticFile } from "./snapshot.ts";

/** A snapshot as a written server holds it: the files are beside it, under `static/`. */
export interface WrittenSnapshot extends Omit<Snapshot, "files"> {
  files: [path: string, file: Omit<StaticFile, "read">][];
}

/** Reads a snapshot with its files, since files on disk may change while it is served. */
export function readSnapshot(written: WrittenSnapshot, url: string): Snapshot {
  return {
    ...written,
    root: decodeURIComponent(new URL(written.root, url).pathname),
    files: new Map(written.files.map(([path, file]) => {
      return [path, { ...file, read: reader(new URL(`./static${path}`, url), file.encodings) }];
    })),
  };
}

/** Reads a file from memory: another build may have replaced the folder since. */
function reader(url: URL, encodings: Encoding[]): StaticFile["read"] {
  const content = Deno.readFileSync(url);
  const encoded = new Map(encodings.map((encoding) => {
    return [encoding, Deno.readFileSync(new URL(url + SUFFIXES[encoding]))];
  }));
  return (encoding) => Promise.resolve((encoding && encoded.get(encoding)) ?? content);
}

/** Ends of the names of compressed files. */
export const SUFFIXES = { br: ".br", gzip: ".gz" } satisfies Record<Encoding, string>;
