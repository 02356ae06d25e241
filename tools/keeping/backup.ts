import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import { UserError } from "@/tools/user_error.ts";
import { damagesOf, entryCount, openToRead, sha256Of, WHOLE_COPY } from "./store_file.ts";
import { checksumPath, exists, nameOf, writtenWhole } from "./whole_file.ts";

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
