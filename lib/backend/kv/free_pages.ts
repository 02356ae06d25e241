import { DatabaseSync } from "node:sqlite";
import { pause } from "@/lib/backend/core/pause.ts";
import { isStoreFile } from "./file_guard.ts";
import { unlessLocked } from "./file_lock.ts";

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
  let given = 0;
  while (given < wanted && !stopping?.aborted) {
    // One step releases one page: all of them are requested.
    if (unlessLocked(() => step.all()) !== null) given += PAGES_AT_ONCE;
    await pause(PAUSE_MS);
  }
  return given;
}

/** The value of the pragma `auto_vacuum` of a file with incremental vacuum. */
export const INCREMENTAL = 2;

function figure(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0] ?? 0);
}
