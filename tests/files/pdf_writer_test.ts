import { encode } from "fast-png";
import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { openedPdf } from "@/lib/files/pdf_check.ts";
import {
  pdfBytes,
  pdfChunks,
  type PdfPage,
  type PdfPart,
  type PdfText,
} from "@/lib/files/pdf_writer.ts";
import { qrCode } from "@/lib/files/qr_code.ts";
import { NOW } from "@/tests/helpers/fixtures.ts";
import { readCode, readTags } from "@/tests/helpers/read_pdf.ts";
import { getDocumentProxy } from "@/tests/npm/pdf.ts";
import { readDrawing, readFonts } from "./read_drawing.ts";

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

Deno.test("pdfBytes() draws a picture in the top right corner, as large as 120 × 64 points allow", async () => {
  const placeOf = async (width: number, height: number) => {
    const data = new Uint8Array(width * height * 3).fill(128);
    const image = encode({ width, height, channels: 3, data });
    const page: PdfPage = [{ kind: "picture", alt: "Logo" }, heading];
    const { places, figures } = readDrawing(await pdfBytes({ ...OPTIONS, image }, [page]));
    return { place: places[0], figure: figures[0] };
  };
  // 553.28 points on the right are inside the margin. A picture is drawn upwards from its bottom.
  deepStrictEqual(await placeOf(60, 20), {
    place: [120, 0, 0, -40, 433.28, 82],
    figure: [433.28, 42, 553.28, 82],
  });
  deepStrictEqual(await placeOf(30, 32), {
    place: [60, 0, 0, -64, 493.28, 106],
    figure: [493.28, 42, 553.28, 106],
  });
});

/** A chart of a bar for each value. */
const chart = (...values: number[]) => ({
  label: "Chauffage",
  alt: values.join(),
  bars: values.map((value) => ({ label: `${value} kWh`, value })),
});
const charts = (...all: ReturnType<typeof chart>[]): PdfPart => ({
  kind: "charts",
  heading: { ...heading, tag: "H2", size: 10 },
  charts: all,
});

Deno.test("pdfBytes() draws the bars of a chart from the end of its label, as long as their values", async () => {
  const page: PdfPage = [charts(chart(30, 60, 0), chart(0), chart(0.5))];
  const { boxes, figures } = readDrawing(await pdfBytes(OPTIONS, [page]));
  // 42 of margin and 104 of label; 140 are left for the figure of the longest: 553.28 − 140 − 146 = 267.28.
  deepStrictEqual(boxes.map(([left, , width, height]) => [left, width, height]), [
    [146, 133.64, 6],
    [146, 267.28, 6],
    [146, 0, 6],
    [146, 0, 6],
    [146, 267.28, 6],
  ]);
  // The heading of 10 points is 13.5 high. A bar and its gap are 9, and 6 more are above a chart.
  const [, top = 0] = boxes[0] ?? [];
  deepStrictEqual(boxes.map(([, y = 0]) => Math.round(y - top)), [0, 9, 18, 33, 48]);
  deepStrictEqual(figures[0]?.map((one) => Math.round(one)), [42, 62, 553, 89]);
});

Deno.test("pdfBytes() draws the charts that leave room for the notes of the page, and no heading without one", async () => {
  const notes = (lineCount: number): PdfPart => ({
    kind: "notes",
    above: 10,
    notes: Array.from({ length: lineCount }, (_, line) => `Note ${line}`),
    link: null,
  });
  const drawn = async (chartCount: number, lineCount: number) => {
    const all = Array.from({ length: chartCount }, () => chart(1));
    const bytes = await pdfBytes(OPTIONS, [[charts(...all), notes(lineCount)]]);
    const [page = [], ...more] = (await readTags(bytes)).pages;
    const countOf = (tag: string) => page.filter(([path]) => path === tag).length;
    return [countOf("H2"), countOf("Figure"), more.length];
  };
  // 757.89 points of a page, 13.5 of heading, 15 a chart, 10 above the notes, and 8.62 a note of 7.5 points.
  deepStrictEqual(await drawn(1, 83), [1, 1, 0]);
  deepStrictEqual(await drawn(1, 84), [0, 0, 0]);
  deepStrictEqual(await drawn(48, 1), [1, 48, 0]);
  deepStrictEqual(await drawn(49, 1), [1, 48, 0]);
});

