import { sheetTable } from "@/components/consumption_reports/sheet_table.tsx";
import { OccupancyPeriodLinks } from "@/components/housing/OccupancyPeriodLinks.tsx";
import { firstDayOf } from "@/lib/domain/periods/civil_dates.ts";
import { daysOfMonth } from "@/lib/domain/periods/period.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { readSheet } from "@/lib/pages/consumption_reports/report_sheet_page.ts";
import { sheetTitle } from "@/lib/text/consumption_reports/sheet.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { define, page } from "@/lib/web/state.ts";
import { ReportSheetPage } from "@/routes/(_components)/ReportSheetPage.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const read = await readSheet(ctx);
    const { sheet } = read;
    ctx.state.title = windowTitle(sheetTitle(sheet), `${sheet.residence}, ${sheet.dwelling}`);
    return tableFile(ctx.url, sheetTable(sheet)) ?? page(read);
  },
});

/** The report of a dwelling for a month, on one printable page (B §7). */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { sheet, qr, on, occupancyPeriod, occupancyPeriods } = data;
  const { projectId, houseId, month: shown } = sheet;
  const at = { projectId, houseId };
  const first = firstDayOf(shown);
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
      occupancies={
        <OccupancyPeriodLinks
          range={daysOfMonth(shown)}
          {...{ occupancyPeriod, occupancyPeriods }}
          isCompared={false}
          hrefOn={(day = first) =>
            links.consumptionReport({ ...at, month: shown }, day < first ? first : day)}
        />
      }
    >
      <a class="button" href={links.consumptionReportPdf({ ...at, month: shown }, on)}>
        Télécharger le PDF
      </a>
    </ReportSheetPage>
  );
});
