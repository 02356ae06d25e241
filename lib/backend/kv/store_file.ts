import { dirname } from "node:path";
import { isStoreFile } from "./file_guard.ts";

export interface StoreFile {
  /** null when the store is in memory or remote. */
  bytes: number | null;
  backups: { name: string; bytes: number; atMs: number }[];
}

/** A store without a local file. */
export const NO_FILE: StoreFile = { bytes: null, backups: [] };

/** Folder of the backups, beside the store's file. */
const BACKUPS = "backups";

/**
 * Size of the store's file, including its write-ahead log, and of the backups in the folder beside it.
 *
 * @param path store path of the settings: a file, ":memory:" or the URL of a KV Connect server
 */
export async function storeFileAt(path: string): Promise<StoreFile> {
  if (!isStoreFile(path)) return NO_FILE;
  const [file, log] = await Promise.all([sizeOf(path), sizeOf(`${path}-wal`)]);
  if (file === null) return NO_FILE;
  return {
    bytes: file.bytes + (log?.bytes ?? 0),
    backups: await backupsIn(`${dirname(path)}/${BACKUPS}`),
  };
}

async function backupsIn(folder: string): Promise<StoreFile["backups"]> {
  const found: StoreFile["backups"] = [];
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (!isFile || name.endsWith(".sha256")) continue;
      const size = await sizeOf(`${folder}/${name}`);
      if (size !== null) found.push({ name, ...size });
    }
  } catch (fault) {
    if (!isAbsent(fault)) throw fault;
  }
  return found.sort((left, right) => right.atMs - left.atMs);
}

async function sizeOf(path: string): Promise<{ bytes: number; atMs: number } | null> {
  try {
    const { size, mtime } = await Deno.stat(path);
    return { bytes: size, atMs: mtime?.getTime() ?? 0 };
  } catch (fault) {
    if (isAbsent(fault)) return null;
    throw fault;
  }
}

/** True when the file is absent or unreadable. */
function isAbsent(fault: unknown): boolean {
  return fault instanceof Deno.errors.NotFound || fault instanceof Deno.errors.NotCapable ||
    fault instanceof Deno.errors.PermissionDenied || fault instanceof Deno.errors.NotADirectory;
}
