import { deepStrictEqual } from "node:assert/strict";
import { hasHidden, type ReadWords } from "@/lib/files/pdf_hidden_objects.ts";
import { bytesOf } from "@/tests/helpers/hostile_pdfs.ts";

const NOTHING: ReadWords = { objects: [], trailers: [] };

function hidden(text: string, read: Partial<ReadWords> = {}): Promise<boolean> {
  return hasHidden(bytesOf(text), { ...NOTHING, ...read });
}

/** The texts that contain something hidden. */
async function hiding(texts: readonly string[]): Promise<string[]> {
  const found = await Promise.all(texts.map((text) => hidden(text)));
  return texts.filter((_, rank) => found[rank]);
}

// @spec deposits.pdf
Deno.test("hasHidden() finds an object that was not read, with blanks or comments in its head", async () => {
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
  deepStrictEqual(await hiding(heads), heads);
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
  deepStrictEqual(await hiding(others), []);
});

Deno.test("hasHidden() finds a trailer that was not read, and no such word of a text", async () => {
  const trailers = ["trailer<<", "trailer \r\n<< /Root", "trailer %x\n%\n<<"];
  deepStrictEqual(await hiding(trailers), trailers);
  deepStrictEqual(
    await hiding(["trailer", "trailer park", "trailer <a", "trailer %<<"]),
    [],
  );
});

Deno.test("hasHidden() accepts those that were read, and only these", async () => {
  const text = "1 0 obj << >> endobj trailer << >>";
  const cases: readonly (readonly [Partial<ReadWords>, boolean])[] = [
    [{}, true],
    [{ objects: [7] }, true],
    [{ trailers: [28] }, true],
    [{ objects: [7], trailers: [28] }, false],
    [{ objects: [3, 7, 30], trailers: [5, 28] }, false],
    [{ objects: [8], trailers: [29] }, true],
  ];
  for (const [read, isHidden] of cases) {
    deepStrictEqual(await hidden(text, read), isHidden, JSON.stringify(read));
  }
});

// @spec deposits.pdf
Deno.test("hasHidden() finds a word that begins at the end of a searched piece", async () => {
  const head = "9 0 obj";
  for (let cut = 0; cut <= head.length; cut++) {
    const text = " ".repeat(256 * 1_024 - cut) + head;
    deepStrictEqual(await hidden(text), true, `${cut}`);
    deepStrictEqual(await hidden(text, { objects: [text.length] }), false, `${cut}`);
  }
});
