import { type Context, HttpError, page } from "fresh";
import type { ConflictLine } from "@/components/forms/Conflict.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { TEAM_FIELDS } from "@/components/organisations/TeamForm.tsx";
import { Notice } from "@/components/page/Notice.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import {
  reachCount,
  readTeam,
  type TypedTeam,
  typedTeam,
} from "@/lib/domain/organisations/team_form.ts";
import type { TagGroup, Team } from "@/lib/domain/organisations/types.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import {
  readTeamForm,
  type RefusedTeam,
  refusedTeam,
  teamChoices,
} from "@/lib/pages/organisations/team_page.ts";
import { SAVED } from "@/lib/text/forms.ts";
import { reachText, rolesText, teamLossText } from "@/lib/text/organisations/organisations.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { TeamEditor } from "./(_components)/TeamEditor.tsx";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const { teamId = "" } = ctx.params;
    const sent = await readTeamForm(ctx, TEAM_FIELDS);
    if (!sent.ok) return await showPage(ctx, sent.refused);
    const { api } = ctx.state;
    const result = sent.isRemoval
      ? await api.call("deleteTeam", { orgId, teamId })
      : await api.call("putTeam", { orgId, teamId, body: sent.body });
    if (!result.ok) return await showPage(ctx, refusedTeam(sent.values, result));
    return seeOther(ctx, sent.isRemoval ? links.teams() : savedPath(links.team(teamId), "team"));
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { team, choices, residenceCount, refused } = data;
  const isSaved = refused === null && url.searchParams.get("saved") === "team";
  return (
    <>
      <PageTitle
        title={team.name}
        subtitle={`${administered(state).name} · Compte sur\u00A0: ${
          reachText(residenceCount, team.tags.length === 0).toLowerCase()
        }`}
        back={{ href: links.teams(), label: PAGE_NAMES.teams }}
      />
      {isSaved && <Notice tone="good" live title={SAVED} />}
      <TeamEditor
        action={links.team(team.id)}
        submit="Enregistrer"
        choices={choices}
        values={typedTeam(team)}
        refused={refused}
        lines={refused === null ? [] : conflictLines(refused.values, team, choices.tags)}
        version={team.version}
      />
      <PostForm class="card" action={links.team(team.id)}>
        <Removal
          label="Supprimer l’équipe"
          text={teamLossText(team.users.length, residenceCount)}
        />
      </PostForm>
    </>
  );
});

/** What was typed and what another user saved, where they differ. */
function conflictLines(
  values: TypedTeam,
  stored: Team,
  tags: readonly TagGroup[],
): ConflictLine[] {
  const typed = readTeam(values);
  const labels = new Map(tags.flatMap((group) => group.values.map(({ id, label }) => [id, label])));
  const listed = (ids: readonly string[]) => ids.map((id) => labels.get(id) ?? id).join(", ");
  return [
    { label: "Nom", typed: typed.name, stored: stored.name },
    { label: "Membres", typed: typed.users.join(", "), stored: stored.users.join(", ") },
    { label: "Catégories", typed: listed(typed.tags), stored: listed(stored.tags) },
    { label: "Rôles", typed: rolesText(typed.roles), stored: rolesText(stored.roles) },
  ].filter((line) => line.typed !== line.stored);
}

async function showPage(ctx: Context<State>, refused: RefusedTeam | null) {
  const { id: orgId } = administered(ctx.state);
  const teams = answered(await ctx.state.api.call("listTeams", { orgId }));
  const team = teams.find(({ id }) => id === ctx.params.teamId);
  if (team === undefined) throw new HttpError(404, "not-found");
  ctx.state.title = windowTitle(PAGE_NAMES.teams, team.name);
  const choices = await teamChoices(ctx.state, team);
  const residenceCount = reachCount(team, choices.residences);
  return page({ team, choices, residenceCount, refused }, { status: refused?.status ?? 200 });
}
