import type { Key } from "@/lib/backend/kv/store.ts";
import { BYTES_PER_ARRIVAL, nameOf, type WrittenArrival } from "./arrival_names.ts";

/** Arrivals that this process wrote and has not decoded, in write order. */
export class WaitingArrivals {
  readonly #arrivals = new Map<string, WrittenArrival>();
  #readingCount = 0;
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#arrivals.size === 0;
  }

  get readingCount(): number {
    return this.#readingCount;
  }

  /** Bytes of memory used. */
  get bytes(): number {
    return this.#bytes;
  }

  add(arrivals: readonly WrittenArrival[]): void {
    for (const arrival of arrivals) {
      this.#arrivals.set(nameOf(arrival.key), arrival);
      this.#count(arrival, 1);
    }
  }

  /** Removes the oldest arrival. @returns null when there is none */
  take(): WrittenArrival | null {
    for (const arrival of this.#arrivals.values()) {
      this.remove([arrival.key]);
      return arrival;
    }
    return null;
  }

  /** Removes the arrivals of some keys. @returns true when there was one */
  remove(keys: readonly Key[]): boolean {
    const before = this.#arrivals.size;
    for (const name of keys.map(nameOf)) {
      const arrival = this.#arrivals.get(name);
      if (arrival === undefined) continue;
      this.#arrivals.delete(name);
      this.#count(arrival, -1);
    }
    return this.#arrivals.size < before;
  }

  #count({ readingCount, bytes }: WrittenArrival, sign: 1 | -1): void {
    this.#readingCount += sign * readingCount;
    this.#bytes += sign * (bytes.length + BYTES_PER_ARRIVAL);
  }
}
