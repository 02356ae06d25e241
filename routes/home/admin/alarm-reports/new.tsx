import { ReportPage } from "../../../(_components)/ReportPage.tsx";
import { reportHandlers } from "../../../../lib/web/alarm_report_handlers.ts";
import { organisationReports } from "../../../../lib/web/alarm_reports_page.ts";
import { define } from "../../../../lib/web/define.ts";

export const handler = reportHandlers(organisationReports);

export default define.page<typeof handler>(({ data, url }) => (
  <ReportPage {...data} action={url.pathname} />
));
