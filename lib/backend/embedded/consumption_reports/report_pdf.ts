import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { pdfBytes } from "@/lib/backend/files/pdf_writer.ts";
import type { ReportSheet } from "@/lib/domain/consumption_reports/types.ts";
import { links } from "@/lib/links/links.ts";
import { sheetFileName, sheetTitle } from "@/lib/text/consumption_reports/sheet.ts";
import { type PageOptions, reportPage } from "./report_page.ts";
import { readReportSheet } from "./report_sheets.ts";
import { readReportSettings } from "./settings.ts";

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
    const shown: PageOptions = { hasImage: image !== null, url };
    return reportPage(sheet, shown);
  };
  return { options: { title, now: services.now(), image }, pageOf };
}
