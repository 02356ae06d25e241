import { reportHandlers, ReportPage } from "@/components/alarms/ReportPages.tsx";
import { ownReports } from "@/lib/alarms/report_pages.ts";
import { define } from "@/lib/web/state.ts";

export const handler = reportHandlers(ownReports);

export default define.page<typeof handler>(({ data, url }) => <ReportPage {...data} url={url} />);
