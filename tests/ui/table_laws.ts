/** Laws of sorting, of pages of rows, and of the state of a table in its address. @module */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { clampedPage, pageItems, paginated } from "@/lib/ui/pagination.ts";
import {
  compareValues,
  readTableState,
  sortedRows,
  type SortValue,
  type TableState,
  withFilter,
  withPage,
  withSort,
  writeTableState,
} from "@/lib/ui/tables.ts";
import { law } from "@/tests/helpers/laws_of_values.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const { value } = fc.letrec<{ value: SortValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("e", "é", "E", "É", "Bât. 2", "Bât. 10", "bat 2", ""),
    fc.integer({ min: -3, max: 3 }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}));
const direction = fc.constantFrom("asc", "desc");
const rows = fc.array(value).map((values) => values.map((key, rank) => ({ key, rank })));

export const SORT_LAWS = [
  law(
    "compareValues() is an order: opposite the other way, and without cycle",
    fc.property(value, value, value, (a, b, c) => {
      ok(Math.sign(compareValues(a, b)) === -Math.sign(compareValues(b, a)));
      if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) ok(compareValues(a, c) <= 0);
    }),
  ),
  law(
    "sortedRows() keeps every row, in order, empties last, and equals as they came",
    fc.property(rows, direction, (rows, direction) => {
      const before = structuredClone(rows);
      const sorted = sortedRows(rows, (row) => row.key, direction);
      deepStrictEqual(rows, before);
      deepStrictEqual(sorted.map((row) => row.rank).sort((a, b) => a - b), rows.map((r) => r.rank));
      for (const [index, row] of sorted.entries()) {
        const next = sorted[index + 1];
        if (next !== undefined) ok(comesBefore(row, next, direction));
      }
    }),
  ),
];

interface Row {
  key: SortValue;
  rank: number;
}

function comesBefore(row: Row, next: Row, direction: "asc" | "desc"): boolean {
  const [isLast, isNextLast] = [row.key, next.key].map((key) => key === null || Number.isNaN(key));
  if (isLast !== isNextLast) return isLast === false;
  const order = compareValues(row.key, next.key) * (direction === "asc" ? 1 : -1);
  return order < 0 || (order === 0 && row.rank < next.rank);
}

const someRows = fc.nat(200).map((count) => Array.from({ length: count }, (_, index) => index));
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
    fc.property(someRows, pageSize, (rows, pageSize) => {
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
    fc.property(someRows, anyPage, pageSize, (rows, page, pageSize) => {
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

const field = fc.oneof(
  fc.constantFrom("name", "city", "a:b", "filter:x", "__proto__", "toString"),
  fc.string({ unit: "grapheme", minLength: 1 }),
);
const state: fc.Arbitrary<TableState> = fc.record({
  sort: fc.option(
    fc.record({ field, direction: fc.constantFrom("asc", "desc") }, { noNullPrototype: true }),
  ),
  page: fc.integer({ min: 1, max: 999_999_999 }),
  filters: fc.array(fc.tuple(field, fc.string({ unit: "grapheme", minLength: 1 })))
    .map((pairs) => Object.fromEntries(pairs)),
}, { noNullPrototype: true });

export const TABLE_STATE_LAWS = [
  law(
    "readTableState() reads what writeTableState() wrote",
    fc.property(state, (state) => {
      const read = readTableState(new URLSearchParams(writeTableState(state)));
      deepStrictEqual(read, state);
    }),
  ),
  law(
    "readTableState() makes a state of any query, which it writes and reads again",
    fc.property(fc.string({ unit: "binary" }), (query) => {
      const state = readTableState(new URLSearchParams(query));
      ok(Number.isInteger(state.page) && state.page >= 1);
      deepStrictEqual(readTableState(new URLSearchParams(writeTableState(state))), state);
    }),
  ),
  law(
    "withSort() and withFilter() go back to page 1, withPage() changes nothing else",
    fc.property(state, field, fc.string(), fc.nat(), (state, field, value, page) => {
      strictEqual(withSort(state, field).page, 1);
      strictEqual(withFilter(state, { field, value }).page, 1);
      deepStrictEqual(withPage(state, page), { ...state, page });
    }),
  ),
  law(
    "withSort() twice more on the same field comes back to the same sort",
    fc.property(state, field, (state, field) => {
      const once = withSort(state, field);
      deepStrictEqual(withSort(withSort(once, field), field), once);
    }),
  ),
];
