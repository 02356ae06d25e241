import { type Context, page } from "fresh";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { FeaturesForm } from "@/components/projects/FeaturesForm.tsx";
import { InstallationForm } from "@/components/projects/InstallationForm.tsx";
import { featuresConflict, installationConflict } from "@/components/projects/features_conflict.ts";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { links } from "@/lib/links/links.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { type FeaturesRefused, saveFeaturesForm } from "@/lib/pages/projects/features_saves.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const saved = await saveFeaturesForm(ctx);
    if (saved.kind === "refused") return await showPage(ctx, saved.refused);
    const { project } = residenceOf(ctx.state);
    return seeOther(ctx, savedPath(links.features(project.id), saved.form));
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { stored, installed, refused } = data;
  const { project } = residenceOf(state);
  const saved = refused === null ? url.searchParams.get("saved") : null;
  const features = refused?.features ?? null;
  const installation = refused?.installation ?? null;
  const action = links.features(project.id);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.features}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      />
      <Section
        id="features"
        title="Ce que la résidence offre"
        intro="Écrans, rôles et menus suivent aussitôt. Rien de ce qui est enregistré n’est effacé par une fonction coupée."
        saved={saved === "features"}
      >
        {refused && features && <Refusal {...refused} lines={featuresConflict(features, stored)} />}
        <FeaturesForm
          action={`${action}#features`}
          features={features ?? stored}
          version={stored.version}
          unsaved={features !== null}
        />
      </Section>
      <Section
        id="installation"
        title="Ce dont la résidence est équipée"
        saved={saved === "installation"}
      >
        {refused && installation && (
          <Refusal {...refused} lines={installationConflict(installation, installed)} />
        )}
        <InstallationForm
          action={`${action}#installation`}
          installation={installation ?? installed}
          version={installed.version}
          unsaved={installation !== null}
        />
      </Section>
      <UnsavedGuard />
    </>
  );
});

async function showPage(ctx: Context<State>, refused: FeaturesRefused | null) {
  administered(ctx.state);
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.features, project.name);
  const at = { projectId: project.id };
  const [features, installation] = await Promise.all([
    ctx.state.api.call("getProjectFeatures", at),
    ctx.state.api.call("getProjectInstallation", at),
  ]);
  const stored = answered(features);
  const installed = answered(installation);
  return page({ stored, installed, refused }, { status: refused?.status ?? 200 });
}
