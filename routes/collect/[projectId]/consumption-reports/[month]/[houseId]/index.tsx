import { ReportSheetPage, sheetTable } from "@/components/consumption_reports/ReportSheetPage.tsx";
import { OccupancyPeriodLinks } from "@/components/housing/HouseLinks.tsx";
import { firstDayOf } from "@/lib/base/civil_dates.ts";
import { daysOfMonth } from "@/lib/base/periods.ts";
import { readSheet } from "@/lib/consumption_reports/pages.ts";
import { sheetTitle } from "@/lib/consumption_reports/text_sheet.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const read = await readSheet(ctx);
    const { sheet } = read;
    ctx.state.title = [sheetTitle(sheet), `${sheet.residence}, ${sheet.dwelling}`];
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
        label: PAGES.consumptionReports.title,
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
