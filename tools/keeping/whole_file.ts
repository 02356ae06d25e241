/** Files that are written whole or not at all, and where they are. @module */

import { reason } from "@/lib/store/open_store.ts";
import { UserError } from "@/tools/user_error.ts";

export function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The file with the SHA-256 of a backup, in the format of `sha256sum --check`. */
export function checksumPath(path: string): string {
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
export async function writtenWhole<Result>(
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
