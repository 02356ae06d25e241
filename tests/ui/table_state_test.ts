import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  ALL_OPTION,
  orderOf,
  readTableState,
  type TableState,
  UNTOUCHED_TABLE,
  withFilter,
  withSort,
  writeFilters,
  writeTableState,
} from "@/lib/ui/tables.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { TABLE_STATE_LAWS } from "@/tests/helpers/laws_of_tables.ts";

const state: TableState = {
  sort: { field: "name", direction: "desc" },
  page: 3,
  filters: { city: "Nancy" },
};

function read(query: string): TableState {
  return readTableState(new URLSearchParams(query));
}

Deno.test("readTableState() reads sort, page and filters", () => {
  deepStrictEqual(read("sort=name:desc&page=3&filter:city=Nancy"), state);
});

Deno.test("readTableState() is ascending for any direction but desc", () => {
  for (const text of ["name:asc", "name:up", "name:DESC", "name:", "name"]) {
    deepStrictEqual(read(`sort=${text}`).sort, { field: "name", direction: "asc" }, text);
  }
});

Deno.test("readTableState() is on page 1 for any other text than a number from 1", () => {
  for (const text of ["0", "-2", "abc", "1.5", "", "99999999999"]) {
    strictEqual(read(`page=${text}`).page, 1, text);
  }
});

Deno.test("readTableState() of no parameter is an untouched table", () => {
  deepStrictEqual(read(""), UNTOUCHED_TABLE);
  deepStrictEqual(read("sort=:asc&filter:city="), UNTOUCHED_TABLE);
});

Deno.test("writeTableState() leaves colons readable", () => {
  strictEqual(writeTableState(state), "filter:city=Nancy&sort=name:desc&page=3");
});

Deno.test("writeTableState() omits a filter that keeps every row", () => {
  const filters = { city: ALL_OPTION, team: "Est" };
  strictEqual(writeTableState({ ...UNTOUCHED_TABLE, filters }), "filter:team=Est");
});

Deno.test("writeTableState() of an untouched table is empty", () => {
  strictEqual(writeTableState(UNTOUCHED_TABLE), "");
});

Deno.test("writeFilters() writes no sort and no page", () => {
  strictEqual(writeFilters(state.filters), "filter:city=Nancy");
});

Deno.test("writeTableState() keeps the page's other parameters, not its old sort", () => {
  const kept = new URLSearchParams("q=120&sort=city:asc&page=9&filter:name=a");
  strictEqual(writeTableState(withSort(UNTOUCHED_TABLE, "name"), kept), "q=120&sort=name:asc");
});

Deno.test("withSort() sorts by a new field upwards, then toggles", () => {
  const once = withSort(state, "city");
  deepStrictEqual(once.sort, { field: "city", direction: "asc" });
  deepStrictEqual(withSort(once, "city").sort, { field: "city", direction: "desc" });
  deepStrictEqual(withSort(state, "name").sort, { field: "name", direction: "asc" });
});

// @spec tables.state
Deno.test("withSort() and withFilter() reset the page to 1", () => {
  strictEqual(withSort(state, "city").page, 1);
  strictEqual(withFilter(state, { field: "city", value: "Metz" }).page, 1);
});

Deno.test("withFilter() replaces the filter of its field, and Tous removes it", () => {
  deepStrictEqual(withFilter(state, { field: "city", value: "Metz" }).filters, { city: "Metz" });
  deepStrictEqual(withFilter(state, { field: "city", value: "" }).filters, {});
});

testLaws(TABLE_STATE_LAWS);

Deno.test("orderOf() is the chosen order, or the table's own for an unknown column", () => {
  const own = { field: "name", direction: "asc" } as const;
  const isColumn = (field: string) => field === "name" || field === "city";
  const order = (query: string) => orderOf(read(query), own, isColumn);
  deepStrictEqual(order("sort=city:desc"), { field: "city", direction: "desc" });
  deepStrictEqual(order("sort=unknown:desc"), own);
  deepStrictEqual(order(""), own);
});
