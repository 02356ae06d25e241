import { strictEqual } from "node:assert/strict";
import { fileText } from "@/lib/files/file_text.ts";
import { freedText } from "@/lib/files/text_decoding.ts";

Deno.test("freedText() returns the same text as fileText()", () => {
  const long = "sep=;\r\n" + "é€😀;1\r\n".repeat(100_000);
  const latin = new Uint8Array(700_000).fill(0xe9);
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(new Uint16Array([233, 59, 49]).buffer),
  ]);
  // A BOM is removed at the start of the text, and only there.
  const marks = `\ufeff${"a".repeat(256 * 1_024 - 3)}\ufeffé`;
  const cut = new TextEncoder().encode("abc€").subarray(0, 5);
  const texts = [long, marks].map((text) => new TextEncoder().encode(text));
  for (const bytes of [...texts, latin, utf16, cut, new Uint8Array()]) {
    strictEqual(freedText(bytes.slice()), fileText(bytes));
  }
});

Deno.test("freedText() frees the bytes of a body", () => {
  const bytes = Uint8Array.of(97, 98);
  strictEqual(freedText(bytes), "ab");
  strictEqual(bytes.length, 0);
});
