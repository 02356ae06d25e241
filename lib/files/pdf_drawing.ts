/** Draws texts, tables, charts and pictures on the pages of a PDF. @module */

// @ts-types="./pdfkit_types.ts"
import { type OpenedImage, PDFDocument, type StructureElement } from "pdfkit";
import { sumBy, sumOf } from "@/lib/base/sums.ts";
import {
  CELL_SIZE,
  FONTS,
  INK,
  LINE,
  LINE_HEIGHT,
  OPENED_FONTS,
  SOFT_INK,
  writable,
} from "./pdf_fonts.ts";
import type {
  PdfBars,
  PdfCharts,
  PdfNotes,
  PdfOptions,
  PdfPage,
  PdfPart,
  PdfTable,
  PdfText,
  PdfTone,
} from "./pdf_writer.ts";
import type { TableCell } from "./pdfkit_types.ts";

interface TableSheet {
  readonly document: PDFDocument;
  readonly section: StructureElement;
}

const HEAD = "#eceeeb";
const TONES: Readonly<Record<PdfTone, string>> = {
  "good": "#17663a",
  "bad": "#8a4600",
  "very-bad": "#a8231b",
};

/** Widths of the first column, which names the rows, points: by default, and when it is wide. */
const FIRST_COLUMN = 92;
const WIDE_FIRST_COLUMN = 300;
/** Width of a wide column relative to another. */
const WIDE = 1.5;
/** Points. */
const PADDING = { top: 3.5, right: 4, bottom: 3.5, left: 4 };
/** Tolerance, points: the library breaks a word as wide as its cell because of rounding. */
const ROUNDING = 0.1;

/** Draws a table, with the headings of rows and columns in the structure tree. */
function drawTable({ document, section }: TableSheet, { head, rows }: PdfTable): void {
  const cell = (text: string, isHead: boolean, column: number): TableCell => ({
    text: writable(text),
    type: "TD",
    align: { x: column === 0 || head[column]?.isText ? "left" : "right", y: "center" },
    font: { src: isHead ? FONTS.bold : FONTS.plain, size: CELL_SIZE },
    textColor: INK,
  });
  document.fontSize(CELL_SIZE);
  const columns = head.slice(1).map(({ text, isWide }, rank) => {
    const texts = rows.map((cells) => writable(cells[rank + 1]?.text ?? ""));
    const heading = widestWord(document.font(FONTS.bold), [writable(text)]);
    const figures = widestWord(document.font(FONTS.plain), texts);
    const least = Math.max(heading, figures) + PADDING.left + PADDING.right + ROUNDING;
    return { least, share: isWide ? WIDE : 1 };
  });
  const first = head[0]?.isWide ? WIDE_FIRST_COLUMN : FIRST_COLUMN;
  const room = document.page.width - 2 * document.x - first;
  document.font(FONTS.plain).fontSize(CELL_SIZE).table({
    structParent: section,
    columnStyles: [first, ...columnWidths(columns, room)],
    defaultStyle: {
      border: { top: 0, right: 0, bottom: 0.5, left: 0 },
      borderColor: { bottom: LINE },
      padding: [PADDING.top, PADDING.right, PADDING.bottom, PADDING.left],
    },
    data: [
      head.map(({ text }, column) => ({
        ...cell(text, true, column),
        type: "TH",
        scope: "Column",
        backgroundColor: HEAD,
      })),
      ...rows.map((cells) =>
        cells.map(({ text, tone }, column): TableCell => ({
          ...cell(text, column === 0, column),
          ...column === 0 && { type: "TH", scope: "Row" },
          ...tone && { textColor: TONES[tone] },
        }))
      ),
    ],
  });
}

/** Width of the longest word, points. */
function widestWord(document: PDFDocument, texts: readonly string[]): number {
  const words = texts.flatMap((text) => text.split(/[ \n]/));
  return Math.max(0, ...words.map((word) => document.widthOfString(word)));
}

/** Column widths in proportion to their shares, but not below the widest word while there is room for all. */
function columnWidths(
  columns: readonly { readonly least: number; readonly share: number }[],
  room: number,
): number[] {
  const unit = room / sumBy(columns, ({ share }) => share);
  const missing = columns.map(({ least, share }) => least - share * unit);
  const lacking = sumOf(missing.filter((one) => one > 0));
  const spare = -sumOf(missing.filter((one) => one < 0));
  const moved = Math.min(lacking, spare);
  return columns.map(({ share }, rank) => {
    const own = missing[rank] ?? 0;
    const side = own > 0 ? lacking : spare;
    return share * unit + (side === 0 ? 0 : own * moved / side);
  });
}

/** Drawing state of a page. */
interface Sheet {
  readonly document: PDFDocument;
  readonly section: StructureElement;
  readonly image: OpenedImage | null;
  /** True when nothing is drawn above. */
  readonly isFirst: boolean;
  /** Position of the picture of the page; null without one. */
  readonly picture: PictureBox | null;
  /** The notes at the end of the page; null without any. */
  readonly notes: PdfNotes | null;
}

