/** A bounded map that evicts the entries used least recently. @module */

import { sumBy } from "./sums.ts";

/**
 * A map that evicts the least recently used entries: it has the last `limit` entries used, and at most twice as many. With
 * sizes, it has the entries used last whose sizes add up to `limit`, and at most twice that; a larger one is not kept.
 *
 * Two maps; the older one is dropped when the newer one is full, so that most reads move nothing.
 */
export class LRUCache<Value> {
  #recent = new Map<string, Value>();
  #older = new Map<string, Value>();
  /** Sum of the sizes of the recent entries. */
  #size = 0;

  /** @param sizeOf size of an entry, always the same for a value */
  constructor(readonly limit: number, private readonly sizeOf: (value: Value) => number = one) {}

  get(key: string): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    const size = this.sizeOf(value);
    if (size > this.limit) return this.delete(key);
    const more = size - this.#recentSize(key);
    if (this.#size + more <= this.limit) {
      this.#size += more;
    } else {
      this.#recent.delete(key);
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#size = size;
    }
    this.#recent.set(key, value);
  }

  delete(key: string): void {
    this.#size -= this.#recentSize(key);
    this.#recent.delete(key);
    this.#older.delete(key);
  }

  /** 0 for a key without a recent entry. */
  #recentSize(key: string): number {
    const known = this.#recent.get(key);
    return known === undefined ? 0 : this.sizeOf(known);
  }

  get isEmpty(): boolean {
    return this.#recent.size === 0 && this.#older.size === 0;
  }
}

function one(): number {
  return 1;
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
