import { type Key, KEYS_PER_READ, type MaybeEntry } from "./store.ts";

type Entries = readonly MaybeEntry[];

interface Question {
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
  #asked: Question[] = [];

  constructor(private readonly readMany: (keys: readonly Key[]) => Promise<Entries>) {}

  ask(keys: readonly Key[]): Promise<Entries> {
    return new Promise((resolve, reject) => {
      if (this.#asked.length === 0) queueMicrotask(() => this.#readAll());
      this.#asked.push({ keys, resolve, reject });
    });
  }

  #readAll(): void {
    const asked = this.#asked;
    this.#asked = [];
    let batch: Question[] = [];
    let count = 0;
    for (const question of asked) {
      if (batch.length > 0 && count + question.keys.length > KEYS_PER_READ) {
        void this.#read(batch);
        [batch, count] = [[], 0];
      }
      batch.push(question);
      count += question.keys.length;
    }
    if (batch.length > 0) void this.#read(batch);
  }

  async #read(batch: readonly Question[]): Promise<void> {
    try {
      const entries = await this.readMany(batch.flatMap(({ keys }) => keys));
      let next = 0;
      for (const { keys, resolve } of batch) resolve(entries.slice(next, next += keys.length));
    } catch (cause) {
      const [first, ...others] = batch;
      if (others.length === 0) return first?.reject(cause);
      // A key that the store refuses must fail only its own query.
      for (const question of batch) void this.#read([question]);
    }
  }
}
