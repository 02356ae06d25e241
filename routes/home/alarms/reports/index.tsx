import { page } from "fresh";
import { AlarmReportTable } from "../../../../components/alarms/AlarmReportTable.tsx";
import { PageTitle } from "../../../../components/page/PageTitle.tsx";
import { windowTitle } from "../../../../lib/text/pages.ts";
import { ownReports } from "../../../../lib/web/alarm_reports_page.ts";
import { answered } from "../../../../lib/web/answered.ts";
import { define } from "../../../../lib/web/define.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const level = ownReports(ctx);
    const reports = answered(await level.reports());
    ctx.state.title = windowTitle(level.title, level.subtitle);
    return page({ level, reports });
  },
});

export default define.page<typeof handler>(({ data: { level, reports } }) => (
  <>
    <PageTitle title={level.title} subtitle={level.subtitle}>
      <a class="button button-primary" href={level.fresh}>Nouveau rapport</a>
    </PageTitle>
    <AlarmReportTable reports={reports} hrefOf={level.hrefOf} />
  </>
));
