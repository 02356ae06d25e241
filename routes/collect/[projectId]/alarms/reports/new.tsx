import { ReportPage } from "../../../../(_components)/ReportPage.tsx";
import { reportHandlers } from "../../../../../lib/web/alarm_report_handlers.ts";
import { projectReports } from "../../../../../lib/web/alarm_reports_page.ts";
import { define } from "../../../../../lib/web/define.ts";

export const handler = reportHandlers(projectReports);

export default define.page<typeof handler>(({ data, url }) => (
  <ReportPage {...data} action={url.pathname} />
));
