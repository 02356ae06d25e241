import { sheetTable } from "@/components/consumption_reports/sheet_table.tsx";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { readOwnSheet } from "@/lib/pages/consumption_reports/report_sheet_page.ts";
import { sheetTitle } from "@/lib/text/consumption_reports/sheet.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { define, page } from "@/lib/web/state.ts";
import { ReportSheetPage } from "@/routes/(_components)/ReportSheetPage.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const read = await readOwnSheet(ctx);
    const { sheet } = read;
    ctx.state.title = windowTitle(sheetTitle(sheet), sheet.residence);
    return tableFile(ctx.url, sheetTable(sheet)) ?? page(read);
  },
});

/** The report of the occupant's dwelling for a month, since they live there (domain §5.6). */
export default define.page<typeof handler>(({ data: { sheet, firstDay }, state, url }) => {
  const { projectId, houseId } = sheet;
  const at = { projectId, houseId };
  return (
    <ReportSheetPage
      {...{ sheet, state, url }}
      back={{ href: links.ownHouse(at), label: PAGE_NAMES.ownHouse }}
      hrefOf={(month) => links.ownReport({ ...at, month })}
      first={firstDay}
      image={links.ownReportImage(at)}
      qr={null}
    />
  );
});
