import { groupsOf } from "@/lib/backend/core/groups.ts";

interface PendingQuery<Query, Answer> {
  readonly query: Query;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (cause: unknown) => void;
}

interface BatchOptions {
  /** Maximum number of queries answered together; unlimited by default. */
  readonly most?: number;
  /** Schedules the answer of pending queries; by default, at the end of the microtask. */
  readonly later?: (answer: () => void) => void;
}

/** Batches the queries made in one microtask by independent tasks. */
export class Batcher<Query, Answer> {
  #pending: PendingQuery<Query, Answer>[] = [];

  /** @param answerAll answers several queries together */
  constructor(
    private readonly answerAll: (
      queries: readonly Query[],
    ) => Promise<(query: Query) => Answer>,
    private readonly options: BatchOptions = {},
  ) {}

  ask(query: Query): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { later = queueMicrotask } = this.options;
      if (this.#pending.length === 0) later(() => this.#answer());
      this.#pending.push({ query, resolve, reject });
    });
  }

  #answer(): void {
    const pending = this.#pending;
    this.#pending = [];
    const { most = pending.length } = this.options;
    for (const some of groupsOf(pending, most)) void this.#answerBatch(some);
  }

  async #answerBatch(pending: readonly PendingQuery<Query, Answer>[]): Promise<void> {
    try {
      const answer = await this.answerAll(pending.map(({ query }) => query));
      for (const { query, resolve } of pending) resolve(answer(query));
    } catch (cause) {
      for (const { reject } of pending) reject(cause);
    }
  }
}
