import { sumBy, sumOf } from "@/lib/domain/numbers/sums.ts";
import { writable } from "./pdf_letters.ts";
import { CELL_SIZE, FONTS, INK, LINE } from "./pdf_look.ts";
import type { PdfTable, PdfTone } from "./pdf_parts.ts";
import type { PDFDocument, StructureElement, TableCell } from "./pdfkit_types.ts";

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

/** Width of the first column, which names the rows, points. */
const FIRST_COLUMN = 92;
/** Width of a wide column relative to another. */
const WIDE = 1.5;
/** Points. */
const PADDING = { top: 3.5, right: 4, bottom: 3.5, left: 4 };
/** Tolerance, points: the library breaks a word as wide as its cell because of rounding. */
const ROUNDING = 0.1;

/** Draws a table, with the headings of rows and columns in the structure tree. */
export function drawTable({ document, section }: TableSheet, { head, rows }: PdfTable): void {
  const cell = (text: string, isHead: boolean, column: number): TableCell => ({
    text: writable(text),
    type: "TD",
    align: { x: column === 0 ? "left" : "right", y: "center" },
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
  const room = document.page.width - 2 * document.x - FIRST_COLUMN;
  document.font(FONTS.plain).fontSize(CELL_SIZE).table({
    structParent: section,
    columnStyles: [FIRST_COLUMN, ...columnWidths(columns, room)],
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
