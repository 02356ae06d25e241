import { newerFormat, restoredPath } from "@/lib/store/store_file.ts";
import { UserError } from "@/tools/user_error.ts";
import {
  allowGivingBack,
  damagesOf,
  entryCount,
  isInUse,
  openToRead,
  sha256Of,
} from "./store_file.ts";
import { checksumPath, exists, writtenWhole } from "./whole_file.ts";

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
