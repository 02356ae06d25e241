import { sumBy } from "@/lib/domain/numbers/sums.ts";

/**
 * A map that evicts the least recently used entries: it has the last `limit` entries used, and at most twice as many.
 *
 * Two maps; the older one is dropped when the newer one is full, so that most reads move nothing.
 */
export class BoundedMap<Value> {
  #recent = new Map<string, Value>();
  #older = new Map<string, Value>();

  constructor(readonly limit: number) {}

  get(key: string): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.#recent.size >= this.limit && !this.#recent.has(key)) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }

  delete(key: string): void {
    this.#recent.delete(key);
    this.#older.delete(key);
  }

  get isEmpty(): boolean {
    return this.#recent.size === 0 && this.#older.size === 0;
  }
}

/** Removes the first entries of a map, until the sizes of the others add up to at most a limit. */
export function dropOldest<Value>(
  values: Map<string, Value>,
  most: number,
  sizeOf: (value: Value) => number,
): void {
  let size = sumBy([...values.values()], sizeOf);
  for (const [name, value] of values) {
    if (size <= most) return;
    size -= sizeOf(value);
    values.delete(name);
  }
}