/** The left and the bottom of a picture in the top right corner, points. */
interface PictureBox {
  readonly left: number;
  readonly bottom: number;
}

/** Draws a part below the previous one, with its element of the structure tree. */
function drawPart(sheet: Sheet, part: PdfPart): void {
  const { document } = sheet;
  if (part.kind === "picture") return drawPicture(sheet, part.alt);
  if (part.kind === "charts") return drawCharts(sheet, part);
  if (!sheet.isFirst) document.y += part.above;
  if (part.kind === "text") drawText(sheet, part);
  if (part.kind === "table") drawTable(sheet, part);
  if (part.kind === "notes") drawNotes(sheet, part);
}

function drawText({ document, section, picture }: Sheet, part: PdfText): void {
  const { tag, text, size, isBold = false, isSoft = false } = part;
  document.font(isBold ? FONTS.bold : FONTS.plain).fontSize(size)
    .fillColor(isSoft ? SOFT_INK : INK);
  const lineGap = size * LINE_HEIGHT - document.currentLineHeight(true);
  const right = picture !== null && document.y < picture.bottom
    ? picture.left - PICTURE.gap
    : document.page.width - document.x;
  const width = right - document.x;
  section.add(document.struct(tag, {}, [() => document.text(writable(text), { lineGap, width })]));
}

const BAR = { above: 6, height: 6, gap: 3, labelWidth: 104, valueWidth: 140, size: 7.5 };
const BAR_COLOURS = ["#0b5567", "#7c898d", "#b9c6c3"] as const;

function drawCharts(sheet: Sheet, { heading, charts }: PdfCharts): void {
  const { document, notes } = sheet;
  const below = notes === null ? 0 : notes.above + notesHeight(document, notes);
  const heights = charts.map(({ bars }) => BAR.above + bars.length * (BAR.height + BAR.gap));
  const headed = heading.above + heading.size * LINE_HEIGHT;
  let room = document.page.maxY() - document.y - below - headed;
  const fit = heights.findIndex((height) => (room -= height) < 0);
  const drawn = fit < 0 ? charts : charts.slice(0, fit);
  if (drawn.length === 0) return;
  document.y += heading.above;
  drawText(sheet, heading);
  for (const chart of drawn) drawBars(sheet, chart);
}

function drawBars({ document, section }: Sheet, { label, alt, bars }: PdfBars): void {
  const height = bars.length * (BAR.height + BAR.gap);
  document.y += BAR.above;
  const { x, y } = document;
  const right = document.page.width - x;
  const left = x + BAR.labelWidth;
  const most = Math.max(...bars.map(({ value }) => value));
  const unit = most <= 0 ? 0 : (right - BAR.valueWidth - left) / most;
  const bbox = [x, y, right, y + height] as const;
  section.add(document.struct("Figure", { alt: writable(alt), bbox }, [() => {
    document.font(FONTS.bold).fontSize(CELL_SIZE).fillColor(INK)
      .text(writable(label), x, y, { width: BAR.labelWidth, lineBreak: false });
    for (const [rank, bar] of bars.entries()) {
      const top = y + rank * (BAR.height + BAR.gap);
      const width = Math.max(0, bar.value) * unit;
      document.rect(left, top, width, BAR.height).fill(BAR_COLOURS[rank] ?? LINE);
      document.font(FONTS.plain).fontSize(BAR.size).fillColor(SOFT_INK)
        .text(writable(bar.label), left + width + 4, top, { lineBreak: false });
    }
  }]));
  document.x = x;
  document.y = y + height;
}

/** Maximum size of a picture, points. */
const PICTURE = { width: 120, height: 64, gap: 14 };

/** Position of the picture, at the top right of a page. */
function pictureBox(document: PDFDocument, image: OpenedImage): PictureBox {
  const scale = scaleOf(image);
  return {
    left: document.page.width - document.x - image.width * scale,
    bottom: document.y + image.height * scale,
  };
}

function scaleOf(image: OpenedImage): number {
  return Math.min(PICTURE.width / image.width, PICTURE.height / image.height);
}

function drawPicture({ document, section, image, picture }: Sheet, alt: string): void {
  if (image === null || picture === null) return;
  const { x, y } = document;
  const { left, bottom } = picture;
  const [width, height] = [document.page.width - x - left, bottom - y];
  const bbox = [left, y, left + width, bottom] as const;
  section.add(document.struct("Figure", { alt: writable(alt), bbox }, [
    () => document.image(image, left, y, { width, height }),
  ]));
  document.x = x;
  document.y = y;
}

const NOTES = { codeSide: 84, gap: 14, size: 7.5, aboveLink: 4, linkSize: 8.5 };

function notesWidth(document: PDFDocument, { link }: PdfNotes): number {
  const width = document.page.width - 2 * document.x;
  return link === null ? width : width - NOTES.codeSide - NOTES.gap;
}

