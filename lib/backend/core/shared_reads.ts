interface SharedRead<Value> {
  readonly value: Promise<Value>;
  hasBegun: boolean;
}

/**
 * Reads of data that others change, one after the other by name: waiting callers share the next one, and no answer is
 * older than its request.
 */
export class SharedReads<Value> {
  readonly #last = new Map<string, SharedRead<Value>>();

  ask(name: string, read: () => Promise<Value>): Promise<Value> {
    const last = this.#last.get(name);
    if (last?.hasBegun === false) return last.value;
    // A failure of the previous read concerns only its own callers.
    const before = last === undefined ? Promise.resolve() : last.value.then(() => {}, () => {});
    const next: SharedRead<Value> = {
      hasBegun: false,
      value: before.then(async () => {
        next.hasBegun = true;
        try {
          return await read();
        } finally {
          if (this.#last.get(name) === next) this.#last.delete(name);
        }
      }),
    };
    this.#last.set(name, next);
    return next.value;
  }
}
