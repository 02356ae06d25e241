import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { Pagination } from "@/components/ui/DataTable.tsx";
import { UNTOUCHED_TABLE } from "@/lib/ui/tables.ts";
import { drawn, linksOf, wordsOf } from "@/tests/helpers/drawn.ts";

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

Deno.test("Pagination extends an address that has a query of its own", () => {
  const path = "/collect/p01/boilerroomreports?brId=p01-c1";
  const page = { page: 1, pageCount: 2 };
  const html = drawn(<Pagination path={path} state={UNTOUCHED_TABLE} page={page} />);
  deepStrictEqual(linksOf(html).map(([, href]) => href), [path, `${path}&page=2`]);
});

Deno.test("Pagination is empty with a single page", () => {
  const html = drawn(
    <Pagination path="/home" state={UNTOUCHED_TABLE} page={{ page: 1, pageCount: 1 }} />,
  );
  strictEqual(html, "");
});
