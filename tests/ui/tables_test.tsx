import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { completenessColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { DataTable, Pagination, type TableColumn } from "@/components/ui/DataTable.tsx";
import { sortedByColumn } from "@/components/ui/list.ts";
import { FilterSelect, ListTable, TableTools } from "@/components/ui/ListTable.tsx";
import { listedRows } from "@/components/web/read_list.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
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
import { drawn, linksOf, wordsOf } from "@/tests/helpers/drawn.ts";
import { testLaws } from "@/tests/helpers/laws_of_values.ts";
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

Deno.test("filteredRows() keeps the rows of every chosen value", () => {
  deepStrictEqual(filteredRows(residences, { city: "Nancy" }, fields), [tilleuls, roseraie]);
  deepStrictEqual(filteredRows(residences, { city: "Nancy", tag: "gaz" }, fields), [tilleuls]);
});

Deno.test("filterOptions() has each value once, those of a list too, in the order of its label", () => {
  deepStrictEqual(filterOptions(residences, ({ city }) => city), [
    { value: "Metz", label: "Metz" },
    { value: "Nancy", label: "Nancy" },
  ]);
  const label = (tag: string) => tag === "bois" ? "Zone bois" : tag;
  deepStrictEqual(filterOptions(residences, ({ tags }) => tags, label), [
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

Deno.test("paginated() returns the nearest page for one that does not exist, the only one without a size", () => {
  deepStrictEqual(paginated(letters, 9, 2).rows, ["e"]);
  deepStrictEqual(paginated(letters, 0, 2).rows, ["a", "b"]);
  const { rows, page, pageCount } = paginated(letters, 3, null);
  deepStrictEqual([rows, page, pageCount], [letters, 1, 1]);
});

// @spec tables.pages
testLaws(PAGINATE_LAWS);

/** A text, what is typed, and whether it is found. */
const FOUND: [string, string, boolean][] = [
  ["Les Œillets", "oeillets", true],
  ["Les Oeillets", "œillets", true],
  ["L’Étang", "l'etang", true],
  ["L'Étang", "l’étang", true],
  ["Ægidius", "aegidius", true],
  ["Bâtiment A", "metz bat", true],
  ["Bâtiment A", "metz b2", false],
  ["Logement 12", "logement\u00A012", true],
  ["Logement 12", "  logement   12 ", true],
];

// @spec tables.filters
Deno.test("holdsWords() requires every word, at any position, without accents, case or more than a space", () => {
  for (const [text, typed, isFound] of FOUND) {
    strictEqual(holdsWords([text, "Metz"], typed), isFound, typed);
  }
});

function sorted(values: readonly SortValue[], direction: "asc" | "desc" = "asc"): SortValue[] {
  return sortedRows(values, (value) => value, direction);
}

Deno.test("sortedRows() sorts texts in French order, with accents, and the numbers inside by size", () => {
  const names = ["Zola", "étoile", "Eluard", "école", "Érable", "zèbre"];
  deepStrictEqual(sorted(names), ["école", "Eluard", "Érable", "étoile", "zèbre", "Zola"]);
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

Deno.test("readTableState() reads sort, page and filters: ascending and page 1 for any other text", () => {
  deepStrictEqual(read("sort=name:desc&page=3&filter:city=Nancy"), state);
  for (const text of ["name:asc", "name:up", "name:DESC", "name:", "name"]) {
    deepStrictEqual(read(`sort=${text}`).sort, { field: "name", direction: "asc" }, text);
  }
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

interface Line {
  name: string;
  volumeM3: number;
}

const ROWS: readonly Line[] = [
  { name: "Les Tilleuls", volumeM3: 1234.56 },
  { name: "Les Acacias", volumeM3: 8 },
];

const COLUMNS: readonly TableColumn<Line>[] = [
  { field: "name", label: "Résidence", cell: ({ name }) => name },
  {
    field: "volume",
    label: "Gaz",
    unit: "m³",
    number: true,
    cell: ({ volumeM3 }) => formatNumber(volumeM3),
  },
  { field: "note", label: "Note", sortable: false, cell: () => "" },
];

/** The table on a page with the given query; without one, it is in its own order. */
function table(query?: string): string {
  return drawn(
    <DataTable
      caption="Gaz des résidences"
      columns={COLUMNS}
      rows={ROWS}
      {...(query !== undefined && {
        sorting: { path: "/home", state: readTableState(new URLSearchParams(query)) },
      })}
    />,
  );
}

Deno.test("DataTable labels itself, its columns and its rows", () => {
  const html = table();
  match(html, /<caption>Gaz des résidences<\/caption>/);
  strictEqual(html.match(/<th scope="col"/g)?.length, 3);
  deepStrictEqual(
    [...html.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, name]) => name),
    ["Les Tilleuls", "Les Acacias"],
  );
});

Deno.test("DataTable writes the unit once, in the head, and at most one decimal in a cell", () => {
  const html = table();
  match(html, /Gaz<span class="unit">\u00A0\(m³\)<\/span>/);
  deepStrictEqual(
    [...html.matchAll(/<td class="number">(.*?)<\/td>/g)].map(([, cell]) => cell),
    ["1\u202F234,6", "8"],
  );
});

Deno.test("DataTable scrolls in a box of its own, also with the keyboard", () => {
  match(table(), /role="region" aria-label="Gaz des résidences" tabindex="0"/i);
});

Deno.test("DataTable breaks a word that is too long for a column, in a link too", () => {
  const long = "a".repeat(30);
  const columns: readonly TableColumn<string>[] = [
    { field: "name", label: "Nom", cell: (name) => name },
    { field: "link", label: "Lien", cell: (name) => <a href="/">{name}</a>, value: (name) => name },
    { field: "day", label: "Jour", unbroken: true, cell: (name) => name },
  ];
  const classes = (name: string) => {
    const html = drawn(<DataTable caption="Noms" columns={columns} rows={[name]} />);
    return [...html.matchAll(/<t[hd](?: scope="row")?(?: class="([^"]*)")?>(?:<a[^>]*>)?a/g)]
      .map(([, found]) => found);
  };
  deepStrictEqual(classes(long), ["long-word", "long-word", "unbroken"]);
  // Several words are wrapped beside the first column, on a phone.
  deepStrictEqual(classes(`${"a".repeat(29)}-${long.slice(1)} ${long.slice(1)}`), [
    undefined,
    "wide",
    "unbroken",
  ]);
});

Deno.test("DataTable sorts by a column upwards first, then the other way", () => {
  deepStrictEqual(linksOf(table("")).map(([, href]) => href), [
    "/home?sort=name:asc",
    "/home?sort=volume:asc",
  ]);
  const sorted = table("sort=volume:asc");
  match(sorted, /aria-sort="ascending"/);
  strictEqual(linksOf(sorted)[1]?.[1], "/home?sort=volume:desc");
  const reversed = table("sort=volume:desc");
  match(reversed, /aria-sort="descending"/);
  strictEqual(linksOf(reversed)[1]?.[1], "/home?sort=volume:asc");
});

Deno.test("DataTable keeps the filters when sorting, and returns to the first page", () => {
  strictEqual(
    linksOf(table("filter:city=Nancy&page=3"))[0]?.[1],
    "/home?filter:city=Nancy&sort=name:asc",
  );
});

const CITIES = [{ value: "Metz", label: "Metz" }, { value: "Nancy", label: "Nancy" }];

Deno.test("FilterSelect is sent as filter:field, and labelled", () => {
  const html = drawn(
    <FilterSelect field="city" label="Ville" options={CITIES} chosen={undefined} />,
  );
  match(html, /<label for="filter-city">Ville<\/label>/);
  match(html, /name="filter:city"/);
});

Deno.test("TableTools sends the sort along with the filters, and not the page", () => {
  const state = readTableState(new URLSearchParams("sort=name:desc&page=4&filter:city=Nancy"));
  const html = drawn(<TableTools path="/home" state={state} />);
  match(html, /method="get" action="\/home"/);
  match(html, /<input type="hidden" name="sort" value="name:desc"/);
  deepStrictEqual([...html.matchAll(/name="([^"]*)"/g)].map(([, name]) => name), ["sort"]);
  deepStrictEqual(linksOf(html), [["Tout afficher", "/home"]]);
});

Deno.test("ListTable separates the thousands of the number of all rows", () => {
  const all = Array.from({ length: 1_500 }, (_, rank) => ({
    id: `r${rank}`,
    city: rank % 5 === 0 ? "Nancy" : "Épinal",
  }));
  const list = {
    title: "Résidences",
    path: "/list",
    fileName: "residences.csv",
    columns: [textColumn("city", "Ville", ({ city }: typeof all[number]) => city)],
    order: null,
    filters: [{ field: "city", label: "Ville", value: ({ city }: typeof all[number]) => city }],
    words: () => [],
    noun: "résidence",
    nothing: "Aucune résidence trouvée",
    empty: { title: "Aucune ligne" },
  };
  const url = new URL("http://127.0.0.1/list?filter:city=Nancy");
  match(
    wordsOf(drawn(<ListTable {...listedRows(url, all, list)} />)),
    /300\u00A0résidences sur 1\u202F500/,
  );
});

/** Pagination of a table sorted by name and filtered by city. */
function pagination(page: number, pageCount: number): string {
  const state = {
    sort: { field: "name", direction: "asc" },
    filters: { city: "Nancy" },
    page,
  } as const;
  return drawn(<Pagination path="/home" state={state} page={{ page, pageCount }} />);
}

Deno.test("Pagination has first, previous, next and last, an ellipsis above page 3", () => {
  strictEqual(wordsOf(pagination(1, 9)), "1 2 9");
  strictEqual(wordsOf(pagination(3, 9)), "1 2 3 4 9");
  strictEqual(wordsOf(pagination(4, 9)), "1 … 3 4 5 9");
  strictEqual(wordsOf(pagination(9, 9)), "1 … 8 9");
});

Deno.test("Pagination keeps the sort and the filters, and labels each link with its target", () => {
  deepStrictEqual(linksOf(pagination(1, 3)), [
    ["Page 1 sur 3", "/home?filter:city=Nancy&sort=name:asc"],
    ["Page 2 sur 3", "/home?filter:city=Nancy&sort=name:asc&page=2"],
    ["Page 3 sur 3", "/home?filter:city=Nancy&sort=name:asc&page=3"],
  ]);
  match(pagination(2, 3), /aria-label="Page 2 sur 3" aria-current="page"/);
});

interface Slot {
  readonly slot: string;
  readonly kWh: number | null;
}

const SLOTS: readonly Slot[] = [
  { slot: "2025-06", kWh: 30 },
  { slot: "2025-07", kWh: 20 },
  { slot: "2025-08", kWh: null },
];

const LIST_COLUMNS = [
  textColumn<Slot>("slot", "Mois", ({ slot }) => slot),
  numberColumn<Slot>("kWh", "Production", ({ kWh }) => kWh),
];

// @spec tables.sort
Deno.test("sortedByColumn() sorts by the column of the state, empty cells last; null without one", () => {
  const by = (field: string) =>
    sortedByColumn(LIST_COLUMNS, SLOTS, { sort: { field, direction: "asc" } })?.map(({ slot }) =>
      slot
    );
  deepStrictEqual(by("kWh"), ["2025-07", "2025-06", "2025-08"]);
  strictEqual(by("nothing"), undefined);
  strictEqual(sortedByColumn(LIST_COLUMNS, SLOTS, { sort: null }), null);
});

Deno.test("completenessColumn() rounds down: what lacks a reading is not at 100 %", () => {
  const column = completenessColumn((share: number | null) => share);
  const shares = [0.58, 0.996, 1, null];
  deepStrictEqual(shares.map((share) => column.value?.(share)), [58, 99, 100, null]);
  deepStrictEqual(shares.map((share) => column.cell?.(share)), [
    "58\u00A0%",
    "99\u00A0%",
    "100\u00A0%",
    "",
  ]);
});
