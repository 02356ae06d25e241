import { match } from "node:assert/strict";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { listedRows } from "@/components/web/read_list.ts";
import { drawn, wordsOf } from "@/tests/helpers/drawn.ts";
import { ROWS, SAMPLES } from "@/tools/design/samples.ts";

Deno.test("ListTable separates the thousands of the number of all rows", () => {
  // Of the sixty residences, twelve are in Nancy.
  const all = Array.from({ length: 25 }, () => ROWS).flat();
  const url = new URL("http://127.0.0.1/design?filter:city=Nancy");
  const html = drawn(<ListTable {...listedRows(url, all, SAMPLES)} />);
  match(wordsOf(html), /300\u00A0résidences sur 1\u202F500/);
});
