import { ReportPage } from "../../../(_components)/ReportPage.tsx";
import { reportHandlers } from "../../../../lib/web/alarm_report_handlers.ts";
import { ownReports } from "../../../../lib/web/alarm_reports_page.ts";
import { define } from "../../../../lib/web/define.ts";

export const handler = reportHandlers(ownReports);

export default define.page<typeof handler>(({ data, url }) => (
  <ReportPage {...data} action={url.pathname} />
));
