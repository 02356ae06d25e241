/** Deletes expired entries in place of Deno KV, which ends the process when it cannot. @module */

import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pause } from "@/lib/base/concurrency.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import type { Atomic } from "./store.ts";
import { unlessLocked } from "./store_errors.ts";

/**
 * How much later than an entry expires Deno KV may delete it, ms: a century. Deno KV ends the process, and the next one as
 * it opens the store, when it cannot delete what has expired, as on a full disk.
 */
const HELD_MS = 100 * 366 * DAY_MS;
/** Time between two deletions, ms. */
const EVERY_MS = 60_000;
/** Entries deleted in one commit: a few milliseconds. */
const AT_ONCE = 100;
/** Pause after each commit, for other writers, ms. */
const PAUSE_MS = 10;
/** Commits of a run, and attempts while another connection writes: about half of the time between two runs. */
const MOST_TRIES = 2_000;

/** A commit to a store's file, whose expired entries {@link ExpiredEntries} deletes in place of Deno KV. */
export function holdingExpired(atomic: Atomic): Atomic {
  const { set } = atomic;
  const setLasting: Atomic["set"] = (key, value, { expireIn } = {}) =>
    set(key, value, expireIn === undefined ? {} : { expireIn: expireIn + HELD_MS });
  atomic.set = setLasting;
  return atomic;
}

/** Deletes the expired entries of a store's file each minute, while the store is open. */
export class ExpiredEntries {
  readonly #timer: ReturnType<typeof setInterval>;
  #isClosed = false;

  /** @param report receives a fault as a sentence */
  constructor(private readonly path: string, private readonly report: (sentence: string) => void) {
    this.#timer = setInterval(() => void this.deleteAll(), EVERY_MS);
    Deno.unrefTimer(this.#timer);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  /** Those that have expired; what a run does not delete is left to the next one. */
  async deleteAll(): Promise<void> {
    try {
      for (let tries = 0; tries < MOST_TRIES && !this.#isClosed; tries++) {
        const deleted = unlessLocked(() => deletedSome(this.path));
        if (deleted !== null && deleted < AT_ONCE) return;
        await pause(PAUSE_MS);
      }
    } catch (fault) {
      this.report(`Expired entries of the store were not deleted: ${fault}`);
    }
  }
}

/**
 * Holds the entries that an earlier version of the program, or Deno KV alone, has written to a file; before it is opened.
 *
 * @throws Error of SQLite when they cannot be written
 */
export function holdEarlierEntries(path: string): void {
  if (!hasEarlierEntries(path)) return;
  using database = new DatabaseSync(path);
  database.prepare(
    `update kv set expiration_ms = expiration_ms + ? from ${CLOCK} where ${NOT_HELD}`,
  )
    .run(HELD_MS, HELD_MS / 2);
}

function hasEarlierEntries(path: string): boolean {
  using database = new DatabaseSync(path, { readOnly: true });
  const table = database.prepare("select 1 from sqlite_schema where name = 'kv'").get();
  if (table === undefined) return false;
  const first = database.prepare(`select 1 from kv, ${CLOCK} where ${NOT_HELD} limit 1`);
  return first.get(HELD_MS / 2) !== undefined;
}

/** @returns number of entries deleted, at most {@link AT_ONCE} */
function deletedSome(path: string): number {
  // Opening would create it again.
  if (!existsSync(path)) return 0;
  using database = new DatabaseSync(path);
  // An entry that comes back after a power failure is deleted again; Deno KV moves the pages from the log.
  database.exec("pragma synchronous = normal; pragma wal_autocheckpoint = 0");
  return Number(database.prepare(DELETE).run(HELD_MS / 2, HELD_MS, AT_ONCE).changes);
}

const CLOCK = "(select cast(unixepoch('subsec') * 1000 as integer) as ms)";
const NOT_HELD = "expiration_ms between 0 and ms + ?";
const DELETE = `
  delete from kv where k in (
    select k from kv, ${CLOCK} where expiration_ms between ms + ? and ms + ? limit ?
  )`;
