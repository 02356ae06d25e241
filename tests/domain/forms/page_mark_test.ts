import { strictEqual } from "node:assert/strict";
import { markAmong, markField, NO_MARK } from "../../../lib/domain/forms/page_mark.ts";

const MARK = "abcdefghijkABCDEFGHIJK";

Deno.test("markAmong() finds the mark among the names of the fields sent", () => {
  strictEqual(markAmong(["name", markField(MARK), "version"]), MARK);
});

Deno.test("markAmong() is null where none was sent, it was nobody's, or it has another length", () => {
  strictEqual(markAmong(["name", "version"]), null);
  strictEqual(markAmong([markField(NO_MARK)]), null);
  strictEqual(markAmong([markField(`${MARK}L`)]), null);
});
