import { type Context, page } from "fresh";
import { ReportPage } from "../../../(_components)/ReportPage.tsx";
import { windowTitle } from "../../../../lib/text/pages.ts";
import {
  ownReports,
  readReportPage,
  type ReportPage as ReportData,
  saveReportPage,
} from "../../../../lib/web/alarm_reports_page.ts";
import { define } from "../../../../lib/web/define.ts";
import type { State } from "../../../../lib/web/state.ts";
import { seeOther } from "../../../../lib/web/submit.ts";

export const handler = define.handlers({
  GET: async (ctx) => shown(ctx, await readReportPage(ownReports(ctx), ctx.params.reportId ?? "")),
  async POST(ctx) {
    const level = ownReports(ctx);
    const refused = await saveReportPage(ctx, level, ctx.params.reportId ?? "");
    return refused === null ? seeOther(ctx, level.list) : shown(ctx, refused);
  },
});

export default define.page<typeof handler>(({ data, url }) => (
  <ReportPage {...data} action={url.pathname} />
));

function shown(ctx: Context<State>, read: ReportData) {
  ctx.state.title = windowTitle(read.level.title, read.report?.name);
  return page(read, { status: read.status });
}
