import { packTar, type TarEntry } from "modern-tar";
import { gzipSync } from "node:zlib";

export type ArchiveFiles = ReadonlyMap<string, Uint8Array>;

/** Modification time of every file, so that the same files always make the same bytes. */
const MADE_AT = new Date("2000-01-01T00:00:00Z");

/** The files as a `.tar.gz` that unpacks to one folder; same files, same bytes. */
export async function tarGz(folder: string, files: ArchiveFiles): Promise<Uint8Array> {
  const entries = [...files].sort(([a], [b]) => a < b ? -1 : 1).map(([path, body]): TarEntry => ({
    header: { name: `${folder}/${path}`, size: body.length, mtime: MADE_AT, mode: 0o644 },
    body,
  }));
  return gzipSync(await packTar(entries), { level: 9 });
}
