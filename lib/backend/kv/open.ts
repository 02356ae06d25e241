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
  const kv = await retryLocked(() => Deno.openKv(path)).catch((cause) => {
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
async function retryLocked<T>(attempt: () => Promise<T>): Promise<T> {
  for (let waits = 1;; waits++) {
    try {
      return await attempt();
    } catch (cause) {
      if (waits > LOCK_TRIES || !isLocked(cause)) throw cause;
      await pauseAfter(waits);
    }
  }
}

/** About ten seconds of waiting before giving up. */
const LOCK_TRIES = 400;

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
  let waits = 0;
  for (;;) {
    try {
      const next = await entries.next();
      if (next.done) return;
      given++;
      waits = 0;
      yield next.value;
    } catch (cause) {
      if (++waits > LOCK_TRIES || !isLocked(cause)) throw cause;
      await pauseAfter(waits);
      entries = kv.list(selector, resumed(options, given, entries));
    }
  }
}

/** The same list from the entry after the last one given. */
function resumed(
  options: Deno.KvListOptions,
  given: number,
  entries: Deno.KvListIterator<unknown>,
): Deno.KvListOptions {
  if (given === 0) return options;
  const left = options.limit === undefined ? {} : { limit: options.limit - given };
  return { ...options, ...left, cursor: entries.cursor };
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

function pauseAfter(waits: number): Promise<void> {
  const ms = Math.random() * Math.min(2 ** waits, 50);
  return new Promise((resolve) => setTimeout(resolve, ms));
}
