import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { characterCount, firstCharacters } from "@/lib/domain/forms/characters.ts";

Deno.test("characterCount() counts an emoji once, as the schemas of calls do", () => {
  deepStrictEqual(["", "é", "😀", "a😀"].map(characterCount), [0, 1, 1, 2]);
});

Deno.test("firstCharacters() cuts no character in two", () => {
  strictEqual(firstCharacters("chaufferie", 5), "chauf");
  strictEqual(firstCharacters("ab😀cd", 3), "ab😀");
  ok(firstCharacters("ab😀cd", 2).isWellFormed());
  strictEqual(firstCharacters("ab", 100), "ab");
});
