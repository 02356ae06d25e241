import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { type PdfBlock, taggedPdf } from "@/lib/backend/files/tagged_pdf.ts";
import { NOW } from "@/tests/backend/fixtures.ts";
import { pdfFault } from "@/lib/backend/files/pdf_check.ts";
import { readTags } from "./read_tags.ts";

const heading: PdfBlock = { tag: "H1", text: "Les Tilleuls", size: 30, above: 0 };
const paragraph = (text: string): PdfBlock => ({ tag: "P", text, size: 20, above: 10 });
const written = (...blocks: PdfBlock[]) => taggedPdf({ title: "Affiche", blocks, now: NOW });

// @spec display.poster
Deno.test("taggedPdf() writes each heading and paragraph in a tree, in French, with its whole text", async () => {
  const read = await readTags(
    await written(heading, paragraph("Eau froide coupée : œuvre à 5 °C")),
  );
  strictEqual(read.pageCount, 1);
  strictEqual(read.language, "(fr-FR)");
  ok(read.isMarked);
  deepStrictEqual(read.elements, [["H1", "Les Tilleuls"], [
    "P",
    "Eau froide coupée : œuvre à 5 °C",
  ]]);
});

Deno.test("taggedPdf() breaks lines between words, at line ends and in a word too long, over as many pages as it takes", async () => {
  const words = Array.from({ length: 700 }, (_, rank) => `mot${rank}`).join(" ");
  const read = await readTags(
    await written(heading, paragraph(`${words}\nsuite`), paragraph("x".repeat(300))),
  );
  ok(read.pageCount > 1);
  deepStrictEqual(read.elements[1], ["P", `${words} suite`]);
  strictEqual(read.elements[2]?.[1].replaceAll(" ", ""), "x".repeat(300));
});

Deno.test("taggedPdf() writes thin spaces and minus signs in its letters, and leaves out what they have not", async () => {
  const [, [, text] = []] =
    (await readTags(await written(heading, paragraph("5\u202f% \u22123 😀 ≥ fin")))).elements;
  strictEqual(text, "5\u00a0% -3   fin");
});

Deno.test("taggedPdf() writes what our own check of deposits takes", async () => {
  strictEqual(await pdfFault(await written(heading)), null);
});
