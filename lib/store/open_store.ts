/** Opens the store, retries while it is locked, and limits the time of its operations. @module */

import { pauseAfter } from "@/lib/base/concurrency.ts";
import { yieldToEventLoop } from "@/lib/base/event_loop.ts";
import { ExpiredEntries, holdingExpired } from "./expired_entries.ts";
import { keys } from "./keys.ts";
import { BatchedReads } from "./read_batching.ts";
import type { Atomic, Committed, OpenedStore, Store } from "./store.ts";
import { CommitUncertain, isLocked, StoreUnavailable, StoreUnreachable } from "./store_errors.ts";
import { isStoreFile, prepareFile } from "./store_file.ts";

/** Ticks in a limit. A blocked event loop skips ticks, so that its delay is not attributed to the store. */
const TICKS = 10;

/** Operations sent at once; others wait here, where their time is not counted: the store answers one after another. */
const MOST_SENT = 256;

interface Pending {
  readonly sinceTick: number;
  /** Ends the wait; the operation itself cannot be cancelled. */
  giveUp(): void;
}

/**
 * A limit on the time of every operation of a store.
 *
 * Once one is late the store counts as down: further operations are refused at once, those that wait to be sent too,
 * and a read is sent now and then until one is answered.
 */
export class OperationLimit {
  #pending = new Set<Pending>();
  #waiting: (() => void)[] = [];
  #tick = 0;
  #timer: ReturnType<typeof setInterval> | null = null;
  #isDown = false;
  #isClosed = false;
  #probing: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly limitMs: number, private readonly probe: () => Promise<unknown>) {}

  /**
   * The result of an operation; an operation refused because the store is down was not sent.
   *
   * @throws StoreUnreachable when it is late or the store is down, CommitUncertain for a late commit
   */
  within<T>(operate: () => Promise<T>, kind: "read" | "commit" = "read"): Promise<T> {
    if (this.#isDown) return Promise.reject(this.#refusal("read"));
    return new Promise((resolve, reject) => {
      const send = () => {
        if (this.#isDown) return reject(this.#refusal("read"));
        const giveUp = () => reject(this.#refusal(kind));
        const pending: Pending = { sinceTick: this.#tick, giveUp };
        this.#pending.add(pending);
        if (!this.#isClosed) this.#timer ??= setInterval(() => this.#check(), this.limitMs / TICKS);
        operate().then(resolve, reject).finally(() => this.#ended(pending));
      };
      if (this.#pending.size < MOST_SENT) send();
      else this.#waiting.push(send);
    });
  }

  /** Stops the timers: a closed store refuses further operations itself. */
  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
    this.#answered();
  }

  #ended(pending: Pending): void {
    this.#pending.delete(pending);
    if (this.#pending.size < MOST_SENT) this.#waiting.shift()?.();
  }

  #check(): void {
    this.#tick++;
    if (this.#pending.size === 0) return this.#stopTimer();
    // Oldest first.
    for (const pending of this.#pending) {
      if (this.#tick - pending.sinceTick <= TICKS) return;
      this.#pending.delete(pending);
      pending.giveUp();
      if (!this.#isDown) {
        this.#isDown = true;
        for (const refuse of this.#waiting.splice(0)) refuse();
        this.#probeAgain();
      }
    }
  }

  /** Sends a probe read, then one after each limit: an earlier one may be lost. */
  #probeAgain(): void {
    this.probe().then(() => this.#answered(), () => {});
    this.#probing = setTimeout(() => this.#probeAgain(), this.limitMs);
  }

  #answered(): void {
    this.#isDown = false;
    if (this.#probing !== null) clearTimeout(this.#probing);
    this.#probing = null;
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #refusal(kind: "read" | "commit"): StoreUnavailable {
    const sentence = `The store did not answer within ${this.limitMs} ms`;
    return kind === "commit" ? new CommitUncertain(sentence) : new StoreUnreachable(sentence);
  }
}

interface ProvingOptions {
  /** Receives a sentence when the store cannot be written, or its expired entries not deleted. */
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
  const kv = await opened(path, operationLimitMs).catch((cause) => {
    throw new StoreUnavailable(`Cannot open the store "${path}": ${explained(cause)}`, { cause });
  });
  const patient = patientStore(kv, operationLimitMs);
  const store = isStoreFile(path) ? storeOfFile(patient, path, report) : patient;
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
async function opened(path: string, limitMs: number) {
  if (isStoreFile(path)) await retryLocked(() => prepareFile(path));
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
    retryLocked(() => limit.within(() => kv.getMany([...keys])))
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

/** A store in a file, which deletes its expired entries itself. */
function storeOfFile(
  store: OpenedStore,
  path: string,
  report: (sentence: string) => void,
): OpenedStore {
  const expired = new ExpiredEntries(path, report);
  return {
    ...store,
    atomic: () => holdingExpired(store.atomic()),
    close() {
      expired.close();
      store.close();
    },
  };
}

async function* patientList(
  { kv, limit }: { readonly kv: Deno.Kv; readonly limit: OperationLimit },
  selector: Deno.KvListSelector,
  options: Deno.KvListOptions = {},
): AsyncGenerator<Deno.KvEntry<unknown>> {
  let entries = kv.list(selector, options);
  let count = 0;
  let waits = 0;
  for (;;) {
    try {
      await yieldToEventLoop();
      const next = await limit.within(() => entries.next());
      if (next.done) return;
      count++;
      waits = 0;
      yield next.value;
    } catch (cause) {
      if (++waits > LOCK_TRIES || !isLocked(cause)) throw cause;
      await pauseAfter(waits);
      entries = kv.list(selector, resumed(options, count, entries));
    }
  }
}

/** Options of the same list, after the last entry returned. */
function resumed(
  options: Deno.KvListOptions,
  count: number,
  entries: Deno.KvListIterator<unknown>,
): Deno.KvListOptions {
  if (count === 0) return options;
  const left = options.limit === undefined ? {} : { limit: options.limit - count };
  return { ...options, ...left, cursor: entries.cursor };
}

function patientAtomic(operation: Deno.AtomicOperation, limit: OperationLimit): Atomic {
  const atomic: Atomic = {
    check: (...checks) => (operation.check(...checks), atomic),
    set: (key, value, options) => (operation.set(key, value, options), atomic),
    delete: (key) => (operation.delete(key), atomic),
    sum: (key, amount) => (operation.sum(key, amount), atomic),
    commit: (): Promise<Committed> =>
      retryLocked(() => limit.within(() => operation.commit(), "commit")),
  };
  return atomic;
}

export function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
