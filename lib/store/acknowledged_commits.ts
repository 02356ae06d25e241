/** Records the last commit beside the store's file, to detect a file that lost commits. @module */

import { DatabaseSync } from "node:sqlite";

/** Delay between a commit and the write of its version, ms: commits in between are lost with the process. */
const WRITE_AFTER_MS = 1_000;

/** The last acknowledged commit, as recorded beside the store's file. */
export interface LastAcknowledged {
  readonly versionstamp: string;
  /** When it was written, ISO instant. */
  readonly at: string;
}

const LINE = /^([0-9a-f]{20})\n$/;

/** The file beside a store that records the last acknowledged commit. */
export function acknowledgedPath(path: string): string {
  return `${path}-acknowledged`;
}

/** The last acknowledged commit of a store; null without record. */
export function lastAcknowledged(path: string): LastAcknowledged | null {
  try {
    const file = acknowledgedPath(path);
    const versionstamp = parsed(Deno.readTextFileSync(file));
    const at = Deno.statSync(file).mtime?.toISOString() ?? "";
    return versionstamp === null ? null : { versionstamp, at };
  } catch (fault) {
    if (fault instanceof Deno.errors.NotFound) return null;
    throw fault;
  }
}

function parsed(text: string): string | null {
  return LINE.exec(text)?.[1] ?? null;
}

/**
 * The commits missing at the end of a store, as a sentence; null for none.
 *
 * @param acknowledged read before the store, so that the store contains at least this commit
 */
export function lossOf(database: DatabaseSync, acknowledged: LastAcknowledged): string | null {
  const end = lastVersion(database);
  // A versionstamp is that number in hexadecimal, followed by the rank in its commit.
  const last = Number.parseInt(acknowledged.versionstamp.slice(0, 16), 16);
  if (end >= last) return null;
  return `The store ends at version ${end}, before version ${last} that was acknowledged at latest at` +
    ` ${acknowledged.at}: the commits in between are lost.`;
}

/** The version of the last commit; 0 when even the table of versions was lost, with the log that had created it. */
function lastVersion(database: DatabaseSync): number {
  const tables = database.prepare("select 1 from sqlite_schema where name = 'data_version'");
  if (tables.get() === undefined) return 0;
  return Number(database.prepare("select version from data_version").get()?.version);
}

/** Deletes the record of a store that was removed, so that it is not applied to a new one. */
export function forgetAcknowledged(path: string): void {
  try {
    Deno.removeSync(acknowledgedPath(path));
  } catch (fault) {
    if (!(fault instanceof Deno.errors.NotFound)) throw fault;
  }
}

/** The commits missing from a file that is about to be opened, as a sentence; null for none. */
export function lossOfFile(path: string): string | null {
  const acknowledged = lastAcknowledged(path);
  if (acknowledged === null) return null;
  using database = new DatabaseSync(path, { readOnly: true });
  return lossOf(database, acknowledged);
}

/**
 * Records the last acknowledged commit of a store, at most once a second and never before an answer: a store
 * whose last commit is older has lost commits.
 */
export class Acknowledgements {
  #latest: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly path: string) {}

  /** Records a commit that is about to be acknowledged. */
  note(versionstamp: string): void {
    if (this.#latest === null || versionstamp > this.#latest) this.#latest = versionstamp;
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => this.#write(), WRITE_AFTER_MS);
    Deno.unrefTimer(this.#timer);
  }

  close(): void {
    if (this.#timer !== null) this.#write();
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    try {
      if (this.#latest !== null) raise(acknowledgedPath(this.path), this.#latest);
    } catch {
      // On a full or read-only disk the record is skipped, and the next commit tries again.
    }
  }
}

/** Writes the greater version, under a lock: several processes write to one store. */
function raise(path: string, versionstamp: string): void {
  using file = Deno.openSync(path, { read: true, write: true, create: true });
  file.lockSync(true);
  const bytes = new Uint8Array(64);
  const kept = parsed(new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0)));
  if (kept !== null && kept >= versionstamp) return;
  file.seekSync(0, Deno.SeekMode.Start);
  // Constant length, in one call: a killed process leaves the old line or the new one.
  file.writeSync(new TextEncoder().encode(`${versionstamp}\n`));
}
