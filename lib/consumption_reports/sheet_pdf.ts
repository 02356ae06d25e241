/** Draws the sheet of a dwelling's report as a PDF page. @module */

import type { Services } from "@/lib/api/services.ts";
import { wholePercent } from "@/lib/base/rounding.ts";
import { formatPercent } from "@/lib/base/text_format.ts";
import {
  type PdfBars,
  pdfBytes,
  type PdfCell,
  type PdfLook,
  type PdfPage,
  type PdfTable,
  type PdfText,
  pdfText as text,
} from "@/lib/files/pdf_writer.ts";
import { qrCode } from "@/lib/files/qr_code.ts";
import { CONSUMPTION_STATUS_LABELS, PROGRESS_LABELS } from "@/lib/housing/text.ts";
import { links } from "@/lib/ui/links.ts";
import type { Handler } from "./calls.ts";
import type { ConsumptionItem, ReportSheet } from "./schema.ts";
import { readReportSettings } from "./settings.ts";
import { readReportSheet } from "./sheets.ts";
import { BARS_TITLE, IMAGE_LABEL, MEAN_LABEL, TABLE_TITLE, totalCostText } from "./text.ts";
import {
  changeText,
  comparedUses,
  correctedNote,
  QR_CODE_HINT,
  QR_CODE_LABEL,
  type SheetColumn,
  sheetColumns,
  sheetExplanations,
  sheetFileName,
  sheetSentences,
  sheetTitle,
} from "./text_sheet.ts";

/** Content of a report besides its figures. */
interface PageOptions {
  readonly hasImage: boolean;
  /** Address of the occupant's own page; null for a vacancy, and when the program does not know its own. */
  readonly url: string | null;
}

/** The report of a dwelling on one A4 page, with the text of its web page. @spec reports.pdf */
export function reportPage(sheet: ReportSheet, { hasImage, url }: PageOptions): PdfPage {
  const { days, headline, notices } = sheetSentences(sheet);
  return [
    ...hasImage ? [{ kind: "picture", alt: IMAGE_LABEL } as const] : [],
    ...titles(sheet, days),
    text("P", headline, { size: 12.5, above: 12, isBold: true }),
    ...notices.map((notice) => text("P", notice, { size: 9, above: 2 })),
    text("H2", TABLE_TITLE, { size: 13, above: 10, isBold: true }),
    tableOf(sheet),
    ...sheet.totalCost === null
      ? []
      : [text("P", totalCostText(sheet, sheet.totalCost), { size: 10, above: 6, isBold: true })],
    {
      kind: "charts",
      heading: text("H2", BARS_TITLE, { size: 13, above: 10, isBold: true }),
      charts: barsOf(sheet),
    },
    {
      kind: "notes",
      above: 10,
      notes: sheetExplanations(sheet),
      link: url === null
        ? null
        : { code: qrCode(url), alt: QR_CODE_LABEL, text: QR_CODE_HINT, url },
    },
  ];
}

function titles(sheet: ReportSheet, days: string | null): PdfText[] {
  const { residence, dwelling, occupant } = sheet;
  return [
    ...line([residence], { size: 11, above: 0, isSoft: true }),
    text("H1", sheetTitle(sheet), { size: 20, above: 0, isBold: true }),
    ...line([dwelling, occupant], { size: 12, above: 0 }),
    ...days === null ? [] : [text("P", days, { size: 10, above: 0, isSoft: true })],
  ];
}

/** Names on one line; a name without letters or digits, which a PDF may not write, is skipped with its dash. */
function line(names: readonly (string | null)[], look: PdfLook): PdfText[] {
  const written = names.filter((name) => name !== null && /[\p{L}\p{N}]/u.test(name));
  return written.length === 0 ? [] : [text("P", written.join(" – "), look)];
}

/** Columns with text under the figures. */
const WIDE: ReadonlySet<SheetColumn["field"]> = new Set(["before", "reference"]);

function tableOf(sheet: ReportSheet): PdfTable {
  const columns = sheetColumns(sheet);
  return {
    kind: "table",
    above: 3,
    head: columns.map(({ field, label }) => ({ text: label, isWide: WIDE.has(field) })),
    rows: sheet.items.map((item) => columns.map((column) => cellOf(column, item))),
  };
}

/** A figure, with the meaning of its colour as text below. */
function cellOf({ field, text: textOf }: SheetColumn, item: ConsumptionItem): PdfCell {
  const figure = textOf(item);
  const { status, progress, referencePercent } = item;
  if (field === "before") {
    const label = status && CONSUMPTION_STATUS_LABELS[status].toLowerCase();
    const change = [changeText(item), label].filter(Boolean).join(", ");
    return { text: inLines(figure, change, correctedNote(item)), tone: status };
  }
  if (field === "reference" && progress !== null) {
    const share = formatPercent(wholePercent(referencePercent ?? 0), 0);
    const label = PROGRESS_LABELS[progress].toLowerCase();
    return { text: inLines(figure, `${share}, ${label}`), tone: progress };
  }
  return { text: figure };
}

function inLines(...lines: readonly string[]): string {
  return lines.filter((line) => line !== "").join("\n");
}

function barsOf(sheet: ReportSheet): PdfBars[] {
  return comparedUses(sheet, MEAN_LABEL)
    .filter(({ isPart }) => !isPart)
    .map(({ label, bars }) => {
      const drawn = bars.map(({ name, text, value }) => ({ value, label: `${text}, ${name}` }));
      const alt = `${label}\u00A0: ${drawn.map((bar) => bar.label).join("\u00A0; ")}`;
      return { label, alt, bars: drawn };
    });
}

/** The report of a dwelling on one page. @spec reports.pdf */
export const getConsumptionReportPdf: Handler<"getConsumptionReportPdf"> = async (
  services,
  { projectId, houseId, month, on },
  reader,
) => {
  const found = await readReportSheet(services, { projectId, month, houseId, reader, on });
  if (!found.ok) return found;
  const sheet = found.answer;
  const { options, pageOf } = await reportPages(services, projectId, sheetTitle(sheet));
  const bytes = await pdfBytes(options, [pageOf(sheet)]);
  return { ok: true, answer: { fileName: `${sheetFileName(sheet)}.pdf`, bytes } };
};

/** How the reports of a residence are drawn: with its image, and a way to the own page of each occupant. */
export async function reportPages(services: Services, projectId: string, title: string) {
  const { value: { image } } = await readReportSettings(services, projectId);
  const origin = services.ownOrigin();
  const pageOf = (sheet: ReportSheet) => {
    const url = origin === null || sheet.isVacant ? null : origin + links.ownHouse(sheet);
    return reportPage(sheet, { hasImage: image !== null, url });
  };
  return { options: { title, now: services.now(), image }, pageOf };
}
