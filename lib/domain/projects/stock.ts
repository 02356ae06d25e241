/**
 * A landlord's residences, dwellings or equipment imported from a CSV file: planned actions, then results by line.
 *
 * @module
 */

/** Content of a stock file. @spec design "Stock brought in by CSV with dry run" */
export const STOCK_KINDS = ["residences", "dwellings", "equipments"] as const;

/** One of {@link STOCK_KINDS}. */
export type StockKind = typeof STOCK_KINDS[number];

/** The action of a line; a refused line changes nothing. */
export const STOCK_ACTIONS = ["create", "change", "same", "refused"] as const;

/** One of {@link STOCK_ACTIONS}. */
export type StockAction = typeof STOCK_ACTIONS[number];

/** A line of the file: its planned action while the import is tried, its result once done. */
export interface StockLine {
  /** In the file; its heading is line 1. */
  line: number;
  /** Subject of the line, in a few words: code and name. */
  label: string;
  action: StockAction;
  /** French sentences: reasons of a refusal, notes. */
  messages: string[];
}

/** How many lines of each action. */
export type StockCounts = Record<StockAction, number>;

/** `tried`: nothing written yet; `running`: confirmed, lines remain; `done`: every line was processed. */
export type StockState = "tried" | "running" | "done";

export interface StockImport {
  id: string;
  kind: StockKind;
  fileName: string;
  state: StockState;
  /** Instant of the upload. */
  createdAt: string;
  lineCount: number;
  /** Lines handled since it was confirmed. */
  doneCount: number;
  /** Planned actions; once confirmed, results of the processed lines. */
  counts: StockCounts;
  /** Headings the file lacks; then it has no line. */
  missingColumns: string[];
  /** Unknown headings: their cells are ignored. */
  ignoredColumns: string[];
  /** The first lines refused. */
  refused: StockLine[];
  /** When lines may be handled again; null when at once. */
  retryAt: string | null;
}

export interface StockImportRead extends StockImport {
  /** From 1. */
  page: number;
  pageCount: number;
  lines: StockLine[];
}

/** Lines stored, shown and processed together. */
export const LINES_PER_PART = 20;

export const STOCK_MAX_LINES = 5_000;

/** No line of any action. */
export function noCounts(): StockCounts {
  return { create: 0, change: 0, same: 0, refused: 0 };
}

/** Counts with those of more lines. @spec stock.imports */
export function withLines(counts: StockCounts, lines: readonly StockLine[]): StockCounts {
  const sum = { ...counts };
  for (const { action } of lines) sum[action]++;
  return sum;
}
