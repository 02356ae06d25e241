/**
 * A landlord's stock brought in by a CSV file: what each line would do, then what it did.
 *
 * @module
 */

/** What a file of stock lists. @spec design "Stock brought in by CSV with dry run" */
export const STOCK_KINDS = ["residences", "dwellings", "equipments"] as const;

/** One of {@link STOCK_KINDS}. */
export type StockKind = typeof STOCK_KINDS[number];

/** What a line does; a line refused changes nothing. */
export const STOCK_ACTIONS = ["create", "change", "same", "refused"] as const;

/** One of {@link STOCK_ACTIONS}. */
export type StockAction = typeof STOCK_ACTIONS[number];

/** A line of the file: what it would do while the import is tried, what it did once it is done. */
export interface StockLine {
  /** In the file; its heading is line 1. */
  line: number;
  /** What the line is about, in a few words: code and name. */
  label: string;
  action: StockAction;
  /** French sentences: why it is refused, what is worth knowing. */
  messages: string[];
}

/** How many lines of each action. */
export type StockCounts = Record<StockAction, number>;

/** `tried`: nothing written yet; `running`: confirmed, lines are left; `done`: every line was handled. */
export type StockState = "tried" | "running" | "done";

/** An import of stock. */
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
  /** What the lines would do; once confirmed, what those handled did. */
  counts: StockCounts;
  /** Headings the file lacks; then it has no line. */
  missingColumns: string[];
  /** Headings nobody knows: their cells are not read. */
  ignoredColumns: string[];
  /** The first lines refused. */
  refused: StockLine[];
  /** When lines may be handled again; null when at once. */
  retryAt: string | null;
}

/** An import with a page of its lines. */
export interface StockImportRead extends StockImport {
  /** From 1. */
  page: number;
  pageCount: number;
  lines: StockLine[];
}

/** Lines kept, shown and handled together. */
export const LINES_PER_PART = 20;

/** Lines of a file, at most. */
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
