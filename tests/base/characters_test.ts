import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { characterCount, firstCharacters, HEADER_TEXT } from "@/lib/base/strings.ts";

Deno.test("characterCount() counts an emoji once, as the schemas of calls do", () => {
  deepStrictEqual(["", "é", "😀", "a😀"].map(characterCount), [0, 1, 1, 2]);
});

Deno.test("firstCharacters() cuts no character in two", () => {
  strictEqual(firstCharacters("chaufferie", 5), "chauf");
  strictEqual(firstCharacters("ab😀cd", 3), "ab😀");
  ok(firstCharacters("ab😀cd", 2).isWellFormed());
  strictEqual(firstCharacters("ab", 100), "ab");
});

Deno.test("HEADER_TEXT has no space, no line end and no accent", () => {
  const refused = ["a b", "a\tb", "a\r\nb", "a\n", "é", "\x7f"];
  deepStrictEqual(refused.filter((text) => HEADER_TEXT.test(text)), []);
  ok(HEADER_TEXT.test("!a~"));
});
