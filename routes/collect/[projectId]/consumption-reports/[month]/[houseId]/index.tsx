import { page } from "fresh";
import { sheetFile } from "@/components/consumption_reports/SheetTable.tsx";
import { links } from "@/lib/links/links.ts";
import { readSheet } from "@/lib/pages/consumption_reports/report_sheet_page.ts";
import { sheetTitle } from "@/lib/text/consumption_reports/sheet.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/state.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { ReportSheetPage } from "@/routes/(_components)/ReportSheetPage.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const read = await readSheet(ctx);
    const { sheet } = read;
    ctx.state.title = windowTitle(sheetTitle(sheet), `${sheet.residence}, ${sheet.dwelling}`);
    return tableFile(ctx.url, sheetFile(sheet)) ?? page(read);
  },
});

/** The report of a dwelling for a month, on one page that prints (B §7). */
export default define.page<typeof handler>(({ data: { sheet, qr }, state, url }) => {
  const { projectId, houseId, month: shown } = sheet;
  const at = { projectId, houseId };
  return (
    <ReportSheetPage
      {...{ sheet, state, url }}
      back={{
        href: links.consumptionReports(projectId, shown),
        label: PAGE_NAMES.consumptionReports,
      }}
      hrefOf={(month) => links.consumptionReport({ ...at, month })}
      image={links.consumptionReportImage(projectId)}
      qr={qr}
    >
      {/* The file is of the last occupancy of the month. */}
      {!url.searchParams.has("on") && (
        <a class="button" href={links.consumptionReportPdf({ ...at, month: shown })}>
          Télécharger le PDF
        </a>
      )}
    </ReportSheetPage>
  );
});
