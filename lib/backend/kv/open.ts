import { keys } from "./keys.ts";
import type { Atomic, Committed, OpenedStore } from "./store.ts";

/** The store cannot be used: the sentence says which one and why, for the person who runs the program. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

/**
 * Opens the store: a file, ":memory:", or the URL of a KV Connect server.
 *
 * @throws StoreUnavailable when it cannot be opened or written
 */
export async function openStore(path: string): Promise<OpenedStore> {
  const kv = await Deno.openKv(path).catch((cause) => {
    throw new StoreUnavailable(`Cannot open the store "${path}": ${reason(cause)}`, { cause });
  });
  const store = patientStore(kv);
  try {
    await store.atomic().set(keys.probe(), true).commit();
    await store.atomic().delete(keys.probe()).commit();
  } catch (cause) {
    kv.close();
    throw new StoreUnavailable(`Cannot write to the store "${path}": ${reason(cause)}`, { cause });
  }
  return store;
}

/**
 * Tries again while another process holds the file's lock, waiting a little longer each time.
 *
 * Embedded KV fails at once with "database is locked"; waiting is up to us.
 */
export async function retryLocked<T>(attempt: () => Promise<T>, tries = 60): Promise<T> {
  for (let done = 1;; done++) {
    try {
      return await attempt();
    } catch (cause) {
      if (done >= tries || !isLocked(cause)) throw cause;
      await pause(Math.random() * Math.min(2 ** done, 50));
    }
  }
}

/** Deno KV with every call retried while the file is locked by another process. */
function patientStore(kv: Deno.Kv): OpenedStore {
  return {
    get: (key) => retryLocked(() => kv.get(key)),
    getMany: (keys) => retryLocked(() => kv.getMany([...keys])),
    list: (selector, options) => patientList(kv, selector, options),
    atomic: () => patientAtomic(kv.atomic()),
    close: () => kv.close(),
  };
}

async function* patientList(
  kv: Deno.Kv,
  selector: Deno.KvListSelector,
  options: Deno.KvListOptions = {},
): AsyncGenerator<Deno.KvEntry<unknown>> {
  let entries = kv.list(selector, options);
  let given = 0;
  for (;;) {
    const next = await retryLocked(async () => {
      const { cursor } = entries;
      try {
        return await entries.next();
      } catch (cause) {
        const left = options.limit === undefined ? {} : { limit: options.limit - given };
        entries = kv.list(selector, { ...options, ...left, ...(given > 0 ? { cursor } : {}) });
        throw cause;
      }
    });
    if (next.done) return;
    given++;
    yield next.value;
  }
}

function patientAtomic(operation: Deno.AtomicOperation): Atomic {
  const atomic: Atomic = {
    check: (...checks) => (operation.check(...checks), atomic),
    set: (key, value, options) => (operation.set(key, value, options), atomic),
    delete: (key) => (operation.delete(key), atomic),
    sum: (key, amount) => (operation.sum(key, amount), atomic),
    commit: (): Promise<Committed> => retryLocked(() => operation.commit()),
  };
  return atomic;
}

function isLocked(cause: unknown): boolean {
  return String(cause).includes("database is locked");
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
