import { encode } from "fast-png";
import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { openedPdf } from "@/lib/backend/files/pdf_check.ts";
import { OPENED_FONTS } from "@/lib/backend/files/pdf_fonts.ts";
import { FONTS } from "@/lib/backend/files/pdf_look.ts";
import type { PdfPage, PdfText } from "@/lib/backend/files/pdf_parts.ts";
import { pdfBytes, pdfChunks, PdfNotDrawn } from "@/lib/backend/files/pdf_writer.ts";
import { NOW } from "@/tests/backend/fixtures.ts";
import { getDocumentProxy } from "@/tests/npm/pdf.ts";
import { readFonts } from "./read_fonts.ts";
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
Deno.test("pdfBytes() writes the offset of each object of the file", async () => {
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
Deno.test("pdfBytes() tags each heading and paragraph, in French, with its whole text", async () => {
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

Deno.test("pdfBytes() breaks lines between words, at line ends and in words that are too long, over any number of pages", async () => {
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

// @spec reports.pdf, display.poster
Deno.test("pdfBytes() embeds the glyphs of every font that it uses, and claims PDF/UA-1", async () => {
  const bold: PdfText = { ...paragraph("Œuvre à 5 °C"), isBold: true };
  const bytes = await written(heading, bold, paragraph("Eau froide, 3 €"));
  strictEqual((await readTags(bytes)).claim, "1");
  const fonts = await readFonts(bytes);
  deepStrictEqual(fonts.map(({ name }) => name.slice(6)).toSorted(), [
    "+Arimo-Bold",
    "+Arimo-Regular",
  ]);
  // The whole fonts have 318,000 bytes each.
  for (const { name, embeddedBytes } of fonts) {
    ok(embeddedBytes > 1_000 && embeddedBytes < 20_000, `${name}: ${embeddedBytes} bytes`);
  }
});

Deno.test("pdfBytes() writes French signs, and European names in their own letters", async () => {
  const texts = [
    "5 % −3 ≥ 2 → Œuf, œil, 12ᵉ étage, 1 234,5 €, « été »",
    "M. Łukasz Ştefănescu-Đoković, Šimák, Ελένη, Жанна, Nguyễn",
  ];
  // The reader returns the narrow spaces of figures as ordinary ones.
  const [signs = "", names = ""] = texts;
  const narrow = signs.replaceAll(/ (?=[%€»])/g, "\u202f");
  const { pages } = await readTags(await written(heading, paragraph(narrow), paragraph(names)));
  deepStrictEqual(pages[0]?.slice(1).map(([, text]) => text), texts);
});

Deno.test("pdfBytes() leaves out signs missing from its fonts, and writes a word without glyphs as a question mark", async () => {
  const words = "Fin 😀 ﷼ ☎\tdes travaux\u200b, M. محمد الفاسي, שלום, 王x, \ud800, ①, \u00ad-";
  const { pages } = await readTags(await written(heading, paragraph(words)));
  strictEqual(
    pages[0]?.[1]?.[1].replaceAll(/ +/g, " "),
    "Fin des travaux, M. ? ?, ?, ?x, , 1, -",
  );
});

Deno.test("the fonts of a PDF have the same characters", () => {
  const plain = OPENED_FONTS.get(FONTS.plain);
  const bold = OPENED_FONTS.get(FONTS.bold);
  ok(plain && bold);
  for (let code = 0; code < 0x20000; code++) {
    strictEqual(plain.hasGlyphForCodePoint(code), bold.hasGlyphForCodePoint(code), `${code}`);
  }
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

// @spec reports.pdf
Deno.test("pdfBytes() writes the whole file with pictures of every kind, transparent ones too", async () => {
  for (const channels of [1, 2, 3, 4] as const) {
    const data = Uint8Array.from({ length: 120 * 64 * channels }, (_, rank) => rank % 251);
    const image = encode({ width: 120, height: 64, channels, data });
    const page: PdfPage = [{ kind: "picture", alt: "Logo" }, heading];
    const bytes = await pdfBytes({ ...OPTIONS, image }, [page, page]);
    strictEqual((await openedPdf(bytes.slice())).fault, null, `${channels} channels`);
    const { pages } = await readTags(bytes);
    deepStrictEqual(pages, Array(2).fill([["Figure", "Logo"], ["H1", "Les Tilleuls"]]));
  }
});

Deno.test("pdfBytes() writes files that the check of deposits accepts", async () => {
  strictEqual((await openedPdf(await written(heading))).fault, null);
});

Deno.test("pdfChunks() starts each page on a new sheet, returns bytes before the last page, and writes several documents at once", async () => {
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

Deno.test("pdfChunks() writes a hundred thousand different words without caching them", async () => {
  const pages = Array.from({ length: 50 }, (_, page): PdfPage => {
    const words = Array.from({ length: 2_000 }, (_, rank) => `logement${2_000 * page + rank}`);
    return [{ ...paragraph(words.join(" ")), size: 6 }];
  });
  let byteCount = 0;
  for await (const chunk of pdfChunks(OPTIONS, pages)) byteCount += chunk.length;
  ok(byteCount > 300_000, `${byteCount}`);
});

Deno.test("pdfChunks() ends its Worker when its reader cancels, and writes the next document", async () => {
  for await (const chunk of pdfChunks(OPTIONS, [[heading], [heading], [heading]])) {
    ok(chunk.length > 0);
    break;
  }
  strictEqual((await readTags(await written(heading))).pages.length, 1);
});

Deno.test("pdfBytes() rejects alone when a page cannot be drawn", async () => {
  const other = written(heading);
  const broken = { ...heading, size: Number.NaN };
  await rejects(pdfBytes(OPTIONS, [[broken]]), PdfNotDrawn);
  strictEqual((await readTags(await other)).pages.length, 1);
});
