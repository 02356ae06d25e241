import { clamp } from "@/lib/domain/numbers/round.ts";

/** One page of a table's rows; ranks are counted from 1, and are 0 when there is no row. */
export interface TablePage<Row> {
  rows: Row[];
  page: number;
  pageCount: number;
  rowCount: number;
  firstRank: number;
  lastRank: number;
}

/** What pagination shows, in order: links to pages, and an ellipsis where some are left out. */
export type PageItem = { kind: "page"; page: number; isCurrent: boolean } | { kind: "ellipsis" };

export const PAGE_SIZE = 20;

/**
 * The rows of a page; a page that does not exist is brought to the nearest one.
 *
 * @spec tables.pages
 * @param pageSize rows of a page, from 1; null for one page of all
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
 * Pages that a number of rows takes: at least one.
 *
 * @throws RangeError when the page size is not a whole number from 1
 */
function pageCountOf(rowCount: number, pageSize: number | null): number {
  if (pageSize === null) return 1;
  if (!Number.isInteger(pageSize) || pageSize < 1) throw new RangeError(`No page of ${pageSize}`);
  return Math.max(1, Math.ceil(rowCount / pageSize));
}

/** The page clamped between 1 and the page count; a page that is no number is the first. @spec tables.pages */
export function clampedPage(page: number, pageCount: number): number {
  return Number.isNaN(page) ? 1 : clamp(Math.trunc(page), 1, pageCount);
}

/**
 * What pagination shows: the first page, an ellipsis when the current page is above 3, the pages
 * before and after the current one, and the last.
 *
 * @spec tables.pages
 * @returns nothing when there is only one page
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
