import { RemovalForm } from "@/components/ui/FormBox.tsx";
import { Notice, PageTitle } from "@/components/ui/Page.tsx";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { TEAM_FORM } from "@/lib/organisations/forms.ts";
import { reachCount } from "@/lib/organisations/member_rules.ts";
import { reachText, teamLossText } from "@/lib/organisations/text.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { leftErrors, teamChoices } from "@/lib/residences/tag_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { SAVED } from "@/lib/ui/text.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { administered, define, oneOf, type PageContext } from "@/lib/web/state.ts";
import { TeamEditor } from "./(_components)/TeamEditor.tsx";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data, state }) => {
  const { team, choices, residenceCount, page } = data;
  return (
    <>
      <PageTitle
        title={team.name}
        subtitle={[
          administered(state).name,
          `Compte sur\u00A0: ${reachText(residenceCount, team.tags.length === 0).toLowerCase()}`,
        ]}
      />
      {page.saved === "team" && <Notice tone="good" live title={SAVED} />}
      <TeamEditor page={page} submit="Enregistrer" choices={choices} team={team} />
      <RemovalForm
        form="team"
        isCard
        action={links.team(team.id)}
        label="Supprimer l’équipe"
        text={teamLossText({ userCount: team.users.length, residenceCount })}
      />
    </>
  );
});

function pageForms(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  const { teamId = "" } = ctx.params;
  const { call, sender } = ctx.state.api;
  return {
    team: save(TEAM_FORM, sender(ORGANISATIONS_CALLS.putTeam, { orgId, teamId }), {
      check: ({ user }) => leftErrors(ctx.state, user),
      remove: () => call(ORGANISATIONS_CALLS.deleteTeam, { orgId, teamId }),
      removed: links.teams(),
    }),
  };
}

async function readPage(ctx: PageContext) {
  const { id: orgId } = administered(ctx.state);
  const teams = await ctx.state.api.read(ORGANISATIONS_CALLS.listTeams, { orgId });
  const team = oneOf(teams, ctx.params.teamId);
  ctx.state.title = [PAGES.teams.title, team.name];
  const [choices, residences] = await Promise.all([
    teamChoices(ctx.state, team),
    ctx.state.api.read(PROJECTS_CALLS.listProjects, { orgId }),
  ]);
  return { team, choices, residenceCount: reachCount(team, residences) };
}
