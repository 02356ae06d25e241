import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { clampedPage, pageItems, paginated } from "@/lib/ui/pagination.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { PAGINATE_LAWS } from "@/tests/helpers/laws_of_tables.ts";

const letters = ["a", "b", "c", "d", "e"];

/** Pagination in one line: "1 … 3 [4] 5 9". */
function drawn(page: number, pageCount: number): string {
  return pageItems(page, pageCount).map((item) => {
    if (item.kind === "ellipsis") return "…";
    return item.isCurrent ? `[${item.page}]` : String(item.page);
  }).join(" ");
}

Deno.test("paginated() returns the rows of a page, and their ranks", () => {
  deepStrictEqual(paginated(letters, 2, 2), {
    rows: ["c", "d"],
    page: 2,
    pageCount: 3,
    rowCount: 5,
    firstRank: 3,
    lastRank: 4,
  });
});

Deno.test("paginated() returns the nearest page for one that does not exist", () => {
  deepStrictEqual(paginated(letters, 9, 2).rows, ["e"]);
  deepStrictEqual(paginated(letters, 0, 2).rows, ["a", "b"]);
});

Deno.test("paginated() without a page size puts all rows on one page", () => {
  const page = paginated(letters, 3, null);
  deepStrictEqual([page.rows, page.page, page.pageCount], [letters, 1, 1]);
});

Deno.test("paginated() of no rows is one empty page", () => {
  deepStrictEqual(paginated([], 1, 10), {
    rows: [],
    page: 1,
    pageCount: 1,
    rowCount: 0,
    firstRank: 0,
    lastRank: 0,
  });
});

Deno.test("paginated() refuses a page size of 0", () => {
  throws(() => paginated(letters, 1, 0), RangeError);
});

Deno.test("clampedPage() is the first page for a value that is no number", () => {
  strictEqual(clampedPage(NaN, 5), 1);
});

// @spec tables.pages
Deno.test("pageItems() shows first, previous, next and last, an ellipsis above page 3", () => {
  strictEqual(drawn(1, 9), "[1] 2 9");
  strictEqual(drawn(3, 9), "1 2 [3] 4 9");
  strictEqual(drawn(4, 9), "1 … 3 [4] 5 9");
  strictEqual(drawn(9, 9), "1 … 8 [9]");
});

Deno.test("pageItems() shows nothing for a single page", () => strictEqual(drawn(1, 1), ""));

testLaws(PAGINATE_LAWS);
