import type { Atomic, Store } from "@/lib/backend/kv/store.ts";

/** Whether there is room left. */
export interface Disk {
  isFull: boolean;
}

/** A store on a disk that fills up: reads work, and every commit fails with SQLite's error. */
export function storeOn(disk: Disk, store: Store): Store {
  return {
    get: (key) => store.get(key),
    getMany: (keys) => store.getMany(keys),
    list: (selector, options) => store.list(selector, options),
    atomic: () => atomicOn(disk, store.atomic()),
  };
}

function atomicOn(disk: Disk, inner: Atomic): Atomic {
  const atomic: Atomic = {
    check: (...checks) => (inner.check(...checks), atomic),
    set: (key, value, options) => (inner.set(key, value, options), atomic),
    delete: (key) => (inner.delete(key), atomic),
    sum: (key, amount) => (inner.sum(key, amount), atomic),
    commit: () =>
      disk.isFull ? Promise.reject(new TypeError("database or disk is full")) : inner.commit(),
  };
  return atomic;
}
