import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { BAD_LINES_NAMED } from "@/lib/ingest/influx_lines.ts";
import { badLine } from "@/lib/ingest/value_scanner.ts";
import { parseLines } from "./parse_lines.ts";

Deno.test("badLine() does not allocate an error for each line, and gives each its own message", () => {
  strictEqual(badLine("missing fields"), badLine("line too long"));
  const text = `a\na b=c 1\n${"a\n".repeat(BAD_LINES_NAMED)}`;
  const bytes = new TextEncoder().encode(text);
  const { bad, badCount } = parseLines(bytes, { precision: "s", nowS: 0 });
  deepStrictEqual(bad.slice(0, 3), [
    { line: 1, message: "missing fields" },
    { line: 2, message: 'invalid field value "c"' },
    { line: 3, message: "missing fields" },
  ]);
  strictEqual(badCount, BAD_LINES_NAMED + 2);
});
