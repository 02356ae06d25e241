import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { drawTable } from "./pdf_drawn_table.ts";
import { writable } from "./pdf_letters.ts";
import { CELL_SIZE, FONTS, INK, LINE, LINE_HEIGHT, SOFT_INK } from "./pdf_look.ts";
import type { PdfBars, PdfCharts, PdfNotes, PdfPart, PdfText } from "./pdf_parts.ts";
import type { OpenedImage, PDFDocument, StructureElement } from "./pdfkit_types.ts";

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
export function drawPart(sheet: Sheet, part: PdfPart): void {
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
export function pictureBox(document: PDFDocument, image: OpenedImage): PictureBox {
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
