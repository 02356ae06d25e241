import { type Context, page } from "fresh";
import { TEAM_FIELDS } from "@/components/organisations/TeamForm.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { NEW_TEAM } from "@/lib/domain/organisations/team_form.ts";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import {
  readTeamForm,
  type RefusedTeam,
  refusedTeam,
  teamChoices,
} from "@/lib/pages/organisations/team_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { TeamEditor } from "./(_components)/TeamEditor.tsx";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const sent = await readTeamForm(ctx, TEAM_FIELDS);
    if (!sent.ok) return await showPage(ctx, sent.refused);
    const result = await ctx.state.api.call("createTeam", { orgId, body: sent.body });
    if (result.ok) return seeOther(ctx, links.teams());
    return await showPage(ctx, refusedTeam(sent.values, result));
  },
});

export default define.page<typeof handler>(({ data: { choices, refused }, state }) => (
  <>
    <PageTitle
      title={PAGE_NAMES.newTeam}
      subtitle={administered(state).name}
      back={{ href: links.teams(), label: PAGE_NAMES.teams }}
    />
    <TeamEditor
      action={links.newTeam()}
      submit="Créer l’équipe"
      choices={choices}
      values={NEW_TEAM}
      refused={refused}
      lines={[]}
      version={null}
    />
  </>
));

async function showPage(ctx: Context<State>, refused: RefusedTeam | null) {
  const { name } = administered(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.newTeam, name);
  const choices = await teamChoices(ctx.state, null);
  return page({ choices, refused }, { status: refused?.status ?? 200 });
}
