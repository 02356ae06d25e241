import { type Context, HttpError, page } from "fresh";
import { Refusal } from "../../../../components/forms/Refusal.tsx";
import { SubmitBar } from "../../../../components/forms/SubmitBar.tsx";
import { TextField } from "../../../../components/forms/TextField.tsx";
import { PageTitle } from "../../../../components/page/PageTitle.tsx";
import type { EquipmentSettings } from "../../../../lib/domain/facilities/types.ts";
import { hasErrors } from "../../../../lib/domain/forms/field_errors.ts";
import { formErrors, type FormRules, required } from "../../../../lib/domain/forms/validators.ts";
import { links } from "../../../../lib/links/links.ts";
import { opensScreen } from "../../../../lib/links/menu.ts";
import { PAGE_NAMES, windowTitle } from "../../../../lib/text/pages.ts";
import { define } from "../../../../lib/web/define.ts";
import { refusedBy, type RefusedValues, wrongFields } from "../../../../lib/web/refused_values.ts";
import { residenceOf } from "../../../../lib/web/residence_page.ts";
import type { State } from "../../../../lib/web/state.ts";
import { readSubmission, seeOther } from "../../../../lib/web/submit.ts";

const FIELDS = ["name", "code"] as const;

const RULES: FormRules<EquipmentSettings> = { name: [required] };

export const handler = define.handlers({
  GET: (ctx) => shown(ctx, null),

  async POST(ctx) {
    const { project } = onlyWriters(ctx.state);
    const { values } = await readSubmission(ctx, FIELDS);
    const errors = formErrors(values, RULES);
    if (hasErrors(errors)) return shown(ctx, wrongFields(values, errors));
    const equipment = { kind: "boilerroom", instrumented: true, parentId: null } as const;
    const body = { ...equipment, settings: { name: values.name.trim(), code: values.code.trim() } };
    const result = await ctx.state.api.call("addEquipment", { projectId: project.id, body });
    if (result.ok) return seeOther(ctx, nextPage(ctx.state, result.answer.id));
    return shown(ctx, refusedBy(values, result, { "code-taken": "code" }));
  },
});

export default define.page<typeof handler>(({ data: { refused }, state }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.newBoilerRoom}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      />
      {refused && <Refusal failure={refused.failure} isConflict={false} lines={[]} />}
      <form class="card form" method="post" action={links.newBoilerRoom(project.id)} noValidate>
        <div class="form-columns">
          <TextField
            name="name"
            label="Nom"
            value={refused?.values.name}
            error={refused?.errors.name}
            maxLength={100}
            required
          />
          <TextField
            name="code"
            label="Code"
            value={refused?.values.code}
            error={refused?.errors.code}
            maxLength={30}
          />
        </div>
        <SubmitBar label="Ajouter la chaufferie" cancel={links.residence(project.id)} />
      </form>
    </>
  );
});

function shown(ctx: Context<State>, refused: RefusedValues<keyof EquipmentSettings> | null) {
  const { project } = onlyWriters(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.newBoilerRoom, project.name);
  return page({ refused }, { status: refused?.status ?? 200 });
}

/** Its settings for whoever may write them; an administrator without a role returns to the residence. */
function nextPage(state: State, boilerRoomId: string): string {
  const { project, roles } = residenceOf(state);
  return opensScreen("boiler-room-settings", roles)
    ? links.boilerRoomSettings(project.id, boilerRoomId)
    : links.residence(project.id);
}

function onlyWriters(state: State) {
  const residence = residenceOf(state);
  const { roles, isAdmin } = residence;
  if (isAdmin || opensScreen("boiler-room-settings", roles)) return residence;
  throw new HttpError(403, "forbidden");
}
