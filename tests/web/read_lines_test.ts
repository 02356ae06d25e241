import { deepStrictEqual } from "node:assert/strict";
import { readLines } from "@/lib/web/downloads.ts";

/** Five lines, two on a page; the pages read, in order. */
function fiveLines() {
  const asked: string[] = [];
  const read = (page: string) => {
    asked.push(page);
    const first = (Number(page) - 1) * 2;
    return Promise.resolve({ lines: [1, 2, 3, 4, 5].slice(first, first + 2), pageCount: 3 });
  };
  return { asked, read };
}

Deno.test("readLines() reads the page of the URL, and every page for its file", async () => {
  const { asked, read } = fiveLines();
  const page = await readLines(new URL("https://a.example/lines?page=2"), read);
  deepStrictEqual([page.table.page, page.report.lines, page.rows], [2, [3, 4], [3, 4]]);
  const file = await readLines(new URL("https://a.example/lines?page=2&csv=comma"), read);
  deepStrictEqual(file.rows, [1, 2, 3, 4, 5]);
  deepStrictEqual(asked, ["2", "1", "2", "3"]);
});
