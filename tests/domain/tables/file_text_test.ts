import { strictEqual } from "node:assert/strict";
import { fileText } from "@/lib/domain/tables/file_text.ts";

function bytes(...values: number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values);
}

Deno.test("fileText() reads UTF-8, its mark left out", () => {
  strictEqual(fileText(bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0x3b)), "é;");
});

Deno.test("fileText() reads what Windows wrote before UTF-8", () => {
  strictEqual(fileText(bytes(0xe9, 0x80)), "é€");
});

Deno.test("fileText() reads the Unicode text of a spreadsheet, in either order of bytes", () => {
  strictEqual(fileText(bytes(0xff, 0xfe, 0xe9, 0, 0x09, 0)), "é\t");
  strictEqual(fileText(bytes(0xfe, 0xff, 0, 0xe9, 0, 0x09)), "é\t");
});

Deno.test("fileText() empties a first line that only tells the separator", () => {
  const text = (written: string) => fileText(new TextEncoder().encode(written));
  strictEqual(text("\uFEFFsep=;\r\ndate;a\r\n"), "\r\ndate;a\r\n");
  strictEqual(text("sep=,\ndate,a"), "\ndate,a");
  strictEqual(text("date;a\nsep=;\n"), "date;a\nsep=;\n");
});
