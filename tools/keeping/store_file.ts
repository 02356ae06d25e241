/** The file of the embedded store as an SQLite database; only tools access it this way. @module */

import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { reason } from "@/lib/store/open_store.ts";
import { INCREMENTAL } from "@/lib/store/store_file.ts";
import { UserError } from "@/tools/user_error.ts";

/** Pages of one step of a copy: all of them, so that writers never restart it. */
export const WHOLE_COPY = { rate: 2 ** 30 } as const;

/**
 * Opens the file of a store for reading, also while it is in use.
 *
 * @throws UserError when it is not a file, or not a database
 */
export function openToRead(path: string): DatabaseSync {
  if (/^https?:/.test(path)) {
    throw new UserError(
      `The store "${path}" is a server's: back it up with the means of that server.`,
    );
  }
  if (!exists(path)) throw new UserError(`There is no store at "${path}".`);
  try {
    return openedStore(path);
  } catch (cause) {
    if (!NOT_WRITABLE.test(reason(cause))) {
      throw new UserError(`"${path}" is not a store: ${reason(cause)}`, { cause });
    }
    return openReadOnly(path);
  }
}

/**
 * Messages of SQLite when it cannot create the two files that even a reader of a store needs beside it; the last is that
 * of a full disk.
 */
const NOT_WRITABLE = /readonly database|unable to open database|disk I\/O error/i;

/**
 * Opens a store in a read-only folder or on a full disk that no process has open: otherwise those two files would exist.
 *
 * @throws UserError when its last commits are in its log, which cannot be read this way
 */
export function openReadOnly(path: string): DatabaseSync {
  if (exists(`${path}-wal`) && Deno.statSync(`${path}-wal`).size > 0) {
    throw new UserError(
      `"${path}" may only be read, and its last commits are in "${path}-wal": copy both to a folder that may be written.`,
    );
  }
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  try {
    return openedStore(url);
  } catch (cause) {
    throw new UserError(`"${path}" is not a store: ${reason(cause)}`, { cause });
  }
}

function openedStore(path: string | URL): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const found = database.prepare("select 1 from sqlite_master where name = 'kv'").get();
    if (found === undefined) throw new TypeError("it has no table of values");
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** The faults that SQLite finds in the file; empty without any. */
export function damagesOf(database: DatabaseSync): string[] {
  try {
    const found = database.prepare("pragma quick_check").all();
    return found.map(({ quick_check }) => String(quick_check)).filter((line) => line !== "ok");
  } catch (cause) {
    return [reason(cause)];
  }
}

export function entryCount(database: DatabaseSync): number {
  return Number(database.prepare("select count(*) as entries from kv").get()?.entries ?? 0);
}

/**
 * True when a process has the store open.
 *
 * SQLite grants no exclusive lock on a file in write-ahead mode while another connection is open.
 */
export function isInUse(path: string): boolean {
  const database = new DatabaseSync(path);
  try {
    database.exec("pragma locking_mode = exclusive; begin exclusive; rollback");
    return false;
  } catch (cause) {
    if (/locked|busy/i.test(reason(cause))) return true;
    throw cause;
  } finally {
    database.close();
  }
}

/** Enables incremental vacuum on a copy that no process has open, as for a new store. */
export function allowGivingBack(path: string): void {
  using database = new DatabaseSync(path);
  const { auto_vacuum: mode } = database.prepare("pragma auto_vacuum").get() ?? {};
  if (mode === INCREMENTAL) return;
  database.exec("pragma auto_vacuum = incremental");
  database.exec("vacuum");
}

/** SHA-256 of a file, in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  using file = await Deno.open(path);
  for await (const chunk of file.readable) hash.update(chunk);
  return hash.digest("hex");
}

export function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
