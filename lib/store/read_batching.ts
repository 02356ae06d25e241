/** Batches the reads that independent tasks make at the same time. @module */

import { type Key, KEYS_PER_READ, type MaybeEntry } from "./store.ts";

type Entries = readonly MaybeEntry[];

interface Query {
  readonly keys: readonly Key[];
  readonly resolve: (entries: Entries) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Batches the reads made in one microtask: a page of fifty residences then makes ten times fewer reads.
 *
 * The keys of one query are always read in one snapshot.
 */
export class BatchedReads {
  #pending: Query[] = [];

  constructor(private readonly readMany: (keys: readonly Key[]) => Promise<Entries>) {}

  ask(keys: readonly Key[]): Promise<Entries> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) queueMicrotask(() => this.#readAll());
      this.#pending.push({ keys, resolve, reject });
    });
  }

  #readAll(): void {
    const pending = this.#pending;
    this.#pending = [];
    let batch: Query[] = [];
    let count = 0;
    for (const query of pending) {
      if (batch.length > 0 && count + query.keys.length > KEYS_PER_READ) {
        void this.#read(batch);
        [batch, count] = [[], 0];
      }
      batch.push(query);
      count += query.keys.length;
    }
    if (batch.length > 0) void this.#read(batch);
  }

  async #read(batch: readonly Query[]): Promise<void> {
    try {
      const entries = await this.readMany(batch.flatMap(({ keys }) => keys));
      let next = 0;
      for (const { keys, resolve } of batch) resolve(entries.slice(next, next += keys.length));
    } catch (cause) {
      const [first, ...others] = batch;
      if (others.length === 0) return first?.reject(cause);
      // A key that the store refuses must fail only its own query.
      for (const query of batch) void this.#read([query]);
    }
  }
}

interface PendingQuery<Query, Answer> {
  readonly query: Query;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (cause: unknown) => void;
}

/** Batches the queries made in one microtask by independent tasks. */
export class Batcher<Query, Answer> {
  #pending: PendingQuery<Query, Answer>[] = [];

  /** @param answerAll answers several queries together */
  constructor(
    private readonly answerAll: (
      queries: readonly Query[],
    ) => Promise<(query: Query) => Answer>,
  ) {}

  ask(query: Query): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) queueMicrotask(() => void this.#answer());
      this.#pending.push({ query, resolve, reject });
    });
  }

  async #answer(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    try {
      const answer = await this.answerAll(pending.map(({ query }) => query));
      for (const { query, resolve } of pending) resolve(answer(query));
    } catch (cause) {
      for (const { reject } of pending) reject(cause);
    }
  }
}
