interface PendingQuestion<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (cause: unknown) => void;
}

/** Batches the queries made in one microtask by independent tasks. */
export class Batcher<Question, Answer> {
  #asked: PendingQuestion<Question, Answer>[] = [];

  /** @param answerAll answers several queries at once */
  constructor(
    private readonly answerAll: (
      questions: readonly Question[],
    ) => Promise<(question: Question) => Answer>,
  ) {}

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#asked.length === 0) queueMicrotask(() => void this.#answer());
      this.#asked.push({ question, resolve, reject });
    });
  }

  async #answer(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    try {
      const answer = await this.answerAll(asked.map(({ question }) => question));
      for (const { question, resolve } of asked) resolve(answer(question));
    } catch (cause) {
      for (const { reject } of asked) reject(cause);
    }
  }
}
