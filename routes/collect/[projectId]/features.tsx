import { type Context, HttpError, page } from "fresh";
import type { ConflictLine } from "../../../components/forms/Conflict.tsx";
import { Refusal } from "../../../components/forms/Refusal.tsx";
import { Notice } from "../../../components/page/Notice.tsx";
import { PageTitle } from "../../../components/page/PageTitle.tsx";
import { Section } from "../../../components/page/Section.tsx";
import { FeaturesForm } from "../../../components/projects/FeaturesForm.tsx";
import UnsavedGuard from "../../../islands/forms/UnsavedGuard.tsx";
import { FEATURE_FLAGS, readFeaturesForm } from "../../../lib/domain/projects/features_form.ts";
import type { ProjectFeatures } from "../../../lib/domain/projects/types.ts";
import { links } from "../../../lib/links/links.ts";
import { errorText } from "../../../lib/text/errors.ts";
import {
  FEATURE_TEXTS,
  HOUSE_HOURLY_LABELS,
  HOUSE_MODE_LABELS,
} from "../../../lib/text/features.ts";
import { SAVED } from "../../../lib/text/forms.ts";
import { PAGE_NAMES, windowTitle } from "../../../lib/text/pages.ts";
import { administered } from "../../../lib/web/administration.ts";
import { answered } from "../../../lib/web/answered.ts";
import { define } from "../../../lib/web/define.ts";
import { residenceOf } from "../../../lib/web/residence_page.ts";
import type { State } from "../../../lib/web/state.ts";
import { readSubmission, savedPath, seeOther } from "../../../lib/web/submit.ts";

/** What was sent and not saved. */
interface Refused {
  features: ProjectFeatures;
  failure: string | null;
  isConflict: boolean;
  status: number;
}

export const handler = define.handlers({
  GET: (ctx) => shown(ctx, null),

  async POST(ctx) {
    administered(ctx.state);
    const { id: projectId } = residenceOf(ctx.state).project;
    const fields = ["houseMode", "houseHourly", "version", ...FEATURE_FLAGS] as const;
    const { values } = await readSubmission(ctx, fields);
    const features = readFeaturesForm(values);
    if (features === null) throw new HttpError(400, "bad-request");
    const body = { ...features, version: values.version || undefined };
    const result = await ctx.state.api.call("putProjectFeatures", { projectId, body });
    if (result.ok) return seeOther(ctx, savedPath(links.features(projectId), "features"));
    const isConflict = result.code === "conflict";
    const failure = isConflict ? null : errorText(result.code);
    return await shown(ctx, { features, failure, isConflict, status: result.status });
  },
});

export default define.page<typeof handler>(({ data: { stored, refused }, state, url }) => {
  const { project } = residenceOf(state);
  const isSaved = refused === null && url.searchParams.has("saved");
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.features}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      />
      {isSaved && <Notice tone="good" live title={SAVED} />}
      <Section
        id="features"
        title="Ce que la résidence offre"
        intro="Écrans, rôles et menus suivent aussitôt. Rien de ce qui est enregistré n’est effacé par une fonction coupée."
      >
        {refused && <Refusal {...refused} lines={conflictLines(refused.features, stored)} />}
        <FeaturesForm
          action={links.features(project.id)}
          features={refused?.features ?? stored}
          version={stored.version}
          unsaved={refused !== null}
        />
      </Section>
      <UnsavedGuard />
    </>
  );
});

/** What was chosen and what somebody else saved, where they differ. */
function conflictLines(typed: ProjectFeatures, stored: ProjectFeatures): ConflictLine[] {
  const state = (isOn: boolean) => isOn ? "Oui" : "Non";
  return [
    {
      label: "Logements",
      typed: HOUSE_MODE_LABELS[typed.houseMode],
      stored: HOUSE_MODE_LABELS[stored.houseMode],
    },
    {
      label: "Finesse",
      typed: HOUSE_HOURLY_LABELS[typed.houseHourly],
      stored: HOUSE_HOURLY_LABELS[stored.houseHourly],
    },
    ...FEATURE_FLAGS.map((flag) => ({
      label: FEATURE_TEXTS[flag].label,
      typed: state(typed[flag]),
      stored: state(stored[flag]),
    })),
  ].filter((line) => line.typed !== line.stored);
}

async function shown(ctx: Context<State>, refused: Refused | null) {
  administered(ctx.state);
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.features, project.name);
  const stored = answered(
    await ctx.state.api.call("getProjectFeatures", { projectId: project.id }),
  );
  return page({ stored, refused }, { status: refused?.status ?? 200 });
}
