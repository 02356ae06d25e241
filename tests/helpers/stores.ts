import { DatabaseSync } from "node:sqlite";
import { auditRecord } from "@/lib/api/audit.ts";
import { faultOfEntry } from "@/lib/app/stored_kinds.ts";
import { CallError } from "@/lib/base/errors.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, type Store } from "@/lib/store/store.ts";
import { FORMAT } from "@/lib/store/store_file.ts";
import { inFolder } from "@/tests/tools/folders.ts";
import { ORG } from "./a_residence.ts";

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

/** The faults that `kv:check` finds in the entries of a store. */
export async function wrongEntries(store: Store): Promise<string[]> {
  const entries = await Array.fromAsync(store.list({ prefix: [] }));
  return entries.flatMap((entry) => faultOfEntry(entry) ?? []);
}

/** The audit log of the organisation of a test's residence. */
export async function auditLines({ store }: { readonly store: Store }) {
  const stored = await listStored(store, keys.audit.under(ORG), auditRecord);
  return stored.map(({ record }) => record);
}
