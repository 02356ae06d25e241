import type { Store } from "@/lib/backend/kv/store.ts";
import { withCommits } from "./around_store.ts";

/** Whether there is room left. */
export interface Disk {
  isFull: boolean;
}

/** A store on a disk that fills up: reads work, and every commit fails with SQLite's error. */
export function storeOn(disk: Disk, store: Store): Store {
  return withCommits(
    store,
    (inner) =>
      disk.isFull ? Promise.reject(new TypeError("database or disk is full")) : inner.commit(),
  );
}
