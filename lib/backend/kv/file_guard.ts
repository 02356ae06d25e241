import { DatabaseSync } from "node:sqlite";
import { pause } from "@/lib/backend/core/pause.ts";
import { forgetAcknowledged } from "./acknowledged.ts";
import { holdEarlierEntries } from "./expired_entries.ts";
import { StoreUnavailable } from "./store_fault.ts";

/** How long a check of the file remains valid, ms. */
const SEEN_FOR_MS = 1_000;

/** Checks of an empty file, and the pause between them: another process may be creating it. */
const LOOKS = 20;
const LOOK_AGAIN_MS = 50;

/** Whether a store is a file of this machine, neither memory nor a KV Connect server. */
export function isStoreFile(path: string): boolean {
  return path !== ":memory:" && !/^https?:/.test(path);
}

/**
 * Creates the file of a new store with incremental vacuum, which must be set before the first table; holds the entries of
 * an existing one.
 *
 * @throws TypeError when the file exists and is empty: a lost store must not be mistaken for a new one; when it is the
 * database of another program, to which Deno KV would add its tables
 */
export async function prepareFile(path: string): Promise<void> {
  const bytes = await settledSize(path);
  if (bytes === 0) {
    throw new TypeError(
      "the file is empty. Restore a backup, or remove the file to begin with a new store",
    );
  }
  if (bytes !== null) {
    if (isOfOtherProgram(path)) {
      throw new TypeError("the file is the database of another program. Choose another path");
    }
    return holdEarlierEntries(path);
  }
  forgetAcknowledged(path);
  using database = new DatabaseSync(path);
  database.exec("pragma auto_vacuum = incremental; pragma journal_mode = wal");
}

/** A database without tables is a new store; Deno KV first creates the table of its migrations. */
function isOfOtherProgram(path: string): boolean {
  using database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  return tables.length > 0 && tables.every(({ name }) => name !== "migration_state");
}

async function settledSize(path: string): Promise<number | null> {
  for (let looks = 0;; looks++) {
    const bytes = stat(path)?.size ?? null;
    if (bytes !== 0 || looks === LOOKS) return bytes;
    await pause(LOOK_AGAIN_MS);
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
