import { windowTitle } from "@/lib/links/links.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import { readReportPage, reportAction, type ReportLevel } from "./alarm_reports_page.ts";

/** Returns the level of a page: a residence, the organisation, or the user. */
type LevelOf = (ctx: PageContext) => ReportLevel;

/** The page of one mail report of a level, or of a new one when the URL has no id. */
export function reportHandlers(levelOf: LevelOf) {
  const read = async (ctx: PageContext) => {
    const { now } = ctx.state;
    const report = await readReportPage(levelOf(ctx), { reportId: reportIdOf(ctx), now });
    ctx.state.title = windowTitle(report.level.title, report.report?.name);
    return { ...report, hasWebhooks: ctx.state.config.webhooks !== "off" };
  };
  const forms = (ctx: PageContext) => ({ report: reportAction(levelOf(ctx), reportIdOf(ctx)) });
  return define.handlers(formHandlers(read, forms, {
    guard: levelOf,
    path: (ctx) => levelOf(ctx).list,
  }));
}

function reportIdOf({ params }: PageContext): string | null {
  return params.reportId ?? null;
}
