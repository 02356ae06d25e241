import { reportListHandlers, ReportListPage } from "@/components/alarms/ReportPages.tsx";
import { organisationReports } from "@/lib/alarms/report_pages.ts";
import { define } from "@/lib/web/state.ts";

export const handler = reportListHandlers(organisationReports);

export default define.page<typeof handler>(({ data }) => <ReportListPage {...data} />);
