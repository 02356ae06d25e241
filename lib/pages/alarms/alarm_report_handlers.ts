import { type Context, page } from "fresh";
import type { ShownForm } from "@/lib/forms/form.ts";
import { windowTitle } from "@/lib/text/pages.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import { define, type State } from "@/lib/web/state.ts";
import { readReportPage, reportAction, type ReportLevel } from "./alarm_reports_page.ts";

/** Returns the level of a page: a residence, the organisation, or the user. */
type LevelOf = (ctx: Context<State>) => ReportLevel;

/** The page of one mail report of a level, or of a new one when the URL has no id. */
export function reportHandlers(levelOf: LevelOf) {
  const show = async (ctx: Context<State>, shown: ShownForm | null) => {
    const { now } = ctx.state;
    const read = await readReportPage(levelOf(ctx), { reportId: reportIdOf(ctx), now });
    ctx.state.title = windowTitle(read.level.title, read.report?.name);
    const hasWebhooks = ctx.state.config.webhooks !== "off";
    return page({ ...read, shown, hasWebhooks }, { status: shown?.status ?? 200 });
  };
  return define.handlers({
    GET: (ctx) => show(ctx, null),
    POST(ctx) {
      const level = levelOf(ctx);
      return submitForms(ctx, {
        forms: { report: reportAction(level, reportIdOf(ctx)) },
        path: level.list,
        show: (shown) => show(ctx, shown),
      });
    },
  });
}

function reportIdOf({ params }: Context<State>): string | null {
  return params.reportId ?? null;
}
