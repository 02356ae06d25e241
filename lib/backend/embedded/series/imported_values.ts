import { Slices, sortedInSlices } from "@/lib/backend/core/slices.ts";
import { clamp } from "@/lib/domain/numbers/round.ts";

export interface ValueAt {
  readonly epochS: number;
  readonly value: number;
  /** Line of the file; 0 for none. */
  readonly line: number;
}

/** Sizes of the first block of a series, and of its longest ones, in numbers: three per value, instant, value and line. */
const [FIRST_BLOCK, LONGEST_BLOCK] = [18, 1_023];

/**
 * The values of one series of a file, in line order, in blocks of numbers.
 *
 * Blocks are never copied: two hundred series fill up at the same line of a file, and columns that doubled there, or
 * maps, were copied without a pause (75 ms).
 */
export class ImportedValues {
  #blocks: Float64Array[] = [];
  #last = new Float64Array();
  #end = 0;
  #lastS = -Infinity;
  #isSorted = true;

  add(epochS: number, value: number, line = 0): void {
    if (this.#end === this.#last.length) this.#open();
    this.#isSorted &&= this.#lastS < epochS;
    this.#lastS = epochS;
    this.#last[this.#end++] = epochS;
    this.#last[this.#end++] = value;
    this.#last[this.#end++] = line;
  }

  #open(): void {
    const length = clamp(2 * this.#end, FIRST_BLOCK, LONGEST_BLOCK);
    this.#blocks.push(this.#last = new Float64Array(length));
    this.#end = 0;
  }

  /** Every value in line order: the last one of an instant counts. */
  *inOrderOfLines(): Generator<ValueAt> {
    for (const block of this.#blocks) {
      const end = block === this.#last ? this.#end : block.length;
      for (let at = 0; at < end; at += 3) {
        yield { epochS: block[at] ?? 0, value: block[at + 1] ?? 0, line: block[at + 2] ?? 0 };
      }
    }
  }

  /** @param repeated called for a value whose instant a later line repeats */
  async byInstant(
    repeated: (earlier: ValueAt, later: ValueAt) => void = () => {},
  ): Promise<Iterable<ValueAt>> {
    if (this.#isSorted) return this.inOrderOfLines();
    const list: ValueAt[] = [];
    const slices = new Slices();
    for (const value of this.inOrderOfLines()) {
      list.push(value);
      if (slices.isOver()) await slices.pause();
    }
    const sorted = await sortedInSlices(list, (a, b) => a.epochS - b.epochS);
    for (const [at, value] of sorted.entries()) {
      const next = sorted[at + 1];
      if (next?.epochS === value.epochS) repeated(value, next);
    }
    return lastOfEach(sorted);
  }
}

function* lastOfEach(sorted: readonly ValueAt[]): Generator<ValueAt> {
  for (const [at, value] of sorted.entries()) {
    if (sorted[at + 1]?.epochS !== value.epochS) yield value;
  }
}
