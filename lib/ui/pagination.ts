/** Cuts the rows of a table into pages, and lists the links to them. @module */

import { clamp } from "@/lib/base/rounding.ts";

/** One page of a table's rows; ranks start at 1, and are 0 without rows. */
export interface TablePage<Row> {
  rows: Row[];
  page: number;
  pageCount: number;
  rowCount: number;
  firstRank: number;
  lastRank: number;
}

/** Items of the pagination, in order: links to pages, and an ellipsis for omitted pages. */
export type PageItem = { kind: "page"; page: number; isCurrent: boolean } | { kind: "ellipsis" };

export const PAGE_SIZE = 20;

/**
 * The rows of a page; a page number out of range is clamped.
 *
 * @spec tables.pages
 * @param pageSize rows per page, at least 1; null for a single page
 */
export function paginated<Row>(
  rows: readonly Row[],
  page: number,
  pageSize: number | null,
): TablePage<Row> {
  const size = pageSize ?? Math.max(1, rows.length);
  const pageCount = pageCountOf(rows.length, pageSize);
  const shown = clampedPage(page, pageCount);
  const start = (shown - 1) * size;
  const pageRows = rows.slice(start, start + size);
  return {
    rows: pageRows,
    page: shown,
    pageCount,
    rowCount: rows.length,
    firstRank: pageRows.length === 0 ? 0 : start + 1,
    lastRank: start + pageRows.length,
  };
}

/**
 * Number of pages of some rows, at least one.
 *
 * @throws RangeError when the page size is not a positive integer
 */
function pageCountOf(rowCount: number, pageSize: number | null): number {
  if (pageSize === null) return 1;
  if (!Number.isInteger(pageSize) || pageSize < 1) throw new RangeError(`No page of ${pageSize}`);
  return Math.max(1, Math.ceil(rowCount / pageSize));
}

/** A page number clamped between 1 and the page count; NaN is 1. @spec tables.pages */
export function clampedPage(page: number, pageCount: number): number {
  return Number.isNaN(page) ? 1 : clamp(Math.trunc(page), 1, pageCount);
}

/**
 * Items of the pagination: the first page, an ellipsis when the current page is above 3, the current page and its
 * neighbours, and the last page.
 *
 * @spec tables.pages
 * @returns nothing for a single page
 */
export function pageItems(page: number, pageCount: number): PageItem[] {
  if (pageCount <= 1) return [];
  const current = clampedPage(page, pageCount);
  const pages = new Set([1, current - 1, current, current + 1, pageCount]);
  const items: PageItem[] = [...pages]
    .filter((one) => one >= 1 && one <= pageCount)
    .sort((left, right) => left - right)
    .map((one) => ({ kind: "page", page: one, isCurrent: one === current }));
  return current > ELLIPSIS_ABOVE ? items.toSpliced(1, 0, { kind: "ellipsis" }) : items;
}

const ELLIPSIS_ABOVE = 3;
