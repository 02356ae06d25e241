import { Refused } from "@/lib/backend/core/refused.ts";
import { openStore } from "@/lib/backend/kv/open.ts";
import type { OpenedStore } from "@/lib/backend/kv/store.ts";

/** Runs a test on a store in memory, and closes it. */
export async function withStore(run: (store: OpenedStore) => Promise<void>): Promise<void> {
  const store = await openStore(":memory:");
  try {
    await run(store);
  } finally {
    store.close();
  }
}

/** Runs a test with the path of a store file to create, and deletes it afterwards. */
export async function withStoreFile(run: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "store_test_" });
  try {
    await run(`${folder}/store.db`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
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
      if (tries === 20 || !(fault instanceof Refused && fault.code === "readings-waiting")) {
        throw fault;
      }
    }
  }
}
