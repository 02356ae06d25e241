import { strictEqual } from "node:assert/strict";
import { fileTextInSlices } from "@/lib/backend/core/file_text.ts";
import { fileText } from "@/lib/domain/tables/file_text.ts";

Deno.test("fileTextInSlices() reads what fileText() reads, however long and wherever it is cut", async () => {
  const long = "sep=;\r\n" + "é€😀;1\r\n".repeat(100_000);
  const latin = new Uint8Array(700_000).fill(0xe9);
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(new Uint16Array([233, 59, 49]).buffer),
  ]);
  const cut = new TextEncoder().encode("abc€").subarray(0, 5);
  for (const bytes of [new TextEncoder().encode(long), latin, utf16, cut, new Uint8Array()]) {
    strictEqual(await fileTextInSlices(bytes), fileText(bytes));
  }
});
