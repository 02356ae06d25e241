import { reportHandlers } from "@/lib/pages/alarms/alarm_report_handlers.ts";
import { projectReports } from "@/lib/pages/alarms/alarm_reports_page.ts";
import { define } from "@/lib/web/state.ts";
import { ReportPage } from "@/routes/(_components)/ReportPage.tsx";

export const handler = reportHandlers(projectReports);

export default define.page<typeof handler>(({ data, url }) => <ReportPage {...data} url={url} />);
