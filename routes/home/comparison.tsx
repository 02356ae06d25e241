import { EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";
import { define, page } from "@/lib/web/state.ts";

/** Leads to the comparison, in the first residence whose boiler rooms the user reads. @spec projects.menu */
export const handler = define.handlers({
  async GET(ctx) {
    const { state } = ctx;
    const organisation = state.place?.organisation ?? null;
    const projects = organisation === null
      ? []
      : await state.api.read(PROJECTS_CALLS.listProjects, { orgId: organisation.id });
    const first = projects.find(({ allRoles }) => opensScreen("boiler-rooms", new Set(allRoles)));
    if (first !== undefined) return ctx.redirect(links.boilerRoomReports(first.id), 303);
    state.title = PAGE_NAMES.comparison;
    return page({});
  },
});

export default define.page<typeof handler>(() => (
  <>
    <PageTitle />
    <EmptyState title="Aucune chaufferie à comparer" icon="compare">
      <p>Un rôle sur les chaufferies d’une résidence ouvre cette page.</p>
    </EmptyState>
  </>
));
