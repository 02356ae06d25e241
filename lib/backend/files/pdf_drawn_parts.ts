import type { PdfBars, PdfNotes, PdfPart, PdfTable, PdfText, PdfTone } from "./pdf_parts.ts";
import { writable } from "./pdf_letters.ts";
import type { OpenedImage, PDFDocument, StructureElement, TableCell } from "./pdfkit_types.ts";

/** Where a part is drawn. */
export interface Sheet {
  readonly document: PDFDocument;
  readonly section: StructureElement;
  readonly image: OpenedImage | null;
  /** Whether nothing is above. */
  readonly isFirst: boolean;
}

const FONTS = { plain: "Helvetica", bold: "Helvetica-Bold" } as const;
const LINE_HEIGHT = 1.35;

const INK = "#182226";
const SOFT_INK = "#4f5d63";
const LINE = "#d9deda";
const HEAD = "#eceeeb";
const TONES: Readonly<Record<PdfTone, string>> = {
  "good": "#17663a",
  "bad": "#8a4600",
  "very-bad": "#a8231b",
};

/** Draws a part under the one before it, and says what it is in the structure tree. */
export function drawPart(sheet: Sheet, part: PdfPart): void {
  const { document } = sheet;
  if (part.kind === "picture") return drawPicture(sheet, part.alt);
  if (!sheet.isFirst) document.y += part.above;
  if (part.kind === "text") drawText(sheet, part);
  if (part.kind === "table") drawTable(sheet, part);
  if (part.kind === "bars") drawBars(sheet, part);
  if (part.kind === "notes") drawNotes(sheet, part);
}

function drawText({ document, section }: Sheet, part: PdfText): void {
  const { tag, text, size, isBold = false, isSoft = false } = part;
  document.font(isBold ? FONTS.bold : FONTS.plain).fontSize(size)
    .fillColor(isSoft ? SOFT_INK : INK);
  const lineGap = size * LINE_HEIGHT - document.currentLineHeight();
  section.add(document.struct(tag, {}, [() => document.text(writable(text), { lineGap })]));
}

const CELL_SIZE = 8.5;
/** The first column names its row. */
const FIRST_COLUMN = 92;
/** A wide column to another. */
const WIDE = 1.5;

function drawTable({ document, section }: Sheet, { head, rows }: PdfTable): void {
  const cell = (text: string, isHead: boolean, column: number): TableCell => ({
    text: writable(text),
    type: "TD",
    align: { x: column === 0 ? "left" : "right", y: "center" },
    font: { src: isHead ? FONTS.bold : FONTS.plain, size: CELL_SIZE },
    textColor: INK,
  });
  const shares = head.slice(1).map(({ isWide }) => isWide ? WIDE : 1);
  const room = document.page.width - 2 * document.x - FIRST_COLUMN;
  const unit = room / shares.reduce((sum, share) => sum + share, 0);
  document.font(FONTS.plain).fontSize(CELL_SIZE).table({
    structParent: section,
    columnStyles: [FIRST_COLUMN, ...shares.map((share) => share * unit)],
    defaultStyle: {
      border: { top: 0, right: 0, bottom: 0.5, left: 0 },
      borderColor: { bottom: LINE },
      padding: [3.5, 4, 3.5, 4],
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

const BAR = { height: 6, gap: 3, labelWidth: 104, valueWidth: 140, size: 7.5 };
const BAR_COLOURS = ["#0b5567", "#7c898d", "#b9c6c3"] as const;

function drawBars({ document, section }: Sheet, { label, alt, bars }: PdfBars): void {
  const height = bars.length * (BAR.height + BAR.gap);
  makeRoom(document, height);
  const { x, y } = document;
  const right = document.page.width - x;
  const left = x + BAR.labelWidth;
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE);
  const unit = (right - BAR.valueWidth - left) / most;
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

/** Largest picture, points. */
const PICTURE = { width: 120, height: 64 };

function drawPicture({ document, section, image }: Sheet, alt: string): void {
  if (image === null) return;
  const scale = Math.min(PICTURE.width / image.width, PICTURE.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const { x, y } = document;
  const left = document.page.width - x - width;
  const bbox = [left, y, left + width, y + height] as const;
  section.add(document.struct("Figure", { alt: writable(alt), bbox }, [
    () => document.image(image, left, y, { width, height }),
  ]));
  document.x = x;
  document.y = y;
}

const NOTES = { codeSide: 84, gap: 14, size: 7.5, linkSize: 8.5 };

function drawNotes({ document, section }: Sheet, { notes, link }: PdfNotes): void {
  const { x } = document;
  const codeX = document.page.width - x - NOTES.codeSide;
  const width = (link === null ? document.page.width - x : codeX - NOTES.gap) - x;
  document.font(FONTS.plain).fontSize(NOTES.size).fillColor(SOFT_INK);
  const lines = notes.map(writable);
  const height = lines.reduce((sum, line) => sum + document.heightOfString(line, { width }), 0);
  makeRoom(document, Math.max(height, link === null ? 0 : NOTES.codeSide));
  const { y } = document;
  for (const line of lines) {
    section.add(document.struct("P", {}, [() => document.text(line, x, document.y, { width })]));
  }
  if (link === null) return;
  const { code, alt, text, url } = link;
  section.add(document.struct("P", {}, [() => {
    document.font(FONTS.bold).fontSize(NOTES.linkSize).fillColor(INK)
      .text(writable(text), x, document.y + 4, { width });
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
