/**
 * Lets only so much be parsed at once, in order of arrival.
 *
 * What is parsed takes many times the memory of its text: texts wait as bytes until there is room.
 */
export class ParsingRoom {
  #used = 0;
  readonly #waiting: { readonly size: number; readonly enter: () => void }[] = [];

  constructor(readonly size: number) {}

  /** Runs a task that parses so much; a task larger than the room runs alone. */
  async run<T>(size: number, task: () => Promise<T>): Promise<T> {
    const taken = Math.min(size, this.size);
    await this.#enter(taken);
    try {
      return await task();
    } finally {
      this.#leave(taken);
    }
  }

  #enter(size: number): Promise<void> {
    if (this.#waiting.length === 0 && this.#used + size <= this.size) {
      this.#used += size;
      return Promise.resolve();
    }
    return new Promise((enter) => void this.#waiting.push({ size, enter }));
  }

  #leave(size: number): void {
    this.#used -= size;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#used + next.size > this.size) return;
      this.#used += next.size;
      this.#waiting.shift();
      next.enter();
    }
  }
}

/** The room of this process, characters. */
export const PARSING_ROOM: ParsingRoom = new ParsingRoom(3 * 1_024 * 1_024);
