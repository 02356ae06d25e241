import { pauseAfter } from "@/lib/backend/core/pause.ts";
import { commitInTurn, inTurn } from "@/lib/backend/core/turns.ts";
import { Acknowledgements, lossOfFile } from "./acknowledged.ts";
import { BatchedReads } from "./batched_reads.ts";
import { ExpiredEntries, holdingExpired } from "./expired_entries.ts";
import { FileGuard, isStoreFile, prepareFile } from "./file_guard.ts";
import { isLocked } from "./file_lock.ts";
import { keys } from "./keys.ts";
import { OperationLimit } from "./operation_limit.ts";
import type { Atomic, Committed, OpenedStore, Store } from "./store.ts";
import { StoreUnavailable } from "./store_fault.ts";

interface ProvingOptions {
  /** Receives a sentence when the file of the store is missing, or cannot be written. */
  readonly report?: (sentence: string) => void;
  /** Whether a store that can only be read, such as one on a full disk, is opened all the same. */
  readonly readsUnwritable?: boolean;
}

interface OpenOptions extends ProvingOptions {
  /** Time limit of one operation, ms. */
  readonly operationLimitMs?: number;
}

const OPERATION_LIMIT_MS = 5_000;

/**
 * Opens the store: a file, ":memory:", or the URL of a KV Connect server.
 *
 * @throws StoreUnavailable when it cannot be opened or written
 */
export async function openStore(
  path: string,
  { operationLimitMs = OPERATION_LIMIT_MS, report = () => {}, readsUnwritable = false }:
    OpenOptions = {},
): Promise<OpenedStore> {
  const kv = await opened(path, { operationLimitMs, report }).catch((cause) => {
    throw new StoreUnavailable(`Cannot open the store "${path}": ${explained(cause)}`, { cause });
  });
  const patient = patientStore(kv, operationLimitMs);
  const store = isStoreFile(path) ? guardedStore(patient, path, report) : patient;
  return await provenStore(store, { path, report, readsUnwritable });
}

/** What SQLite says of a store beside which it cannot create its two files, with the likely reason. */
function explained(cause: unknown): string {
  return reason(cause)
    .replace(/^disk I\/O error$/, "$& (its disk may be full)")
    .replace(/^unable to open database file$/, "$& (its folder may be read-only)");
}

/**
 * A store that was written once.
 *
 * @throws StoreUnavailable when it cannot be written, and is closed
 */
export async function provenStore(
  store: OpenedStore,
  { path, report, readsUnwritable }: { path: string } & Required<ProvingOptions>,
): Promise<OpenedStore> {
  try {
    await store.atomic().set(keys.probe(), true).delete(keys.probe()).commit();
  } catch (cause) {
    const sentence = `Cannot write to the store "${path}": ${reason(cause).replace(/\.$/, "")}`;
    if (!readsUnwritable || !await isReadable(store)) {
      store.close();
      throw new StoreUnavailable(sentence, { cause });
    }
    report(`${sentence}. It is only read until it can be written.`);
  }
  return store;
}

function isReadable(store: Store): Promise<boolean> {
  return store.get(keys.probe()).then(() => true, () => false);
}

/** Opens the store for one task, and closes it afterwards. @throws as {@link openStore} */
export async function withStore<R>(
  path: string,
  work: (store: OpenedStore) => Promise<R>,
): Promise<R> {
  const store = await openStore(path);
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/** The store, when it opens within the limit; a store that opens later is closed. */
async function opened(
  path: string,
  { operationLimitMs: limitMs, report }: Required<Pick<OpenOptions, "operationLimitMs" | "report">>,
) {
  if (isStoreFile(path)) {
    await retryLocked(() => prepareFile(path));
    const loss = await retryLocked(() => Promise.resolve().then(() => lossOfFile(path)));
    if (loss !== null) report(loss);
  }
  const opening = retryLocked(() => Deno.openKv(path));
  const limit = new OperationLimit(limitMs, () => opening);
  try {
    return await limit.within(() => opening);
  } catch (fault) {
    opening.then((kv) => kv.close(), () => {});
    throw fault;
  } finally {
    limit.close();
  }
}

/**
 * Tries again while another process holds the file's lock, waiting a little longer each time.
 *
 * Embedded KV fails immediately with "database is locked": it does not wait.
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

/** Deno KV with every call limited in time, and retried while the file is locked by another process. */
function patientStore(kv: Deno.Kv, limitMs: number): OpenedStore {
  const limit = new OperationLimit(limitMs, () => kv.get([...keys.probe()]));
  const reads = new BatchedReads((keys) =>
    retryLocked(() => limit.within(() => inTurn(() => kv.getMany([...keys]))))
  );
  return {
    async get(key) {
      const [entry] = await reads.ask([key]);
      return entry ?? { key, value: null, versionstamp: null };
    },
    getMany: (keys) => reads.ask(keys),
    list: (selector, options) => patientList({ kv, limit }, selector, options),
    atomic: () => patientAtomic(kv.atomic(), limit),
    close() {
      limit.close();
      kv.close();
    },
  };
}

/** A store that fails once its file is missing, so that no acknowledged commit is lost. */
function guardedStore(
  store: OpenedStore,
  path: string,
  report: (sentence: string) => void,
): OpenedStore {
  const guard = new FileGuard(path, report);
  const acknowledgements = new Acknowledgements(path);
  const expired = new ExpiredEntries(path, report);
  return {
    async get(key) {
      guard.checkLately();
      return await store.get(key);
    },
    async getMany(keys) {
      guard.checkLately();
      return await store.getMany(keys);
    },
    async *list(selector, options) {
      guard.checkLately();
      yield* store.list(selector, options);
    },
    atomic: () => guardedAtomic(holdingExpired(store.atomic()), guard, acknowledgements),
    close() {
      expired.close();
      acknowledgements.close();
      store.close();
    },
  };
}

function guardedAtomic(
  atomic: Atomic,
  guard: FileGuard,
  acknowledgements: Acknowledgements,
): Atomic {
  const { commit } = atomic;
  const guarded = async () => {
    const committed = await commit();
    guard.check();
    if (committed.ok) acknowledgements.note(committed.versionstamp);
    return committed;
  };
  atomic.commit = guarded;
  return atomic;
}

async function* patientList(
  { kv, limit }: { readonly kv: Deno.Kv; readonly limit: OperationLimit },
  selector: Deno.KvListSelector,
  options: Deno.KvListOptions = {},
): AsyncGenerator<Deno.KvEntry<unknown>> {
  let entries = kv.list(selector, options);
  let given = 0;
  let waits = 0;
  for (;;) {
    try {
      const next = await limit.within(() => inTurn(() => entries.next()));
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

/** Options of the same list, after the last entry returned. */
function resumed(
  options: Deno.KvListOptions,
  given: number,
  entries: Deno.KvListIterator<unknown>,
): Deno.KvListOptions {
  if (given === 0) return options;
  const left = options.limit === undefined ? {} : { limit: options.limit - given };
  return { ...options, ...left, cursor: entries.cursor };
}

function patientAtomic(operation: Deno.AtomicOperation, limit: OperationLimit): Atomic {
  const atomic: Atomic = {
    check: (...checks) => (operation.check(...checks), atomic),
    set: (key, value, options) => (operation.set(key, value, options), atomic),
    delete: (key) => (operation.delete(key), atomic),
    sum: (key, amount) => (operation.sum(key, amount), atomic),
    commit: (): Promise<Committed> =>
      retryLocked(() => limit.within(() => commitInTurn(() => operation.commit()), "commit")),
  };
  return atomic;
}

export function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
