import type { Store } from "@/lib/store/store.ts";
import { withCommits } from "./around_store.ts";

/** Whether there is room left. */
export interface Disk {
  isFull: boolean;
}

/** A disk with room for some commits, which counts those that it refuses. */
export class SmallDisk implements Disk {
  room = Infinity;
  refusedCount = 0;

  /** Asked once for each commit. */
  get isFull(): boolean {
    if (this.room-- > 0) return false;
    this.refusedCount++;
    return true;
  }
}

/** The message of SQLite on a full disk. */
export const FULL = "database or disk is full";

/** A store on a disk that fills up: reads work, and every commit fails with SQLite's error. */
export function storeOn(disk: Disk, store: Store): Store {
  return withCommits(
    store,
    (inner) => disk.isFull ? Promise.reject(new TypeError(FULL)) : inner.commit(),
  );
}
