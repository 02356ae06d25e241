import { links } from "@/lib/links/links.ts";
import { openingMonth, reportsOf } from "@/lib/pages/consumption_reports/reports_page.ts";
import { define } from "@/lib/web/state.ts";

/** Redirects to the reports of the last finished month. */
export const handler = define.handlers({
  GET: (ctx) => {
    const { project } = reportsOf(ctx.state);
    return ctx.redirect(links.consumptionReports(project.id, openingMonth(ctx.state)), 303);
  },
});
