import { ReportSheetPage, sheetTable } from "@/components/consumption_reports/ReportSheetPage.tsx";
import { readOwnSheet } from "@/lib/consumption_reports/pages.ts";
import { sheetTitle } from "@/lib/consumption_reports/text_sheet.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFile } from "@/lib/web/downloads.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const read = await readOwnSheet(ctx);
    const { sheet } = read;
    ctx.state.title = [sheetTitle(sheet), sheet.residence];
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
      back={{ href: links.ownHouse(at), label: PAGES.ownHouse.title }}
      hrefOf={(month) => links.ownReport({ ...at, month })}
      first={firstDay}
      image={links.ownReportImage(at)}
      qr={null}
    />
  );
});
