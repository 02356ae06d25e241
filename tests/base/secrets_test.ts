import { deepStrictEqual } from "node:assert/strict";
import { pronounceableCode, typedCode } from "@/lib/base/secrets.ts";

Deno.test("typedCode() reads a code typed with capitals, spaces, other dashes or none, and refuses any other text", () => {
  const code = pronounceableCode();
  const typed = [
    code,
    ` ${code.toUpperCase()}\n`,
    code.replaceAll("-", ""),
    code.replaceAll("-", "\u2011"),
  ];
  deepStrictEqual(typed.map(typedCode), [code, code, code, code]);
  deepStrictEqual(["", " - ", "abcde", "\u{1F600}x"].map(typedCode), [
    "",
    "",
    "abcd-e",
    "\u{1F600}x",
  ]);
});
