/** Writes an archive. @module */

import { packTar, type TarEntry } from "modern-tar";
import { gzipSync } from "node:zlib";

/** The bytes of a file, or a symbolic link. */
export type ArchiveFile = Uint8Array | { readonly linkTo: string };

export type ArchiveFiles = ReadonlyMap<string, ArchiveFile>;

/** Modification time of every file, so that the same files always make the same bytes. */
const MADE_AT = new Date("2000-01-01T00:00:00Z");

/** The files as a `.tar.gz` that unpacks to one folder; same files, same bytes. */
export async function tarGz(folder: string, files: ArchiveFiles): Promise<Uint8Array> {
  const entries = [...files].sort(([a], [b]) => a < b ? -1 : 1).map(([path, file]): TarEntry => {
    const header = { name: `${folder}/${path}`, mtime: MADE_AT, mode: 0o644 };
    return "linkTo" in file
      ? { header: { ...header, size: 0, type: "symlink", linkname: file.linkTo } }
      : { header: { ...header, size: file.length }, body: file };
  });
  return gzipSync(await packTar(entries), { level: 9 });
}
