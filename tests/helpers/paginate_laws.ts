import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { clampedPage, pageItems, paginated } from "@/lib/ui/pagination.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { law } from "./laws.ts";

const rows = fc.nat(200).map((count) => Array.from({ length: count }, (_, index) => index));
const pageSize = fc.option(fc.integer({ min: 1, max: 60 }));
const anyPage = fc.oneof(fc.integer(), fc.double());

export const PAGINATE_LAWS = [
  law(
    "clampedPage() is a whole page between 1 and the count, and leaves such a page alone",
    fc.property(anyPage, fc.integer({ min: 1, max: 1000 }), (page, pageCount) => {
      const clamped = clampedPage(page, pageCount);
      ok(Number.isInteger(clamped) && clamped >= 1 && clamped <= pageCount);
      if (Number.isInteger(page) && page >= 1 && page <= pageCount) strictEqual(clamped, page);
    }),
  ),
  law(
    "paginated() page after page shows every row once, in order",
    fc.property(rows, pageSize, (rows, pageSize) => {
      const { pageCount } = paginated(rows, 1, pageSize);
      const pages = Array.from(
        { length: pageCount },
        (_, index) => paginated(rows, index + 1, pageSize),
      );
      deepStrictEqual(pages.flatMap((page) => page.rows), rows);
      ok(pages.every((page) => page.rows.length > 0) || rows.length === 0);
      ok(pages.every((page) => pageSize === null || page.rows.length <= pageSize));
    }),
  ),
  law(
    "paginated() of any page is a page that exists",
    fc.property(rows, anyPage, pageSize, (rows, page, pageSize) => {
      const shown = paginated(rows, page, pageSize);
      deepStrictEqual(shown, paginated(rows, shown.page, pageSize));
      strictEqual(shown.rows.length, rows.length === 0 ? 0 : shown.lastRank - shown.firstRank + 1);
    }),
  ),
  law(
    "pageItems() goes up from 1 to the count through the current page and its neighbours",
    fc.property(fc.integer({ min: 2, max: 500 }), fc.nat(600), (pageCount, page) => {
      const items = pageItems(page, pageCount);
      const pages = items.flatMap((item) => item.kind === "page" ? [item.page] : []);
      const current = clampedPage(page, pageCount);
      const neighbours = [current - 1, current, current + 1];
      const wanted = new Set([1, pageCount, ...neighbours.filter((n) => n >= 1 && n <= pageCount)]);
      deepStrictEqual(pages, [...wanted].sort((a, b) => a - b));
      strictEqual(items.some((item) => item.kind === "ellipsis"), current > 3);
    }),
  ),
];
