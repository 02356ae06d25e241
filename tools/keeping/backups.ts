/** Backups of the store's file, written whole or not at all, and put in its place. @module */

import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import { reason } from "@/lib/store/open_store.ts";
import { newerFormat, restoredPath } from "@/lib/store/store_file.ts";
import { UserError } from "@/tools/user_error.ts";
import {
  allowGivingBack,
  damagesOf,
  entryCount,
  exists,
  isInUse,
  openToRead,
  sha256Of,
  WHOLE_COPY,
} from "./store_file.ts";

interface Backup {
  readonly path: string;
  readonly bytes: number;
  readonly entryCount: number;
  readonly sha256: string;
}

/**
 * Copies the store to a file while it is in use, with every write acknowledged before the start and only complete
 * commits. The copy is checked, and its SHA-256 is written beside it.
 *
 * @throws UserError when there is no store, the copy is damaged or does not fit on the disk, or the file already exists
 */
export async function backUp(
  { storePath, path }: { readonly storePath: string; readonly path: string },
): Promise<Backup> {
  if (exists(path)) throw new UserError(`"${path}" exists already: nothing was written.`);
  using store = openToRead(storePath);
  return await writtenWhole([path, checksumPath(path)], async () => {
    const unfinished = `${path}.part`;
    await copyDatabase(store, unfinished, WHOLE_COPY);
    makeOneFile(unfinished);
    const entries = checkedCount(unfinished);
    const sha256 = await sha256Of(unfinished);
    const checksum = checksumPath(path);
    await Deno.writeTextFile(`${checksum}.part`, `${sha256}  ${nameOf(path)}\n`);
    await Deno.rename(unfinished, path);
    // Last: a backup with a checksum is complete.
    await Deno.rename(`${checksum}.part`, checksum);
    return { path, bytes: (await Deno.stat(path)).size, entryCount: entries, sha256 };
  });
}

/** Disables the write-ahead mode of the copy, in which even a reader creates two files beside it. */
function makeOneFile(path: string): void {
  using copy = new DatabaseSync(path);
  copy.exec("pragma journal_mode = delete");
}

function checkedCount(path: string): number {
  using copy = openToRead(path);
  const [damage] = damagesOf(copy);
  if (damage !== undefined) throw new UserError(`The copy is damaged: ${damage}`);
  return entryCount(copy);
}

interface Restoration {
  readonly entryCount: number;
  /** New path of the previous store; null when there was none. */
  readonly setAside: string | null;
}

/**
 * Replaces the store with a backup. The previous store is renamed, never overwritten.
 *
 * @param options path of the backup and of the store; `stamp`: suffix of the name of the previous store, as
 * "20261121T083000Z"
 * @throws UserError when the backup is missing, damaged, differs from its checksum, was written by a newer version or does
 * not fit on the disk, or the store is in use
 */
export async function restore(
  { path, storePath, stamp }: Readonly<Record<"path" | "storePath" | "stamp", string>>,
): Promise<Restoration> {
  const entries = await soundCount(path);
  if (exists(storePath) && isInUse(storePath)) {
    throw new UserError(`"${storePath}" is in use: stop the server first.`);
  }
  return await writtenWhole([storePath], async () => {
    const unfinished = restoredPath(storePath);
    await Deno.copyFile(path, unfinished);
    allowGivingBack(unfinished);
    const aside = `${storePath}.${stamp}`;
    const isMoved = await moveStore(storePath, aside);
    await Deno.rename(unfinished, storePath);
    return { entryCount: entries, setAside: isMoved ? aside : null };
  });
}

/** Number of values of a backup, after it was checked. */
async function soundCount(path: string): Promise<number> {
  if (!exists(path)) throw new UserError(`There is no backup at "${path}".`);
  const expected = await checksumOf(path);
  const found = await sha256Of(path);
  if (found !== expected) {
    throw new UserError(`"${path}" is not the file that was backed up: its checksum differs.`);
  }
  using backup = openToRead(path);
  const [damage] = damagesOf(backup);
  if (damage !== undefined) throw new UserError(`"${path}" is damaged: ${damage}`);
  const newer = newerFormat(backup);
  if (newer !== null) throw new UserError(`"${path}" cannot be restored: ${newer}.`);
  return entryCount(backup);
}

async function checksumOf(path: string): Promise<string> {
  const beside = checksumPath(path);
  if (!exists(beside)) {
    throw new UserError(`The checksum of the backup is missing: "${beside}".`);
  }
  return (await Deno.readTextFile(beside)).split(" ", 1)[0] ?? "";
}

/**
 * Moves SQLite's companion files with the database: they may contain the latest commits. Those that remain of a deleted
 * database are moved too: SQLite would apply its log to the restored one.
 *
 * @returns false when there was nothing to move
 */
async function moveStore(from: string, to: string): Promise<boolean> {
  const moved = ["", "-wal", "-shm"].filter((suffix) => exists(from + suffix));
  for (const suffix of moved) await Deno.rename(from + suffix, to + suffix);
  return moved.length > 0;
}

/** The file with the SHA-256 of a backup, in the format of `sha256sum --check`. */
function checksumPath(path: string): string {
  return `${path}.sha256`;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Messages of SQLite and of the system for a disk that does not take a file. */
const NOT_WRITTEN =
  /disk is full|disk I\/O error|unable to open database|readonly database|\(os error \d+\)/i;

/** Suffixes of the files that are unfinished while a file is written: SQLite's companions are among them. */
const UNFINISHED = [".part", ".part-journal", ".part-wal", ".part-shm"];

/**
 * Writes files that appear under their names once all are complete; what a failure leaves is removed.
 *
 * @param paths each is written as `${path}.part`, then renamed by `transact`
 * @throws UserError when the disk does not take them
 */
async function writtenWhole<Result>(
  paths: readonly string[],
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof UserError || !NOT_WRITTEN.test(reason(cause))) throw cause;
    throw new UserError(`"${paths[0]}" could not be written: ${reason(cause)}`, { cause });
  } finally {
    const left = paths.flatMap((path) => UNFINISHED.map((suffix) => path + suffix));
    await Promise.all(left.filter(exists).map((path) => Deno.remove(path)));
  }
}
