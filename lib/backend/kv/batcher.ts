import { groupsOf } from "@/lib/backend/core/groups.ts";
interface PendingQuestion<Question, Answer> {
  readonly question: Question;
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
export class Batcher<Question, Answer> {
  #asked: PendingQuestion<Question, Answer>[] = [];

  /** @param answerAll answers several queries together */
  constructor(
    private readonly answerAll: (
      questions: readonly Question[],
    ) => Promise<(question: Question) => Answer>,
    private readonly options: BatchOptions = {},
  ) {}

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { later = queueMicrotask } = this.options;
      if (this.#asked.length === 0) later(() => this.#answer());
      this.#asked.push({ question, resolve, reject });
    });
  }

  #answer(): void {
    const asked = this.#asked;
    this.#asked = [];
    const { most = asked.length } = this.options;
    for (const some of groupsOf(asked, most)) void this.#answerBatch(some);
  }

  async #answerBatch(asked: readonly PendingQuestion<Question, Answer>[]): Promise<void> {
    try {
      const answer = await this.answerAll(asked.map(({ question }) => question));
      for (const { question, resolve } of asked) resolve(answer(question));
    } catch (cause) {
      for (const { reject } of asked) reject(cause);
    }
  }
}
