import { openingMonth, reportsOf } from "@/lib/consumption_reports/pages.ts";
import { links } from "@/lib/ui/links.ts";
import { define } from "@/lib/web/state.ts";

/** Redirects to the reports of the last finished month. */
export const handler = define.handlers({
  GET: (ctx) => {
    const { project } = reportsOf(ctx.state);
    return ctx.redirect(links.consumptionReports(project.id, openingMonth(ctx.state)), 303);
  },
});
