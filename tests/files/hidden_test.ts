import { deepStrictEqual } from "node:assert/strict";
import { hasHidden, type ReadWords } from "@/lib/files/pdf_hidden_objects.ts";
import { bytesOf } from "@/tests/helpers/hostile_pdfs.ts";

function hidden(
  text: string,
  { objects = [], trailers = [] }: Partial<Record<keyof ReadWords, readonly number[]>> = {},
): boolean {
  return hasHidden(bytesOf(text), { objects: new Set(objects), trailers: new Set(trailers) });
}

/** The texts that contain something hidden. */
function hiding(texts: readonly string[]): string[] {
  return texts.filter((text) => hidden(text));
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
  deepStrictEqual(hiding(heads), heads);
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
  deepStrictEqual(hiding(others), []);
});

Deno.test("hasHidden() finds a trailer that was not read, and no such word of a text", () => {
  const trailers = ["trailer<<", "trailer \r\n<< /Root", "trailer %x\n%\n<<"];
  deepStrictEqual(hiding(trailers), trailers);
  deepStrictEqual(
    hiding(["trailer", "trailer park", "trailer <a", "trailer %<<"]),
    [],
  );
});

Deno.test("hasHidden() accepts those that were read, and only these", () => {
  const text = "1 0 obj << >> endobj trailer << >>";
  const cases: readonly (readonly [Parameters<typeof hidden>[1], boolean])[] = [
    [{}, true],
    [{ objects: [7] }, true],
    [{ trailers: [28] }, true],
    [{ objects: [7], trailers: [28] }, false],
    [{ objects: [3, 7, 30], trailers: [5, 28] }, false],
    [{ objects: [8], trailers: [29] }, true],
  ];
  for (const [read, isHidden] of cases) {
    deepStrictEqual(hidden(text, read), isHidden, JSON.stringify(read));
  }
});
