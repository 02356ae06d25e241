import { page } from "fresh";
import {
  AlarmReportTable,
  reportColumns,
} from "../../../../components/alarms/AlarmReportTable.tsx";
import { PageTitle } from "../../../../components/page/PageTitle.tsx";
import { windowTitle } from "../../../../lib/text/pages.ts";
import { ownReports, readReportList } from "../../../../lib/web/alarm_reports_page.ts";
import { define } from "../../../../lib/web/define.ts";
import { tableFile, tableFileLinks } from "../../../../lib/web/table_file.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const level = ownReports(ctx);
    const { reports, offered } = await readReportList(level);
    ctx.state.title = windowTitle(level.title, level.subtitle);
    const columns = reportColumns(offered, level.hrefOf);
    const file = tableFile(ctx.url, { fileName: "rapports-alerte.csv", columns, rows: reports });
    return file ?? page({ level, reports, offered });
  },
});

export default define.page<typeof handler>(({ data: { level, reports, offered }, url }) => (
  <>
    <PageTitle title={level.title} subtitle={level.subtitle}>
      <a class="button button-primary" href={level.fresh}>Nouveau rapport</a>
    </PageTitle>
    <AlarmReportTable
      reports={reports}
      offered={offered}
      hrefOf={level.hrefOf}
      csv={tableFileLinks(url)}
    />
  </>
));
