import { reportListHandlers } from "@/lib/pages/alarms/alarm_report_handlers.ts";
import { ownReports } from "@/lib/pages/alarms/alarm_reports_page.ts";
import { define } from "@/lib/web/define.ts";
import { reportListColumns, ReportListPage } from "@/routes/(_components)/ReportListPage.tsx";

export const handler = reportListHandlers(ownReports, reportListColumns);

export default define.page<typeof handler>(({ data, url }) => (
  <ReportListPage
    {...data}
    url={url}
  />
));
