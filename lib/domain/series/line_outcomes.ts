import type { ImportCounts } from "./types.ts";

/** What becomes of a line, the strongest last: a line of several values counts once, by the strongest of theirs. */
const OUTCOMES = ["ignored", "unchanged", "inserted", "replaced", "refused"] as const;
export type LineOutcome = typeof OUTCOMES[number];

const FIRST_LINES = 1_024;

/** The outcome of each line of a file. @spec imports.line-counts */
export class LineOutcomes {
  /** By line number: 0 for a line that was not read, otherwise the rank of its outcome, from 1. */
  #ranks = new Uint8Array(FIRST_LINES);

  /** Notes an outcome of a line, from 1; 0 is no line. A line that is only read is passed over. */
  note(line: number, outcome: LineOutcome): void {
    if (line === 0) return;
    if (line >= this.#ranks.length) this.#grow(line);
    const rank = OUTCOMES.indexOf(outcome) + 1;
    if (rank > (this.#ranks[line] ?? 0)) this.#ranks[line] = rank;
  }

  /** Adds the outcomes of the same lines. */
  addAll(others: LineOutcomes): void {
    for (const [line, rank] of others.#ranks.entries()) {
      const outcome = OUTCOMES[rank - 1];
      if (outcome !== undefined) this.note(line, outcome);
    }
  }

  #grow(line: number): void {
    const longer = new Uint8Array(2 * line);
    longer.set(this.#ranks);
    this.#ranks = longer;
  }

  get counts(): ImportCounts {
    const lines = OUTCOMES.map(() => 0);
    for (const rank of this.#ranks) if (rank > 0) lines[rank - 1] = (lines[rank - 1] ?? 0) + 1;
    const [ignoredCount = 0, unchangedCount = 0, insertedCount = 0, replacedCount = 0] = lines;
    const refusedCount = lines.at(-1) ?? 0;
    const writtenCount = insertedCount + replacedCount;
    const lineCount = writtenCount + unchangedCount + ignoredCount + refusedCount;
    return { lineCount, insertedCount, replacedCount, unchangedCount, ignoredCount, refusedCount };
  }
}
