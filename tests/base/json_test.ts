import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { parsedJson } from "@/lib/base/records.ts";

Deno.test("parsedJson() returns the value of a JSON text, null included", () => {
  deepStrictEqual(parsedJson('{"a":[1]}'), { a: [1] });
  strictEqual(parsedJson("null"), null);
});

Deno.test("parsedJson() returns undefined for invalid JSON", () => {
  strictEqual(parsedJson("{"), undefined);
  strictEqual(parsedJson(""), undefined);
});
