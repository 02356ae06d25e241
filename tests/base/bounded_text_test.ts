import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import {
  boundedForm,
  boundedJson,
  utf8Form,
  utf8Text,
  valueCount,
} from "@/lib/base/bounded_parsing.ts";

const BOUNDS = { maxValues: 10, maxDepth: 3 };
const REFUSED = { name: "Refused", code: "bad-request" };

Deno.test("valueCount() counts values and names, for any strings", () => {
  const counts: [string, number][] = [
    ["1", 1],
    // The array, its two commas and its first value.
    ["[1,2,3]", 4],
    ['{"a":1}', 3],
    ['"[{,:"', 1],
    [String.raw`"\"[[[["`, 1],
    ['"unfinished [[[[', 1],
  ];
  for (const [text, count] of counts) strictEqual(valueCount(text, BOUNDS), count, text);
});

Deno.test("valueCount() stops at a text that is too deep or too wide", () => {
  strictEqual(valueCount("[[[]]]", BOUNDS), 4);
  strictEqual(valueCount("[[[[]]]]", BOUNDS), null);
  strictEqual(valueCount("[".repeat(1_000_000), BOUNDS), null);
  strictEqual(valueCount("1" + ",1".repeat(9), BOUNDS), 10);
  strictEqual(valueCount("1" + ",1".repeat(10), BOUNDS), null);
});

Deno.test("boundedJson() returns the value of a text within its bounds, and refuses any other", () => {
  deepStrictEqual(boundedJson('{"a":[1]}', BOUNDS), { a: [1] });
  for (const text of ["", "{", "[[[[]]]]"]) throws(() => boundedJson(text, BOUNDS), REFUSED);
});

Deno.test("boundedForm() reads sixty-four fields, and refuses more", () => {
  strictEqual(boundedForm("a=1&".repeat(63) + "b=2").get("b"), "2");
  throws(() => boundedForm("a&".repeat(64)), { ...REFUSED, message: "More than 64 fields" });
  throws(() => boundedForm("a&".repeat(2_097_152)), REFUSED);
});

Deno.test("utf8Form() refuses encoded bytes that are not UTF-8, and accepts the replacement character", () => {
  throws(() => utf8Form("node=caf%E9"), { ...REFUSED, message: "The body is not UTF-8 text" });
  throws(() => utf8Form("caf%E9=1"), REFUSED);
  strictEqual(utf8Form("node=caf%C3%A9+%EF%BF%BD").get("node"), "café \ufffd");
});

Deno.test("utf8Text() refuses bytes of another encoding by name", () => {
  strictEqual(utf8Text(new TextEncoder().encode("été")), "été");
  const latin1 = Uint8Array.of(0xe9);
  throws(() => utf8Text(latin1), { ...REFUSED, message: "The body is not UTF-8 text" });
});
