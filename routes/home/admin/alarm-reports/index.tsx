import { organisationReports } from "@/lib/pages/alarms/alarm_reports_page.ts";
import { define } from "@/lib/web/state.ts";
import { reportListHandlers, ReportListPage } from "@/routes/(_components)/ReportListPage.tsx";

export const handler = reportListHandlers(organisationReports);

export default define.page<typeof handler>(({ data }) => <ReportListPage {...data} />);
