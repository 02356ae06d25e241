import { type Context, HttpError, page } from "fresh";
import { Refusal } from "../../../components/forms/Refusal.tsx";
import { TAGS_FIELD } from "../../../components/forms/TagSelects.tsx";
import { PageTitle } from "../../../components/page/PageTitle.tsx";
import { NewResidenceForm } from "../../../components/projects/NewResidenceForm.tsx";
import UnsavedGuard from "../../../islands/forms/UnsavedGuard.tsx";
import { type FieldErrors, hasErrors } from "../../../lib/domain/forms/field_errors.ts";
import { pickedValues } from "../../../lib/domain/forms/typed_fields.ts";
import {
  readResidence,
  RESIDENCE_RULES,
  residenceErrors,
  type ResidenceField,
} from "../../../lib/domain/projects/residence_form.ts";
import { links } from "../../../lib/links/links.ts";
import { errorText } from "../../../lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "../../../lib/text/pages.ts";
import { answered } from "../../../lib/web/answered.ts";
import { define } from "../../../lib/web/define.ts";
import type { State } from "../../../lib/web/state.ts";
import { issuesByField, readSubmission, seeOther } from "../../../lib/web/submit.ts";

/** A residence that was not created: what was typed, and why. */
interface Refused {
  values: Record<ResidenceField, string>;
  tags: readonly string[];
  errors: FieldErrors<ResidenceField>;
  failure: string | null;
  status: number;
}

const FIELDS = RESIDENCE_RULES.map(({ name }) => name);

export const handler = define.handlers({
  GET: (ctx) => shown(ctx, null),

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const { values, all } = await readSubmission(ctx, FIELDS);
    const tags = all(TAGS_FIELD).filter((tag) => tag !== "");
    const errors = residenceErrors(values);
    if (hasErrors(errors)) {
      return await shown(ctx, { values, tags, errors, failure: null, status: 400 });
    }
    const body = readResidence(values, tags);
    const result = await ctx.state.api.call("createProject", { orgId, body });
    if (result.ok) return seeOther(ctx, links.residence(result.answer.id));
    const { code, status } = result;
    const found: FieldErrors<ResidenceField> = code === "code-taken"
      ? { code: { code: "unique" } }
      : issuesByField(result.issues, FIELDS);
    const failure = hasErrors(found) ? null : errorText(code);
    return await shown(ctx, { values, tags, errors: found, failure, status });
  },
});

export default define.page<typeof handler>(({ data: { groups, refused } }) => (
  <>
    <PageTitle
      title={PAGE_NAMES.newResidence}
      back={{ href: links.residences(), label: PAGE_NAMES.residences }}
    />
    {refused && <Refusal failure={refused.failure} isConflict={false} lines={[]} />}
    <div class="card">
      <NewResidenceForm
        action={links.newResidence()}
        cancel={links.residences()}
        values={refused?.values ?? pickedValues(RESIDENCE_RULES, {})}
        tags={refused?.tags ?? []}
        errors={refused?.errors ?? {}}
        groups={groups}
        unsaved={refused !== null}
      />
    </div>
    <UnsavedGuard />
  </>
));

async function shown(ctx: Context<State>, refused: Refused | null) {
  const { id: orgId, name } = administered(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.newResidence, name);
  const groups = answered(await ctx.state.api.call("listTags", { orgId }));
  return page({ groups, refused }, { status: refused?.status ?? 200 });
}

function administered({ place }: State) {
  const organisation = place?.organisation;
  if (!organisation?.isAdmin) throw new HttpError(403, "forbidden");
  return organisation;
}
