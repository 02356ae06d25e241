import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { runningSeason } from "@/lib/settlement/pages.ts";
import { links } from "@/lib/ui/links.ts";
import { define } from "@/lib/web/state.ts";

/** Leads to the statements of the last season that is over; who reads no boiler room, to the page that says so. */
export const handler = define.handlers({
  async GET(ctx) {
    const { api, place } = ctx.state;
    const orgId = place?.organisation?.id;
    const projects = orgId === undefined
      ? []
      : await api.read(PROJECTS_CALLS.listProjects, { orgId });
    const reads = projects.some(({ allRoles }) => opensScreen("boiler-rooms", new Set(allRoles)));
    const year = runningSeason(ctx.state) - 1;
    return ctx.redirect(reads ? links.settlements(year) : links.comparison(), 303);
  },
});
