import { reportListColumns, ReportListPage } from "../../../../(_components)/ReportListPage.tsx";
import { reportListHandlers } from "../../../../../lib/web/alarm_report_handlers.ts";
import { projectReports } from "../../../../../lib/web/alarm_reports_page.ts";
import { define } from "../../../../../lib/web/define.ts";

export const handler = reportListHandlers(projectReports, reportListColumns);

export default define.page<typeof handler>(({ data, url }) => (
  <ReportListPage
    {...data}
    url={url}
  />
));
