import { DatabaseSync } from "node:sqlite";
import { CallError } from "@/lib/base/errors.ts";
import { FORMAT } from "@/lib/store/store_file.ts";
import { inFolder } from "@/tests/tools/folders.ts";

/** Runs a test with the path of a store file to create, and deletes it afterwards. */
export function withStoreFile(run: (path: string) => Promise<void>): Promise<void> {
  return inFolder((folder) => run(`${folder}/store.db`));
}

/** Marks a store as a newer version of the program marks it, whose format this one does not know. */
export function raiseFormat(path: string): void {
  using database = new DatabaseSync(path);
  database.exec(`pragma user_version = ${FORMAT + 1}`);
}

/** Seconds since 1970 of an instant. */
export function second(instant: string): number {
  return Date.parse(instant) / 1000;
}

/** Retries, as a page does, while the readings are being compacted. */
export async function onceFiled<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1;; tries++) {
    try {
      return await read();
    } catch (fault) {
      if (tries === 20 || !(fault instanceof CallError && fault.code === "readings-waiting")) {
        throw fault;
      }
    }
  }
}
