import { ownReports } from "@/lib/pages/alarms/alarm_reports_page.ts";
import { define } from "@/lib/web/state.ts";
import { reportHandlers, ReportPage } from "@/routes/(_components)/ReportPage.tsx";

export const handler = reportHandlers(ownReports);

export default define.page<typeof handler>(({ data, url }) => <ReportPage {...data} url={url} />);
