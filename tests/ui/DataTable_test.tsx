import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { formatNumber } from "@/lib/base/text_format.ts";
import { readTableState } from "@/lib/ui/tables.ts";
import { drawn, linksOf } from "@/tests/helpers/drawn.ts";

interface Line {
  name: string;
  volumeM3: number;
}

const LINES: readonly Line[] = [
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
      rows={LINES}
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
  deepStrictEqual(classes(`${"a".repeat(29)}-${long.slice(1)} ${long.slice(1)}`), [
    undefined,
    undefined,
    "unbroken",
  ]);
});

Deno.test("DataTable has no links when it is not sortable", () => {
  deepStrictEqual(linksOf(table()), []);
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

Deno.test("DataTable treats any direction but desc as asc", () => {
  match(table("sort=volume:upwards"), /aria-sort="ascending"/);
});

Deno.test("DataTable keeps the filters when sorting, and returns to the first page", () => {
  strictEqual(
    linksOf(table("filter:city=Nancy&page=3"))[0]?.[1],
    "/home?filter:city=Nancy&sort=name:asc",
  );
});

Deno.test("DataTable does not sort a column whose order has no meaning", () => {
  const html = table("");
  doesNotMatch(html, /sort=note/);
  match(html, /<th scope="col">Note<\/th>/);
});
