/**
 * Import of a landlord's residences, dwellings or equipment from a CSV file: planned actions, then results by line.
 *
 * @module
 */
import type { StockLine } from "./schema.ts";

/** Content of a stock file. @spec design "Stock brought in by CSV with dry run" */
export const STOCK_KINDS = ["residences", "dwellings", "equipments"] as const;

export type StockKind = typeof STOCK_KINDS[number];

/** The action of a line; a refused line changes nothing. */
export const STOCK_ACTIONS = ["create", "change", "same", "refused"] as const;

export type StockAction = typeof STOCK_ACTIONS[number];

type StockCounts = Record<StockAction, number>;

/** Lines stored, shown and processed together. */
export const LINES_PER_PART = 20;

export const STOCK_MAX_LINES = 5_000;

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
