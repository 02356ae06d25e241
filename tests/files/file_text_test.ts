import { strictEqual } from "node:assert/strict";
import { fileText, textFault } from "@/lib/files/file_text.ts";

function bytes(...values: number[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(values);
}

Deno.test("fileText() reads UTF-8, without its mark", () => {
  strictEqual(fileText(bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0x3b)), "é;");
});

Deno.test("fileText() reads Windows-1252", () => {
  strictEqual(fileText(bytes(0xe9, 0x80)), "é€");
});

Deno.test("fileText() reads the UTF-16 of a spreadsheet, in either byte order", () => {
  strictEqual(fileText(bytes(0xff, 0xfe, 0xe9, 0, 0x09, 0)), "é\t");
  strictEqual(fileText(bytes(0xfe, 0xff, 0, 0xe9, 0, 0x09)), "é\t");
});

Deno.test("fileText() empties a first line that only declares the separator", () => {
  const text = (written: string) => fileText(new TextEncoder().encode(written));
  strictEqual(text("\uFEFFsep=;\r\ndate;a\r\n"), "\r\ndate;a\r\n");
  strictEqual(text("sep=,\ndate,a"), "\ndate,a");
  strictEqual(text("date;a\nsep=;\n"), "date;a\nsep=;\n");
});

Deno.test("textFault() is of a blank text, or of one with a NUL, which no CSV file has", () => {
  strictEqual(textFault("Code;Nom\n"), null);
  strictEqual(textFault(""), "empty");
  strictEqual(textFault("\uFEFF \r\n"), "empty");
  strictEqual(textFault("PK\x03\x04\x14\0\x06\0"), "binary");
});