Deno.test("pdfBytes() draws the code of a page at the right of its notes, on the next page without room for it", async () => {
  const notes = (count: number): PdfPart => ({
    kind: "notes",
    above: 10,
    notes: Array.from({ length: count }, (_, line) => `Note ${line}`),
    link: { code: { size: 4, path: "M0 0h4v4z" }, alt: "Code", text: "Votre page", url: "a.fr" },
  });
  const placeOf = async (...page: PdfPage) => {
    const bytes = await pdfBytes(OPTIONS, [page]);
    const { places: [at, scale], figures: [box] } = readDrawing(bytes);
    return { at, scale, box, pageCount: (await readTags(bytes)).pages.length };
  };
  // 84 points wide, inside the right margin at 553.28; a side of four modules.
  deepStrictEqual(await placeOf(notes(1)), {
    at: [1, 0, 0, 1, 469.28, 42],
    scale: [21, 0, 0, 21, 0, 0],
    box: [469.28, 42, 553.28, 126],
    pageCount: 1,
  });
  // A line is 1.35 × its size high: 661.5 of 757.89 points leave 86.39 under a gap of 10, and 675 leave 72.89.
  const under = async (size: number, noteCount = 1) => {
    const { at, pageCount } = await placeOf({ ...heading, text: "a", size }, notes(noteCount));
    return { top: at?.at(-1), pageCount };
  };
  deepStrictEqual(await under(490), { top: 713.5, pageCount: 1 });
  deepStrictEqual(await under(500), { top: 42, pageCount: 2 });
  // Nine notes of 8.62 points and the two lines of the link are higher than the code.
  deepStrictEqual(await under(490, 9), { top: 42, pageCount: 2 });
});

Deno.test("pdfBytes() gives a wide column of a table one and a half times the width of another, and its words their room", async () => {
  const widthsOf = async (texts: readonly string[], isFirstWide = false) => {
    const head = [false, true, false].map((isWide) => ({ text: "kWh", isWide }));
    const table: PdfPart = {
      kind: "table",
      above: 0,
      head: [{ text: "Usage", isWide: isFirstWide }, ...head],
      rows: [texts.map((text) => ({ text }))],
    };
    const { boxes } = readDrawing(await pdfBytes(OPTIONS, [[table]]));
    return boxes.map(([left, , width]) => [left, width]);
  };
  // 511.28 points between the margins, 92 of them for the first column; 419.28 / 3.5 = 119.79, × 1.5 = 179.69.
  deepStrictEqual(await widthsOf(["Gaz", "1", "2", "3"]), [
    [42, 92],
    [134, 119.79],
    [253.79, 179.69],
    [433.49, 119.79],
  ]);
  deepStrictEqual((await widthsOf(["Gaz", "1", "2", "3"], true))[0], [42, 300]);
  // A digit of 8.5 points is 4.727 wide: 30 and the padding take 149.92. The two others give it 30.12, in proportion.
  const [, [, long = 0] = [], [, wide = 0] = [], [, last = 0] = []] = await widthsOf(
    ["Gaz", "0".repeat(30), "2", "3"],
  );
  ok(Math.abs(long - 149.92) < 0.05, `${long}`);
  ok(wide > last && Math.abs(wide + last + long - 419.28) < 0.05, `${wide} ${last}`);
});

Deno.test("pdfBytes() aligns the names of the rows of a table on the left, and its figures on the right", async () => {
  const table: PdfPart = {
    kind: "table",
    above: 0,
    head: ["Usage", "kWh"].map((text) => ({ text, isWide: false })),
    rows: [["Gaz", "1"], ["Eau chaude", "1000"]].map((texts) => texts.map((text) => ({ text }))),
  };
  const pdf = await getDocumentProxy(await pdfBytes(OPTIONS, [[table]]));
  try {
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const lines = items.flatMap((item) => "str" in item && item.str.trim() !== "" ? [item] : []);
    const ends = lines.map(({ str, transform: [, , , , left = 0], width }) =>
      /^\d|kWh/.test(str) ? left + width : left
    );
    // 4 points inside the margins of 42 of a page of 595.28.
    deepStrictEqual(ends.map(Math.round), [46, 549, 46, 549, 46, 549]);
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

Deno.test("pdfChunks() ends its Worker when its reader cancels, and writes the next document", async () => {
  for await (const chunk of pdfChunks(OPTIONS, [[heading], [heading], [heading]])) {
    ok(chunk.length > 0);
    break;
  }
  strictEqual((await readTags(await written(heading))).pages.length, 1);
});

const ADDRESS = "https://plateforme.example/my-home/p01/p01-l001/2026-10?à=côté";

Deno.test("qrCode() draws a code that a reader decodes", () => {
  strictEqual(readCode(qrCode(ADDRESS)), ADDRESS);
});

Deno.test("qrCode() throws for a text too long for any code", () => {
  throws(() => qrCode("x".repeat(3_000)));
});
