import { formPage } from "@/components/ui/FormBox.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { TEAM_FORM } from "@/lib/organisations/forms.ts";
import { leftErrors, teamChoices } from "@/lib/residences/member_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { administered, define, type PageContext } from "@/lib/web/state.ts";
import { TeamEditor } from "./(_components)/TeamEditor.tsx";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { choices, shown }, state, url }) => (
  <>
    <PageTitle
      title={PAGE_NAMES.newTeam}
      subtitle={administered(state).name}
    />
    <TeamEditor
      page={formPage(links.newTeam(), shown, url)}
      submit="Créer l’équipe"
      choices={choices}
      team={null}
    />
  </>
));

function pageForms(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  const { call } = ctx.state.api;
  return {
    team: save(TEAM_FORM, (body) => call(ORGANISATIONS_CALLS.createTeam, { orgId, body }), {
      check: ({ user }) => leftErrors(ctx.state, user),
      next: () => links.teams(),
    }),
  };
}

async function readPage(ctx: PageContext) {
  const { name } = administered(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.newTeam, name);
  const choices = await teamChoices(ctx.state, null);
  return { choices };
}
