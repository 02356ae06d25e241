import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { encode } from "fast-png";
import type { PdfPage, PdfText } from "@/lib/backend/files/pdf_parts.ts";
import { pdfBytes, pdfChunks, PdfNotDrawn } from "@/lib/backend/files/pdf_writer.ts";
import { NOW } from "@/tests/backend/fixtures.ts";
import { openedPdf } from "@/lib/backend/files/pdf_check.ts";
import { getDocumentProxy } from "@/tests/npm/pdf.ts";
import { readTags } from "./read_tags.ts";

const OPTIONS = { title: "Chênes & <Tilleuls>", now: NOW };
const heading: PdfText = { kind: "text", tag: "H1", text: "Les Tilleuls", size: 30, above: 0 };
const paragraph = (text: string): PdfText => ({
  kind: "text",
  tag: "P",
  text,
  size: 20,
  above: 10,
});
const written = (...parts: PdfText[]) => pdfBytes(OPTIONS, [parts]);

// @spec display.poster, reports.pdf
Deno.test("pdfBytes() says where each object of the file is", async () => {
  const bytes = await written(heading, paragraph("Eau froide coupée"));
  const text = new TextDecoder("latin1").decode(bytes);
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  ok(text.startsWith("xref", table), `no table at ${table} of ${bytes.length}`);
  const offsets = [...text.slice(table).matchAll(/(\d{10}) 00000 n/g)].map(([, at]) => Number(at));
  ok(offsets.length > 10);
  for (const [rank, at] of offsets.entries()) {
    ok(text.startsWith(`${rank + 1} 0 obj`, at), `${rank}`);
  }
});

// @spec display.poster
Deno.test("pdfBytes() writes each heading and paragraph in a tree, in French, with its whole text", async () => {
  const read = await readTags(
    await written(heading, paragraph("Eau froide coupée : œuvre à 5 °C")),
  );
  strictEqual(read.title, OPTIONS.title);
  strictEqual(read.language, "fr-FR");
  ok(read.isMarked);
  deepStrictEqual(read.pages, [[
    ["H1", "Les Tilleuls"],
    ["P", "Eau froide coupée : œuvre à 5 °C"],
  ]]);
});

Deno.test("pdfBytes() breaks lines between words, at line ends and in a word too long, over as many pages as it takes", async () => {
  const words = Array.from({ length: 700 }, (_, rank) => `mot${rank}`).join(" ");
  const { pages } = await readTags(
    await written(heading, paragraph(`${words}\nsuite`), paragraph("x".repeat(300))),
  );
  ok(pages.length > 1);
  const text = pages.flat().map(([, one]) => one).join(" ");
  ok(text.startsWith(`Les Tilleuls ${words} suite x`), text.slice(0, 80));
  ok(text.replaceAll(" ", "").endsWith("x".repeat(300)));
  deepStrictEqual(new Set(pages.flat().map(([tag]) => tag)), new Set(["H1", "P"]));
});

Deno.test("pdfBytes() writes thin spaces and minus signs in its letters, and leaves out what they have not", async () => {
  const { pages } = await readTags(
    await written(heading, paragraph("5\u202f% \u22123 😀 ≥ fin")),
  );
  strictEqual(pages[0]?.[1]?.[1], "5 % -3 fin");
});

Deno.test("pdfBytes() writes a letter that it has not as its nearest one, so that no name loses any", async () => {
  const { pages } = await readTags(
    await written(heading, paragraph("M. Łukasz Ştefănescu-Đoković, 12ᵉ étage, Šimák, Œuf, €")),
  );
  strictEqual(pages[0]?.[1]?.[1], "M. Lukasz Stefanescu-Dokovic, 12e étage, Šimák, Œuf, €");
});

Deno.test("pdfBytes() writes no text under the picture of a page", async () => {
  const data = new Uint8Array(60 * 32 * 3).fill(128);
  const image = encode({ width: 60, height: 32, channels: 3, data });
  const long = paragraph("Bâtiment Œillet, escalier 3, logement 412 ".repeat(8));
  const bytes = await pdfBytes({ ...OPTIONS, image }, [[{ kind: "picture", alt: "Logo" }, long]]);
  const pdf = await getDocumentProxy(bytes);
  try {
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const lines = items.flatMap((item) => "str" in item && item.str !== "" ? [item] : []);
    // The picture is 120 × 64 points, inside the margins of 42 of a page of 595.28 × 841.89.
    const beside = lines.filter(({ transform }) => transform[5] > 841.89 - 42 - 64);
    const rights = beside.map(({ transform, width }) => transform[4] + width);
    ok(beside.length > 0 && beside.length < lines.length);
    ok(Math.max(...rights) <= 595.28 - 42 - 120, `${rights}`);
  } finally {
    await pdf.loadingTask.destroy();
  }
});

Deno.test("pdfBytes() writes what our own check of deposits takes", async () => {
  strictEqual((await openedPdf(await written(heading))).fault, null);
});

Deno.test("pdfChunks() begins each page on a new sheet, gives bytes before the last, and writes several documents at once", async () => {
  const [first, second] = await Promise.all([0, 1].map(async (document) => {
    let bytesBefore = 0;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    async function* pages(): AsyncGenerator<PdfPage> {
      for (let page = 0; page < 5; page++) {
        yield [paragraph(`Document ${document}, page ${page}`)];
        bytesBefore = chunks.length;
        await Promise.resolve();
      }
    }
    for await (const chunk of pdfChunks(OPTIONS, pages())) chunks.push(chunk);
    ok(bytesBefore > 0);
    return await readTags(new Uint8Array(await new Blob(chunks).arrayBuffer()));
  }));
  for (const [document, read] of [first, second].entries()) {
    const expected = Array.from(
      { length: 5 },
      (_, page) => [["P", `Document ${document}, page ${page}`]],
    );
    deepStrictEqual(read?.pages, expected);
  }
});

Deno.test("pdfChunks() ends its Worker when its reader leaves before the end, and writes the next document", async () => {
  for await (const chunk of pdfChunks(OPTIONS, [[heading], [heading], [heading]])) {
    ok(chunk.length > 0);
    break;
  }
  strictEqual((await readTags(await written(heading))).pages.length, 1);
});

Deno.test("pdfBytes() fails alone when a page cannot be drawn", async () => {
  const other = written(heading);
  const broken = { ...heading, size: Number.NaN };
  await rejects(pdfBytes(OPTIONS, [[broken]]), PdfNotDrawn);
  strictEqual((await readTags(await other)).pages.length, 1);
});
