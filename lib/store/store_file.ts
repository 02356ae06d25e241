/** Checks the file of the store, its format and size, and gives back its free pages. @module */

import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pause } from "@/lib/base/concurrency.ts";
import { forgetAcknowledged } from "./acknowledged_commits.ts";
import { holdEarlierEntries } from "./expired_entries.ts";
import { StoreUnavailable, unlessLocked } from "./store_errors.ts";

/** How long a check of the file remains valid, ms. */
const SEEN_FOR_MS = 1_000;

/**
 * Format of the values that this program reads and writes; a file has that of the program that wrote it, as SQLite's
 * `user_version`. It is raised with a change that an earlier program would misread or lose. (Decision 259.)
 */
export const FORMAT = 1;

/** Checks of an empty file, and the pause between them: another process may be creating it. */
const POLLS = 20;
const POLL_MS = 50;

/** Whether a store is a file of this machine, neither memory nor a KV Connect server. */
export function isStoreFile(path: string): boolean {
  return path !== ":memory:" && !/^https?:/.test(path);
}

/** Path of a store that is being restored, until it is whole. */
export function restoredPath(storePath: string): string {
  return `${storePath}.part`;
}

/**
 * Creates the file of a new store with incremental vacuum, which must be set before the first table; holds the entries of
 * an existing one.
 *
 * @throws TypeError when the file exists and is empty, or is missing since a restoration was interrupted: a lost store must
 * not be mistaken for a new one; when it is the database of another program, to which Deno KV would add its tables; when a
 * newer version of this program has written it
 */
export async function prepareFile(path: string): Promise<void> {
  const bytes = await settledSize(path);
  if (bytes === 0) {
    throw new TypeError(
      "the file is empty. Restore a backup, or remove the file to begin with a new store",
    );
  }
  if (bytes !== null) {
    refuseOther(path);
    setFormat(path);
    return holdEarlierEntries(path);
  }
  if (stat(restoredPath(path)) !== null) {
    throw new TypeError(
      "it was being restored, and that was interrupted. Restore the backup again",
    );
  }
  forgetAcknowledged(path);
  using database = new DatabaseSync(path);
  database.exec("pragma auto_vacuum = incremental; pragma journal_mode = wal");
  database.exec(`pragma user_version = ${FORMAT}`);
}

/** Numbers a file of an earlier version, before anything is written that it would misread. */
function setFormat(path: string): void {
  using database = new DatabaseSync(path);
  database.exec("pragma busy_timeout = 5000");
  if (formatOf(database) < FORMAT) database.exec(`pragma user_version = ${FORMAT}`);
}

function formatOf(database: DatabaseSync): number {
  return Number(database.prepare("pragma user_version").get()?.user_version);
}

/** Refuses the database of another program, or of a newer version of this one. @throws TypeError */
function refuseOther(path: string): void {
  using database = new DatabaseSync(path, { readOnly: true });
  if (isOfOtherProgram(database)) {
    throw new TypeError("the file is the database of another program. Choose another path");
  }
  const fault = newerFormat(database);
  if (fault !== null) throw new TypeError(fault);
}

/** A database without tables is a new store; Deno KV first creates the table of its migrations. */
function isOfOtherProgram(database: DatabaseSync): boolean {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  return tables.length > 0 && tables.every(({ name }) => name !== "migration_state");
}

/** What is said of a store that a newer version of this program has written; null for any other. */
export function newerFormat(database: DatabaseSync): string | null {
  const format = formatOf(database);
  if (format <= FORMAT) return null;
  return `a newer version of this program has written it (format ${format}, known up to ${FORMAT}).` +
    " Start that version, or restore the backup made before the upgrade";
}

async function settledSize(path: string): Promise<number | null> {
  for (let polls = 0;; polls++) {
    const bytes = stat(path)?.size ?? null;
    if (bytes !== 0 || polls === POLLS) return bytes;
    await pause(POLL_MS);
  }
}

/** Detects that the file of an open store was removed or replaced, which would lose later writes. */
export class FileGuard {
  readonly #inode: number | null;
  #seenAt = performance.now();
  #isReported = false;

  /** @param report receives one sentence when the file is missing */
  constructor(private readonly path: string, private readonly report: (sentence: string) => void) {
    this.#inode = stat(path)?.ino ?? null;
  }

  /** As `check()`, at most once a second. @throws StoreUnavailable */
  checkLately(): void {
    if (performance.now() - this.#seenAt >= SEEN_FOR_MS) this.check();
  }

  /** @throws StoreUnavailable when the file is no longer the one that was opened */
  check(): void {
    if ((stat(this.path)?.ino ?? null) === this.#inode) {
      this.#seenAt = performance.now();
      this.#isReported = false;
      return;
    }
    const sentence = `The file of the store "${this.path}" was removed or replaced while in use`;
    if (!this.#isReported) this.report(`${sentence}: put it back, or restart on a backup.`);
    this.#isReported = true;
    this.#seenAt = -Infinity;
    throw new StoreUnavailable(sentence);
  }
}

function stat(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (fault) {
    if (fault instanceof Deno.errors.NotFound) return null;
    throw fault;
  }
}

/** Pages moved in one commit: a few milliseconds. */
const PAGES_AT_ONCE = 64;
/** Pause after each commit, for other writers, ms. */
const PAUSE_MS = 10;
/** Minimum share of free pages to release any, and the share left for later writes. */
const WORTH_SHARE = 1 / 8;
const LEFT_SHARE = 1 / 32;

/**
 * Releases the free pages of a store's file to the disk, a few at a time while the store is in use.
 *
 * @param path store path of the settings; ignored when it is not a file, or has no incremental vacuum
 * @returns number of pages released
 */
export async function giveBackFreePages(path: string, stopping?: AbortSignal): Promise<number> {
  if (!isStoreFile(path)) return 0;
  using database = new DatabaseSync(path);
  // Moved pages have the same content, so no sync is needed; Deno KV moves them from the log.
  database.exec("pragma synchronous = normal");
  database.exec("pragma wal_autocheckpoint = 0");
  const pages = figure(database, "page_count");
  const free = figure(database, "freelist_count");
  if (figure(database, "auto_vacuum") !== INCREMENTAL || free < pages * WORTH_SHARE) return 0;
  const wanted = Math.floor(free - pages * LEFT_SHARE);
  const step = database.prepare(`pragma incremental_vacuum(${PAGES_AT_ONCE})`);
  let count = 0;
  while (count < wanted && !stopping?.aborted) {
    // One step releases one page: all of them are requested.
    if (unlessLocked(() => step.all()) !== null) count += PAGES_AT_ONCE;
    await pause(PAUSE_MS);
  }
  return count;
}

/** The value of the pragma `auto_vacuum` of a file with incremental vacuum. */
export const INCREMENTAL = 2;

function figure(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0] ?? 0);
}

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
