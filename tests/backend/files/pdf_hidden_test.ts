import { deepStrictEqual } from "node:assert/strict";
import { hasHidden } from "@/lib/backend/files/pdf_hidden.ts";
import { bytesOf } from "./hostile_pdfs.ts";

function hidden(text: string, read: readonly number[] = []): boolean {
  return hasHidden(bytesOf(text), new Set(read));
}

// @spec deposits.pdf
Deno.test("hasHidden() finds an object that was not read, with blanks or comments in its head", () => {
  const heads = [
    "9 0 obj",
    "9 0obj<<",
    "9\r\n\t0\0obj",
    "(a 9 0 obj)",
    "9 0%x\nobj",
    "9%x\n0 %y\n%z\r  %t\nobj",
    "%9%x\n0%y%z\nobj",
    "9\n% only\n0 obj",
  ];
  deepStrictEqual(heads.filter((head) => !hidden(head)), []);
  const others = [
    "obj",
    "a obj",
    "1obj",
    "1 obj",
    "1 x obj",
    "endobj",
    "1 0\n)\nobj",
    "9 a%\nobj",
    "% a\nobj",
  ];
  deepStrictEqual(others.filter((text) => hidden(text)), []);
});

Deno.test("hasHidden() finds a trailer that was not read, and no such word of a text", () => {
  const trailers = ["trailer<<", "trailer \r\n<< /Root", "trailer %x\n%\n<<"];
  deepStrictEqual(trailers.filter((text) => !hidden(text)), []);
  deepStrictEqual(
    ["trailer", "trailer park", "trailer <a", "trailer %<<"].filter((text) => hidden(text)),
    [],
  );
});

Deno.test("hasHidden() accepts those that were read, and only these", () => {
  const text = "1 0 obj << >> endobj trailer << >>";
  deepStrictEqual(
    [[], [7], [28], [7, 28], [8, 29]].map((read) => hidden(text, read)),
    [true, true, true, false, true],
  );
});
