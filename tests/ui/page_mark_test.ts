import { strictEqual } from "node:assert/strict";
import {
  markAmong,
  markField,
  NO_MARK,
  NO_RENDERING,
  renderingAmong,
} from "@/lib/ui/form_token_field.ts";

const MARK = "abcdefghijkABCDEFGHIJK";

Deno.test("markAmong() finds the mark among the names of the sent fields", () => {
  strictEqual(markAmong(["name", markField(MARK), "version"]), MARK);
});

Deno.test("markAmong() is null for a missing or anonymous mark, or one of another length", () => {
  strictEqual(markAmong(["name", "version"]), null);
  strictEqual(markAmong([markField(NO_MARK)]), null);
  strictEqual(markAmong([markField(`${MARK}L`)]), null);
});

Deno.test("renderingAmong() is the value of the field of the mark, null when it is empty", () => {
  const rendering = "abcdefghijkABCDE";
  strictEqual(renderingAmong([["name", "x"], [markField(MARK), rendering]]), rendering);
  strictEqual(renderingAmong([[markField(NO_MARK), rendering]]), rendering);
  strictEqual(renderingAmong([["name", rendering]]), null);
  strictEqual(renderingAmong([[markField(MARK), NO_RENDERING]]), null);
  strictEqual(renderingAmong([[markField(MARK), ""]]), null);
});
