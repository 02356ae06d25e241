import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { paginated } from "@/lib/ui/pagination.ts";
import { tableFileLinks } from "@/lib/ui/query.ts";
import { holdsWords } from "@/lib/ui/search.ts";
import {
  ALL_OPTION,
  byName,
  compareValues,
  filteredRows,
  filterOptions,
  type FilterValue,
  readTableState,
  sortedRows,
  type SortValue,
  type TableState,
  UNTOUCHED_TABLE,
  withFilter,
  withSort,
  writeTableState,
} from "@/lib/ui/tables.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { PAGINATE_LAWS, SORT_LAWS, TABLE_STATE_LAWS } from "./table_laws.ts";

interface Residence {
  name: string;
  city: string;
  tags: string[];
}

const tilleuls: Residence = { name: "Les Tilleuls", city: "Nancy", tags: ["gaz", "rénovée"] };
const acacias: Residence = { name: "Les Acacias", city: "Metz", tags: ["bois"] };
const roseraie: Residence = { name: "La Roseraie", city: "Nancy", tags: [] };
const residences = [tilleuls, acacias, roseraie];
const fields: Record<string, FilterValue<Residence>> = {
  city: (residence) => residence.city,
  tag: (residence) => residence.tags,
};

Deno.test("filteredRows() keeps the rows of the chosen value", () => {
  deepStrictEqual(filteredRows(residences, { city: "Nancy" }, fields), [tilleuls, roseraie]);
});

Deno.test("filteredRows() applies every filter", () => {
  deepStrictEqual(filteredRows(residences, { city: "Nancy", tag: "gaz" }, fields), [tilleuls]);
});

Deno.test("filterOptions() has each value once, in the order of its label", () => {
  deepStrictEqual(filterOptions(residences, (residence) => residence.city), [
    { value: "Metz", label: "Metz" },
    { value: "Nancy", label: "Nancy" },
  ]);
});

Deno.test("filterOptions() has each value of a list, with its label", () => {
  const label = (tag: string) => tag === "bois" ? "Zone bois" : tag;
  deepStrictEqual(filterOptions(residences, (residence) => residence.tags, label), [
    { value: "gaz", label: "gaz" },
    { value: "rénovée", label: "rénovée" },
    { value: "bois", label: "Zone bois" },
  ]);
});

// @spec tables.filters
Deno.test("filterOptions() offers no empty value, which would mean Tous", () => {
  deepStrictEqual(filterOptions([{ ...acacias, city: "" }], (residence) => residence.city), []);
});

const letters = ["a", "b", "c", "d", "e"];

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

// @spec tables.pages
testLaws(PAGINATE_LAWS);

// @spec tables.filters
Deno.test("holdsWords() finds a name typed without accents or case", () => {
  ok(holdsWords(["Les Œillets"], "oeillets"));
  ok(holdsWords(["Les Oeillets"], "œillets"));
  ok(holdsWords(["L’Étang"], "l'etang"));
  ok(holdsWords(["L'Étang"], "l’étang"));
  ok(holdsWords(["Ægidius"], "aegidius"));
});

Deno.test("holdsWords() requires every word, at any position", () => {
  ok(holdsWords(["Bâtiment A", "Metz"], "metz bat"));
  ok(!holdsWords(["Bâtiment A", "Metz"], "metz b2"));
});

Deno.test("holdsWords() treats the space of a French figure and several blanks as one space", () => {
  ok(holdsWords(["Logement 12"], "logement\u00A012"));
  ok(holdsWords(["Logement 12"], "  logement   12 "));
});

function sorted(values: readonly SortValue[], direction: "asc" | "desc" = "asc"): SortValue[] {
  return sortedRows(values, (value) => value, direction);
}

Deno.test("sortedRows() sorts texts in French order, with accents", () => {
  const names = ["Zola", "étoile", "Eluard", "école", "Érable", "zèbre"];
  deepStrictEqual(sorted(names), ["école", "Eluard", "Érable", "étoile", "zèbre", "Zola"]);
});

Deno.test("sortedRows() sorts the numbers inside texts by size", () => {
  deepStrictEqual(sorted(["Bât. 10", "Bât. 2", "Bât. 1"]), ["Bât. 1", "Bât. 2", "Bât. 10"]);
});

// @spec tables.sort
Deno.test("compareValues() compares arrays element by element, the shorter first", () => {
  ok(compareValues(["a", 2], ["a", 10]) < 0);
  ok(compareValues(["b"], ["a", "z"]) > 0);
  ok(compareValues(["a"], ["a", "a"]) < 0);
  strictEqual(compareValues(["a", 1], ["a", 1]), 0);
});

Deno.test("byName() sorts in French order, with numbers in names by size", () => {
  const named = ["Bât. 10", "eau", "Électricité", "Bât. 2"].map((name) => ({ name }));
  const names = named.toSorted(byName).map(({ name }) => name);
  deepStrictEqual(names, ["Bât. 2", "Bât. 10", "eau", "Électricité"]);
});

testLaws(SORT_LAWS);

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

Deno.test("writeTableState() omits a filter that keeps every row", () => {
  const filters = { city: ALL_OPTION, team: "Est" };
  strictEqual(writeTableState({ ...UNTOUCHED_TABLE, filters }), "filter:team=Est");
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
Deno.test("withFilter() replaces the filter of its field, and Tous removes it", () => {
  deepStrictEqual(withFilter(state, { field: "city", value: "Metz" }).filters, { city: "Metz" });
  deepStrictEqual(withFilter(state, { field: "city", value: "" }).filters, {});
});

testLaws(TABLE_STATE_LAWS);

Deno.test("tableFileLinks() keep filters and sort, and drop the page", () => {
  const expected = {
    semicolon: "/liste?filter:city=Nancy&sort=name:asc&csv=semicolon",
    comma: "/liste?filter:city=Nancy&sort=name:asc&csv=comma",
  };
  const address = "/liste?filter:city=Nancy&sort=name:asc&page=2";
  deepStrictEqual(tableFileLinks(address), expected);
  deepStrictEqual(tableFileLinks(new URL(address, "http://a.test")), expected);
});
