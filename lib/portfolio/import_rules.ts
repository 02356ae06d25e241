/**
 * Import of a landlord's stock from a CSV file or a workbook: planned actions, then results by line.
 *
 * @module
 */

import type { StockAction, StockLine } from "./schema.ts";

type StockCounts = Record<StockAction, number>;

/** Lines stored, shown and processed together. */
export const LINES_PER_PART = 20;

export const STOCK_MAX_LINES = 5_000;

/** Maximum number of refused lines listed with the import. */
export const REFUSED_SHOWN = 50;

/** Zero counts for every action. */
export function noCounts(): StockCounts {
  return { create: 0, change: 0, same: 0, refused: 0 };
}

/** Adds the counts of more lines. @spec stock.imports */
export function withLines(counts: StockCounts, lines: readonly StockLine[]): StockCounts {
  const sum = { ...counts };
  for (const { action } of lines) sum[action]++;
  return sum;
}

/** The progress of an import. */
interface Progress {
  readonly counts: StockCounts;
  readonly doneCount: number;
  readonly refused: readonly StockLine[];
}

/** Lines that a run has handled, the first of them at a rank of the import. */
interface RunLines {
  readonly first: number;
  readonly done: readonly StockLine[];
}

/**
 * The progress saved by one run of an import, with the lines that another run has handled at the same time: a line counts
 * as the run that wrote it says, and the lines that the saved progress had not reached follow.
 *
 * @spec stock.runs
 * @param recorded the saved results of the lines from the first one on, which may be fewer
 * @returns the progress, and the results of the lines handled
 */
export function withOtherRun(
  progress: Progress,
  recorded: readonly StockLine[],
  { first, done }: RunLines,
): Progress & { readonly lines: readonly StockLine[] } {
  const counts = { ...progress.counts };
  let { refused } = progress;
  const lines = done.map((own, position) => {
    const saved = recorded[position];
    if (saved !== undefined && (isWritten(saved) || !isWritten(own))) return saved;
    if (saved !== undefined) {
      counts[saved.action]--;
      refused = refused.filter(({ line, label }) => line !== saved.line || label !== saved.label);
    }
    counts[own.action]++;
    if (own.action === "refused") refused = [...refused, own].slice(0, REFUSED_SHOWN);
    return own;
  });
  const doneCount = Math.max(progress.doneCount, first + done.length);
  return { counts, doneCount, refused, lines };
}

function isWritten({ action }: StockLine): boolean {
  return action === "create" || action === "change";
}