function notesHeight(document: PDFDocument, part: PdfNotes): number {
  const { notes, link } = part;
  const width = notesWidth(document, part);
  const heightOf = (text: string) => document.heightOfString(text, { width });
  document.font(FONTS.plain).fontSize(NOTES.size);
  const height = sumBy(notes, (line) => heightOf(writable(line)));
  if (link === null) return height;
  document.fontSize(NOTES.linkSize);
  const linked = NOTES.aboveLink + heightOf(writable(link.text)) + heightOf(link.url);
  return Math.max(height + linked, NOTES.codeSide);
}

function drawNotes({ document, section }: Sheet, part: PdfNotes): void {
  const { notes, link } = part;
  makeRoom(document, notesHeight(document, part));
  const { x } = document;
  const width = notesWidth(document, part);
  const codeX = x + width + NOTES.gap;
  document.font(FONTS.plain).fontSize(NOTES.size).fillColor(SOFT_INK);
  const lines = notes.map(writable);
  const { y } = document;
  for (const line of lines) {
    section.add(document.struct("P", {}, [() => document.text(line, x, document.y, { width })]));
  }
  if (link === null) return;
  const { code, alt, text, url } = link;
  section.add(document.struct("P", {}, [() => {
    document.font(FONTS.bold).fontSize(NOTES.linkSize).fillColor(INK)
      .text(writable(text), x, document.y + NOTES.aboveLink, { width });
    document.font(FONTS.plain).text(url, { width });
  }]));
  const below = Math.max(document.y, y + NOTES.codeSide);
  const bbox = [codeX, y, codeX + NOTES.codeSide, y + NOTES.codeSide] as const;
  section.add(document.struct("Figure", { alt: writable(alt), bbox }, [() => {
    document.save().translate(codeX, y).scale(NOTES.codeSide / code.size)
      .path(code.path).fill("#000000").restore();
  }]));
  document.x = x;
  document.y = below;
}

function makeRoom(document: PDFDocument, height: number): void {
  if (document.y + height > document.page.maxY()) document.continueOnNewPage();
}

const MARGIN = 42;

/**
 * An A4 document as a tagged PDF: its text can be selected, searched and read aloud in order.
 *
 * Its bytes are returned as they are produced, so that a long document is never whole in memory.
 */
export class DrawnPdf {
  readonly #document: OwnDocument;
  readonly #body: StructureElement;
  readonly #image: OpenedImage | null;
  readonly #made: Uint8Array<ArrayBuffer>[] = [];
  readonly #whole = Promise.withResolvers<void>();

  constructor({ title, now, image = null }: PdfOptions) {
    this.#document = new OwnDocument({
      size: "A4",
      margin: MARGIN,
      lang: "fr-FR",
      tagged: true,
      pdfVersion: "1.7",
      displayTitle: true,
      autoFirstPage: false,
      font: null,
      info: { Title: title, CreationDate: new Date(now) },
      made: this.#made,
      onWhole: this.#whole.resolve,
    });
    for (const [name, font] of OPENED_FONTS) this.#document.registerFont(name, font, name);
    this.#image = image === null ? null : this.#document.openImage(image);
    this.#body = this.#document.struct("Document");
    this.#document.addStructure(this.#body);
  }

  addPage(parts: PdfPage): void {
    this.#document.addPage();
    const section = this.#document.struct("Sect");
    this.#body.add(section);
    const [document, image] = [this.#document, this.#image];
    const hasPicture = parts.some(({ kind }) => kind === "picture");
    const picture = image !== null && hasPicture ? pictureBox(document, image) : null;
    const notes = parts.find((part) => part.kind === "notes") ?? null;
    for (const [rank, part] of parts.entries()) {
      drawPart({ document, section, image, picture, notes, isFirst: rank === 0 }, part);
    }
    section.end();
    this.#document.forgetWords();
  }

  /** The bytes produced since the last call. */
  taken(): Uint8Array<ArrayBuffer>[] {
    return this.#made.splice(0);
  }

  /** Ends the document: the library writes a transparent picture, and all that follows it, asynchronously. */
  async end(): Promise<void> {
    this.#body.end();
    this.#document.end();
    await this.#whole.promise;
  }
}

/** Conformance claim of the file: ISO 14289-1, for screen readers. */
const CLAIM = `<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>`;

class OwnDocument extends PDFDocument {
  /** Collects the bytes immediately: the library's stream would deliver them some turns later. */
  protected override push(bytes: Uint8Array<ArrayBuffer> | null): boolean {
    if (bytes === null) this.options.onWhole();
    else this.options.made.push(bytes);
    return true;
  }

  /** Clears the layout cache: the words of all pages would exceed the Worker's memory. */
  forgetWords(): void {
    for (const font of Object.values(this._fontFamilies)) font.layoutCache = Object.create(null);
  }

  /** The library does not escape the title in XML; with its own claim it lists the letters of a font only in part. */
  protected override endMetadata(): void {
    this.appendXML(CLAIM);
    this.info.Title = this.info.Title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    super.endMetadata();
  }
}
