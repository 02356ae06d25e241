import type { RollupSlot } from "@/lib/domain/series/types.ts";

interface ReadInstant {
  mean: number;
  min: number;
  max: number;
  last: number;
  readS: number;
}

interface ReadSum {
  sum: number;
  last: number;
  readS: number;
}

/** Figures of a slot, added up part by part, oldest first. */
export class SlotTotals {
  #sum: number | null = null;
  #weighted = 0;
  #min = Infinity;
  #max = -Infinity;
  #last: number | null = null;
  #readS = 0;
  #spreadS = 0;
  #isState = false;

  addSum({ sum, last, readS }: ReadSum): void {
    this.#sum = (this.#sum ?? 0) + sum;
    this.#last = last;
    this.#readS += readS;
  }

  /** A part of what a register counted while nothing was read. */
  addSpread(sum: number, spreadS: number): void {
    this.#sum = (this.#sum ?? 0) + sum;
    this.#spreadS += spreadS;
  }

  addInstant({ mean, min, max, last, readS }: ReadInstant): void {
    this.#weighted += mean * readS;
    this.#min = Math.min(this.#min, min);
    this.#max = Math.max(this.#max, max);
    this.#last = last;
    this.#readS += readS;
  }

  /** A state keeps its last value. */
  addState({ last, readS }: Pick<ReadInstant, "last" | "readS">): void {
    this.#isState = true;
    this.#last = last;
    this.#readS += readS;
  }

  slot(at: string, { lengthS, stepS }: { lengthS: number; stepS: number }): RollupSlot {
    const isInstant = this.#sum === null && !this.#isState && this.#readS > 0;
    return {
      at,
      sum: this.#sum === null ? null : tidy(this.#sum),
      mean: isInstant ? tidy(this.#weighted / this.#readS) : null,
      min: isInstant ? tidy(this.#min) : null,
      max: isInstant ? tidy(this.#max) : null,
      last: this.#last === null ? null : tidy(this.#last),
      count: Math.floor(this.#readS / stepS),
      coveredS: this.#readS + this.#spreadS,
      lengthS,
      estimated: false,
    };
  }
}

/** Rounds away the errors of binary fractions. */
export function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
