import { PageTitle } from "@/components/ui/Page.tsx";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { TEAM_FORM } from "@/lib/organisations/forms.ts";
import { leftErrors, teamChoices } from "@/lib/residences/tag_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { administered, define, type PageContext } from "@/lib/web/state.ts";
import { TeamEditor } from "./(_components)/TeamEditor.tsx";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data: { choices, page }, state }) => (
  <>
    <PageTitle subtitle={administered(state).name} />
    <TeamEditor page={page} submit="Créer l’équipe" choices={choices} team={null} />
  </>
));

function pageForms(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  const { sender } = ctx.state.api;
  return {
    team: save(TEAM_FORM, sender(ORGANISATIONS_CALLS.createTeam, { orgId }), {
      check: ({ user }) => leftErrors(ctx.state, user),
      next: () => links.teams(),
    }),
  };
}

async function readPage(ctx: PageContext) {
  return { choices: await teamChoices(ctx.state, null) };
}
