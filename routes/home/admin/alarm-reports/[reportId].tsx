import { reportHandlers } from "@/lib/pages/alarms/alarm_report_handlers.ts";
import { organisationReports } from "@/lib/pages/alarms/alarm_reports_page.ts";
import { define } from "@/lib/web/state.ts";
import { ReportPage } from "@/routes/(_components)/ReportPage.tsx";

export const handler = reportHandlers(organisationReports);

export default define.page<typeof handler>(({ data, url }) => <ReportPage {...data} url={url} />);
