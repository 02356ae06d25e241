import { monthOf } from "@/lib/base/civil_dates.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { links } from "@/lib/ui/links.ts";
import { define, todayOf } from "@/lib/web/state.ts";

/** Leads to the statements of the last season that is over; who reads no boiler room, to the page that says so. */
export const handler = define.handlers({
  async GET(ctx) {
    const { api, place } = ctx.state;
    const orgId = place?.organisation?.id;
    const projects = orgId === undefined
      ? []
      : await api.read(PROJECTS_CALLS.listProjects, { orgId });
    const reads = projects.some(({ allRoles }) => opensScreen("boiler-rooms", new Set(allRoles)));
    const year = seasonYearOf(monthOf(todayOf(ctx.state))) - 1;
    return ctx.redirect(reads ? links.settlements(year) : links.comparison(), 303);
  },
});
