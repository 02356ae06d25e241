import { type Context, page } from "fresh";
import { Refusal } from "../../../../components/forms/Refusal.tsx";
import { ROLES_FIELD } from "../../../../components/organisations/RoleBoxes.tsx";
import {
  TEAM_TAGS_FIELD,
  TeamForm,
  USERS_FIELD,
} from "../../../../components/organisations/TeamForm.tsx";
import { PageTitle } from "../../../../components/page/PageTitle.tsx";
import UnsavedGuard from "../../../../islands/forms/UnsavedGuard.tsx";
import RolePicker from "../../../../islands/organisations/RolePicker.tsx";
import { NEW_TEAM } from "../../../../lib/domain/organisations/team_form.ts";
import { links } from "../../../../lib/links/links.ts";
import { PAGE_NAMES, windowTitle } from "../../../../lib/text/pages.ts";
import { administered } from "../../../../lib/web/administration.ts";
import { define } from "../../../../lib/web/define.ts";
import type { State } from "../../../../lib/web/state.ts";
import { seeOther } from "../../../../lib/web/submit.ts";
import {
  readTeamForm,
  type RefusedTeam,
  refusedTeam,
  teamChoices,
} from "../../../../lib/web/team_page.ts";

export const handler = define.handlers({
  GET: (ctx) => shown(ctx, null),

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const fields = { roles: ROLES_FIELD, users: USERS_FIELD, tags: TEAM_TAGS_FIELD };
    const sent = await readTeamForm(ctx, fields);
    if (!sent.ok) return await shown(ctx, sent.refused);
    const result = await ctx.state.api.call("createTeam", { orgId, body: sent.body });
    if (result.ok) return seeOther(ctx, links.teams());
    return await shown(ctx, refusedTeam(sent.values, result));
  },
});

export default define.page<typeof handler>(({ data: { people, tags, boxes, refused } }) => {
  const values = refused?.values ?? NEW_TEAM;
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.newTeam}
        back={{ href: links.teams(), label: PAGE_NAMES.teams }}
      />
      {refused && <Refusal {...refused} lines={[]} />}
      <TeamForm
        action={links.newTeam()}
        cancel={links.teams()}
        submit="Créer l’équipe"
        values={values}
        errors={refused?.errors ?? {}}
        version={null}
        people={people}
        tags={tags}
        unsaved={refused !== null}
      >
        <RolePicker groups={boxes} ticked={values.roles} />
      </TeamForm>
      <UnsavedGuard />
    </>
  );
});

async function shown(ctx: Context<State>, refused: RefusedTeam | null) {
  const { name } = administered(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.newTeam, name);
  const { people, tags, boxes } = await teamChoices(ctx.state, null);
  return page({ people, tags, boxes, refused }, { status: refused?.status ?? 200 });
}
